# Usage: cmake -D root=FOLDER -P check_output.cmake
# Reads the sources under core/, plugins/ and app/, and fails with one sentence for each line that prints past the
# functions that make text visible, or matches text that is not ours in more than linear time:
#
#   app/process/output.hpp  is the only way to the standard output and the standard error; standard_output.cpp beside it
#                           is its buffer
#   app/process/log.cpp     writes the log; app/process/termination.cpp the last line of a process
#   std::regex              recurses, and takes exponential time for some texts
cmake_minimum_required(VERSION 3.25)

# What a line may not have, and which files may; a sentence for the others.
set(printing "std::(cout|cerr|clog|ostream|osyncstream|puts|printf|fprintf|fputs|perror|print|println)[^a-z_]")
set(printing_files app/process/output.hpp app/process/output.cpp app/process/standard_output.cpp)
set(printing_sentence "print with app/process/output.hpp, which makes text visible")
set(writing "write\\((STDOUT_FILENO|STDERR_FILENO|1|2),")
set(writing_files app/process/standard_output.cpp app/process/log.cpp app/process/termination.cpp plugins/stdio-transport/launcher/records.cpp)
set(writing_sentence "print with app/process/output.hpp, or write to the log")
set(matching "std::(basic_)?regex|#include <regex")
set(matching_files "")
set(matching_sentence "use a search that takes linear time, such as app/advice/message_pattern.hpp")

file(GLOB_RECURSE sources RELATIVE ${root} ${root}/core/*.[ch]pp ${root}/plugins/*.[ch]pp ${root}/app/*.[ch]pp)
if(NOT sources)
  message(FATAL_ERROR "there are no sources under '${root}'; set root to the project's folder")
endif()
list(FILTER sources EXCLUDE REGEX "^core/sdk/testing/")

set(failures "")
foreach(source IN LISTS sources)
  file(READ "${root}/${source}" text)
  foreach(kind printing writing matching)
    if(source IN_LIST ${kind}_files)
      continue()
    endif()
    # Comments may speak of what they do not do.
    string(REGEX REPLACE "//[^\n]*" "" code "${text}")
    string(REGEX MATCHALL "${${kind}}" found "${code}")
    list(REMOVE_DUPLICATES found)
    foreach(one IN LISTS found)
      string(APPEND failures "${source} has ${one}: ${${kind}_sentence}\n")
    endforeach()
  endforeach()
endforeach()
if(failures)
  message(FATAL_ERROR "${failures}")
endif()
