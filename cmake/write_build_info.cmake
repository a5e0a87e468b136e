# Usage: cmake -D file=FILE -D root=FOLDER -D commit=COMMIT -D compiler=TEXT -D processor=TEXT -P write_build_info.cmake
# Writes the source with build_description(), unless it has the same text already. Without `commit` and the environment
# variable WORKBENCH_COMMIT, git knows the commit; without git, the text names none.
cmake_minimum_required(VERSION 3.25)

if(NOT commit)
  set(commit "$ENV{WORKBENCH_COMMIT}")
endif()
# .git is a file in a worktree; a repository above an unpacked archive is another one.
if(NOT commit AND EXISTS "${root}/.git")
  execute_process(COMMAND git describe --always --exclude=* --abbrev=12 --dirty WORKING_DIRECTORY "${root}"
    RESULT_VARIABLE failed OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(failed)
    set(commit "")
  endif()
endif()

set(facts "")
if(commit MATCHES "^[0-9A-Za-z.+-]+$")
  list(APPEND facts "commit ${commit}")
endif()
string(TIMESTAMP day "%Y-%m-%d" UTC)  # of SOURCE_DATE_EPOCH, if it is set
list(APPEND facts "built ${day}" "${compiler}" "${processor}")
list(JOIN facts ", " text)

set(source "// Written by cmake/write_build_info.cmake.
#include \"build_info.hpp\"

namespace workbench::app {

std::string_view build_description() {
  return \"${text}\";
}

}  // namespace workbench::app
")
set(present "")
if(EXISTS "${file}")
  file(READ "${file}" present)
endif()
if(NOT present STREQUAL source)
  file(WRITE "${file}" "${source}")
endif()
