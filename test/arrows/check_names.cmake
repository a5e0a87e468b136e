# Usage: cmake -D root=FOLDER -P check_names.cmake
# Reads the sources under core/, plugins/ and app/, and fails with one sentence for each name that more than one file
# gives to a type (class, struct, union, enum class): who searches for a name has to find one thing.
#
# Only types of a named namespace count. Those inside a class or in an anonymous namespace are seen where they are used,
# and a specialisation belongs to its template.
#
# allowed_names.txt beside this file, below FOLDER, would have the names that still have several meanings, one a line with
# the number of its files, and may only shrink. There is none at present.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/allow_list.cmake)

file(GLOB_RECURSE sources RELATIVE ${root} ${root}/core/*.[ch]pp ${root}/plugins/*.[ch]pp ${root}/app/*.[ch]pp)
list(FILTER sources EXCLUDE REGEX "^core/sdk/testing/")
if(NOT sources)
  message(FATAL_ERROR "there are no sources under '${root}'; set root to the project's folder")
endif()

# The beginning of a type's declaration. clang-format indents a class within a class, and nothing within a namespace, of
# which it names the one that ends.
set(type "^(template <.*> )?(class|struct|union|enum class) (alignas[(][^)]*[)] |@nodiscard@ )?([A-Za-z_][A-Za-z0-9_]*)")

# find_types(FILE OUT): the names of the types that it defines in a named namespace.
function(find_types file out)
  set(names "")
  set(is_anonymous FALSE)
  file(STRINGS "${root}/${file}" lines REGEX "^(template|class|struct|union|enum class|namespace|}  // namespace)( |$)")
  # Brackets would join the lines of the list.
  string(REGEX REPLACE "\\[\\[([a-z]+)\\]\\]" "@\\1@" lines "${lines}")
  foreach(line IN LISTS lines)
    if(line MATCHES "^namespace {")
      set(is_anonymous TRUE)
    elseif(line STREQUAL "}  // namespace")
      set(is_anonymous FALSE)
    elseif(NOT is_anonymous AND NOT line MATCHES "^[^{]*;$" AND line MATCHES "${type}( |$)")
      list(APPEND names "${CMAKE_MATCH_4}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

read_allow_list(names test/arrows/allowed_names.txt)

set(all_names "")
foreach(source IN LISTS sources)
  find_types("${source}" found)
  foreach(name IN LISTS found)
    list(APPEND all_names "${name}")
    list(APPEND files_of_${name} "${source}")
  endforeach()
endforeach()
list(REMOVE_DUPLICATES all_names)

foreach(name IN LISTS all_names)
  list(LENGTH files_of_${name} count)
  if(count EQUAL 1)
    continue()
  endif()
  is_allowed(names "${name} ${count}" is_known)
  if(NOT is_known)
    list(JOIN files_of_${name} ", " files)
    set_property(GLOBAL APPEND_STRING PROPERTY failures "${name} is the name of ${count} types: ${files}\n")
  endif()
endforeach()
report_unused_lines(names "no longer the number of types of that name")

get_property(failures GLOBAL PROPERTY failures)
if(failures)
  string(REGEX REPLACE "\n$" "" failures "${failures}")
  message(NOTICE "${failures}")
  message(FATAL_ERROR "Give each type a name of its own: one word for its place is mostly enough (ListenerSession).")
endif()
