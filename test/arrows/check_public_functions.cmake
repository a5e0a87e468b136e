# Usage: cmake -D root=FOLDER -P check_public_functions.cmake
# Reads the sources under core/, plugins/ and app/, and fails with one sentence for each class or struct that has more
# than 25 public functions: who has to know that many to use one thing is better served by several.
#
# Overloads, operators and overrides count, each as one. Constructors, destructors, assignments and deleted functions do
# not, nor do those of a class within a class.
#
# A class that needs more, with the reason in its header, has a line `NAME COUNT: REASON` in allowed_public_functions.txt
# beside this file, below FOLDER; without that file there is none. It may only shrink.
cmake_minimum_required(VERSION 3.25)

set(most 25)

include(${CMAKE_CURRENT_LIST_DIR}/allow_list.cmake)

file(GLOB_RECURSE sources RELATIVE ${root} ${root}/core/*.[ch]pp ${root}/plugins/*.[ch]pp ${root}/app/*.[ch]pp)
list(FILTER sources EXCLUDE REGEX "^core/sdk/testing/")
if(NOT sources)
  message(FATAL_ERROR "there are no sources under '${root}'; set root to the project's folder")
endif()

# is_function(LINE TYPE OUT): whether a line with a member of TYPE begins a function that counts. clang-format breaks
# after the parenthesis.
function(is_function line type out)
  set(${out} FALSE PARENT_SCOPE)
  if(line MATCHES "^  (using|friend|static_assert|template|enum|class|struct|//)" OR line MATCHES "= delete;$")
    return()
  endif()
  # A parenthesis within <> is not that of a function, but of a type.
  set(previous "")
  while(NOT line STREQUAL previous)
    set(previous "${line}")
    string(REGEX REPLACE "<[^<>()]*([(][^()]*[)])*[^<>()]*>" "" line "${line}")
  endwhile()
  if(line MATCHES "^  [^={(]*operator=[(]" OR NOT line MATCHES "^  ([^={(]* )?[&*]*([A-Za-z0-9_]+|operator[^ (]+|operator[(][)])[(]")
    return()
  endif()
  if(NOT CMAKE_MATCH_2 STREQUAL type AND NOT line MATCHES "~${type}[(]")
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()

read_allow_list(functions test/arrows/allowed_public_functions.txt)
get_property(allowed_lines GLOBAL PROPERTY functions_lines)

# check_count(FILE TYPE COUNT): a failure if it is too high and not allowed.
function(check_count file type count)
  if(count LESS_EQUAL most)
    return()
  endif()
  foreach(line IN LISTS allowed_lines)
    if(line MATCHES "^${type} ${count}: .")
      is_allowed(functions "${line}" is_known)
      return()
    endif()
  endforeach()
  set_property(GLOBAL APPEND_STRING PROPERTY failures "${file}: ${type} has ${count} public functions\n")
endfunction()

foreach(source IN LISTS sources)
  file(STRINGS "${root}/${source}" lines REGEX "^(class |struct | (public|protected|private):|};|  [^ }/#])")
  # Brackets would join the lines of the list, and a semicolon within a line would divide it.
  string(REGEX REPLACE "\\[\\[[a-z]+\\]\\] " "" lines "${lines}")
  string(REGEX REPLACE "[][]" "" lines "${lines}")
  set(type "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^(class|struct) " AND NOT line MATCHES ";$")
      string(REGEX MATCH "^(class|struct) ([A-Za-z_]+[(].*[)] )?([A-Za-z0-9_]+)" ignored "${line}")
      set(type "${CMAKE_MATCH_3}")
      set(count 0)
      set(is_public FALSE)
      if(CMAKE_MATCH_1 STREQUAL "struct")
        set(is_public TRUE)
      endif()
    elseif(type STREQUAL "")
      continue()
    elseif(line MATCHES "^};")
      check_count("${source}" "${type}" ${count})
      set(type "")
    elseif(line MATCHES "^ (public|protected|private):")
      set(is_public FALSE)
      if(CMAKE_MATCH_1 STREQUAL "public")
        set(is_public TRUE)
      endif()
    elseif(is_public)
      is_function("${line}" "${type}" is_counted)
      if(is_counted)
        math(EXPR count "${count} + 1")
      endif()
    endif()
  endforeach()
endforeach()
report_unused_lines(functions "no longer the number of public functions of that class")

get_property(failures GLOBAL PROPERTY failures)
if(failures)
  string(REGEX REPLACE "\n$" "" failures "${failures}")
  message(NOTICE "${failures}")
  message(FATAL_ERROR
    "Divide a class of more than ${most} public functions by concept: parts with a header of their own, complete when "
    "constructed.")
endif()
