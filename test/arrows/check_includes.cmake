# Usage: cmake -D root=FOLDER -P check_includes.cmake
# Reads the includes of all sources under core/, plugins/, app/ and examples/, and fails with one sentence for each
# include that the table does not allow, and for each circle of files.
cmake_minimum_required(VERSION 3.25)

# Every room may include its own files and <workbench/...>, and of the rooms of core/ the ones named here. Folders
# outside of core/ have their path as their name. What is not in the table (a plugin, the demo client) may include none.
set(allowed_rooms
  "base:"
  "event_loop: base"
  "json: base"
  "jsonrpc: base json"
  "protocol: base json jsonrpc"
  "registry: base json"
  "config: base json registry"
  "client_files: base json config"
  "schema_repair: base json"
  "clients: base json jsonrpc protocol"
  "servers: base json jsonrpc protocol registry config schema_repair"
  "gateway: base json jsonrpc protocol registry config clients servers"
  "app: base event_loop json jsonrpc protocol registry config client_files schema_repair clients servers gateway"
  "examples/demo-server: json jsonrpc")

set(sdk_folders core/sdk/include core/sdk/testing/include)

foreach(line IN LISTS allowed_rooms)
  string(REGEX MATCH "^([^:]+):(.*)$" matched "${line}")
  set(room "${CMAKE_MATCH_1}")
  string(REGEX MATCHALL "[^ ]+" allowed_${room} "${CMAKE_MATCH_2}")
endforeach()

# room_of(PATH OUT): the room of a file, from its path below the root.
function(room_of path out)
  string(REGEX MATCH "^((core|plugins|examples)/)?([^/]+)/" matched "${path}")
  if(CMAKE_MATCH_2 STREQUAL "core")
    set(${out} "${CMAKE_MATCH_3}" PARENT_SCOPE)
  else()
    set(${out} "${CMAKE_MATCH_1}${CMAKE_MATCH_3}" PARENT_SCOPE)
  endif()
endfunction()

# folder_of(ROOM OUT): the reverse.
function(folder_of room out)
  if(room MATCHES "^(app|plugins/.*|examples/.*)$")
    set(${out} "${room}" PARENT_SCOPE)
  else()
    set(${out} "core/${room}" PARENT_SCOPE)
  endif()
endfunction()

