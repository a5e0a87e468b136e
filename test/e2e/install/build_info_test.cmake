# Usage: cmake -D root=FOLDER -D folder=FOLDER -P build_info_test.cmake
# The text of --version about the build: the same for the same sources at any time, and written only if it has changed.
cmake_minimum_required(VERSION 3.25)

set(file ${folder}/build_info.cpp)
file(REMOVE ${file})

# write(COMMIT SECONDS OUT): OUT is the text for sources of this commit, at this time.
function(write commit seconds out)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${seconds} WORKBENCH_COMMIT=
    ${CMAKE_COMMAND} -D file=${file} -D root=${folder} "-Dcommit=${commit}" "-Dcompiler=g++ 1.2" -Dprocessor=x86_64
      -P ${root}/cmake/write_build_info.cmake COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${file} lines REGEX return)
  string(REGEX MATCH "\"(.*)\"" matched "${lines}")
  set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

# expect(TEXT EXPECTED)
function(expect text expected)
  if(NOT text STREQUAL expected)
    message(FATAL_ERROR "is '${text}', and should be '${expected}'")
  endif()
endfunction()

write(0123456789ab 1764115200 text)
expect("${text}" "commit 0123456789ab, built 2025-11-26, g++ 1.2, x86_64")
file(APPEND ${file} "// not written again\n")
write(0123456789ab 1764115200 text)
file(READ ${file} again)
string(FIND "${again}" "not written again" position)
expect("${position}" "-1")  # another text is replaced
execute_process(COMMAND touch -d @1000 ${file} COMMAND_ERROR_IS_FATAL ANY)
write(0123456789ab 1764115201 text)  # another second of the same day
file(TIMESTAMP ${file} after "%s" UTC)
expect("${after}" "1000")  # it was not written
write("a wrong; commit" 1764115200 text)
expect("${text}" "built 2025-11-26, g++ 1.2, x86_64")
write("" 1764115200 text)  # without git
expect("${text}" "built 2025-11-26, g++ 1.2, x86_64")