# find_included(OUT NAME FOLDER...): the first FOLDER/NAME that exists, as a path below the root, or nothing.
function(find_included out name)
  set(${out} "" PARENT_SCOPE)
  foreach(folder IN LISTS ARGN)
    if(EXISTS "${root}/${folder}/${name}")
      cmake_path(SET path NORMALIZE "${folder}/${name}")
      set(${out} "${path}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# report(FILE DIRECTIVE SENTENCE): adds a failure; the line is looked up only now.
function(report file directive sentence)
  file(READ "${root}/${file}" text)
  string(FIND "${text}" "${directive}" position)
  string(SUBSTRING "${text}" 0 ${position} before)
  string(REGEX REPLACE "[^\n]" "" before "${before}")
  string(LENGTH "${before}" line)
  math(EXPR line "${line} + 1")
  string(REGEX MATCH "[\"<].*[\">]" included "${directive}")
  set_property(GLOBAL APPEND_STRING PROPERTY failures "${file}:${line} includes ${included}: ${sentence}\n")
endfunction()

# check_room(FILE DIRECTIVE ROOM INCLUDED_ROOM)
function(check_room file directive room included_room)
  if(room STREQUAL included_room OR included_room IN_LIST allowed_${room})
    return()
  endif()
  set(subject "${room}")
  if(DEFINED allowed_${room} AND NOT room MATCHES "/")
    set(subject "the room ${room}")
  endif()
  if(allowed_${room})
    list(JOIN allowed_${room} ", " rooms)
    report("${file}" "${directive}" "${subject} may include only ${rooms}")
  else()
    report("${file}" "${directive}" "${subject} may include only its own files and <workbench/...>")
  endif()
endfunction()

# check_include(FILE DIRECTIVE OUT): OUT is the project's file that it includes, if it is one.
function(check_include file directive out)
  set(${out} "" PARENT_SCOPE)
  room_of("${file}" room)
  string(REGEX MATCH "([\"<])([^\">]+)" matched "${directive}")
  set(quoted "${CMAKE_MATCH_1}")
  set(name "${CMAKE_MATCH_2}")

  if(name MATCHES "^workbench/")
    find_included(included "${name}" ${sdk_folders})
    if(quoted STREQUAL "\"")
      report("${file}" "${directive}" "the SDK is included as <${name}>, and nothing else has that prefix")
    elseif(NOT included)
      report("${file}" "${directive}" "the SDK has no such header, and nothing else has that prefix")
    elseif(name MATCHES "^workbench/detail/" AND room MATCHES "^(plugins|examples)/")
      report("${file}" "${directive}" "<workbench/detail/...> is for the host, and ${room} is not part of it")
    elseif(name MATCHES "^workbench/testing/" AND NOT file MATCHES "^(core/sdk/testing|examples/plugins/test)/")
      report("${file}" "${directive}" "<workbench/testing/...> is for tests")
    endif()
  elseif(room STREQUAL "sdk")
    # <sys/socket.h>: only sendmsg() can write to a closed socket without a signal.
    if(file MATCHES "^core/sdk/include/" AND NOT directive MATCHES "<([a-z0-9_]+|unistd.h|sys/socket.h)>")
      report("${file}" "${directive}"
        "the SDK may include only the standard library, <unistd.h>, <sys/socket.h> and <workbench/...>")
    endif()
    return()
  elseif(quoted STREQUAL "<")
    find_included(included "${name}" core)
    if(included AND name MATCHES "/")
      report("${file}" "${directive}" "only the SDK is included with angle brackets")
    else()
      set(included "")  # the system's or a library's
    endif()
  else()
    folder_of("${room}" room_folder)
    cmake_path(GET file PARENT_PATH own_folder)
    find_included(included "${name}" "${own_folder}" "${room_folder}" core .)
    if(included)
      room_of("${included}" included_room)
      check_room("${file}" "${directive}" "${room}" "${included_room}")
    else()
      report("${file}" "${directive}" "the project has no such file; a library's header has angle brackets")
    endif()
  endif()
  set(${out} "${included}" PARENT_SCOPE)
endfunction()

# report_circle(FILE): the circle that is reached from a file of which each include leads on to another such file.
function(report_circle file)
  set(path "")
  while(NOT file IN_LIST path)
    list(APPEND path "${file}")
    foreach(included IN LISTS includes_${file})
      if(unresolved_${included} GREATER 0)
        set(file "${included}")
        break()
      endif()
    endforeach()
  endwhile()
  list(FIND path "${file}" start)
  list(SUBLIST path ${start} -1 circle)
  list(APPEND circle "${file}")
  list(JOIN circle " -> " circle)
  set_property(GLOBAL APPEND_STRING PROPERTY failures "a circle of includes: ${circle}\n")
endfunction()

file(GLOB_RECURSE files RELATIVE ${root}
  ${root}/core/*.[ch]pp ${root}/plugins/*.[ch]pp ${root}/app/*.[ch]pp ${root}/examples/*.[ch]pp)
if(NOT files)
  message(FATAL_ERROR "there are no sources under '${root}'; set root to the project's folder")
endif()

foreach(file IN LISTS files)
  set(includes_${file} "")
  file(STRINGS "${root}/${file}" directives REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]")
  foreach(directive IN LISTS directives)
    check_include("${file}" "${directive}" included)
    if(included IN_LIST files)
      list(APPEND includes_${file} "${included}")
      list(APPEND includers_${included} "${file}")
    endif()
  endforeach()
  list(LENGTH includes_${file} unresolved_${file})
endforeach()

# Files whose includes are all resolved are taken away until none is left; what cannot be taken away is, or leads to, a
# circle.
set(resolved "")
foreach(file IN LISTS files)
  if(unresolved_${file} EQUAL 0)
    list(APPEND resolved "${file}")
  endif()
endforeach()
list(LENGTH files remaining)
while(resolved)
  list(POP_FRONT resolved file)
  math(EXPR remaining "${remaining} - 1")
  foreach(includer IN LISTS includers_${file})
    math(EXPR unresolved_${includer} "${unresolved_${includer}} - 1")
    if(unresolved_${includer} EQUAL 0)
      list(APPEND resolved "${includer}")
    endif()
  endforeach()
endwhile()
if(remaining GREATER 0)
  foreach(file IN LISTS files)
    if(unresolved_${file} GREATER 0)
      report_circle("${file}")
      break()
    endif()
  endforeach()
endif()

get_property(failures GLOBAL PROPERTY failures)
if(failures)
  string(REGEX REPLACE "\n$" "" failures "${failures}")
  message(NOTICE "${failures}")
  message(FATAL_ERROR "The table in test/arrows/check_includes.cmake has what each room may include.")
endif()
