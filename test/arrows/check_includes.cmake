# Usage: cmake -D root=FOLDER -P check_includes.cmake
# Reads the includes of all sources under core/, plugins/, app/ and examples/, and fails with one sentence for each
# include that the tables do not allow, and for each circle.
#
# Two allow lists beside this file, below FOLDER, would have what is not in order yet, and may only shrink. There is none
# at present:
#
#   allowed_circles.txt   one circle of units a line: the units, sorted
#   allowed_includes.txt  one include against the order of inner rooms a line: the file, and the file it includes
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/allow_list.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/circles.cmake)

# Every room may include its own files and <workbench/...>, and of the rooms of core/ the ones named here. Folders
# outside of core/ have their path as their name. What is not in the table (a plugin, the demo client) may include none.
set(allowed_rooms
  "base:"
  "lock: base"
  "event_loop: base"
  "json: base"
  "jsonrpc: base json"
  "protocol: base json jsonrpc"
  "registry: base json"
  "config: base json registry"
  "client_files: base json config"
  "schema_repair: base json"
  "scan: base"
  "clients: base json jsonrpc protocol"
  "servers: base json jsonrpc protocol registry config client_files schema_repair"
  "gateway: base json jsonrpc protocol registry config clients servers"
  "app: base lock event_loop json jsonrpc protocol registry config client_files schema_repair scan clients servers gateway"
  "plugins/http-listener: plugins/http-shared"
  "plugins/scan: scan"
  "plugins/traces: plugins/http-shared"
  "plugins/http-transport: plugins/http-shared"
  "plugins/lock: base lock"
  "examples/demo-server: json jsonrpc")

# Rooms within a room: its folders, from the top to the bottom. Each may include its own files and those below it. What is
# in none of them is not checked, nor is an include of that.
set(inner_rooms
  "gateway: workspaces events exposure requests toolboxes pool"
  "app: command_line commands check client join service operator requests startup install consent advice process")

set(sdk_folders core/sdk/include core/sdk/testing/include)

foreach(line IN LISTS allowed_rooms)
  string(REGEX MATCH "^([^:]+):(.*)$" matched "${line}")
  set(room "${CMAKE_MATCH_1}")
  string(REGEX MATCHALL "[^ ]+" allowed_${room} "${CMAKE_MATCH_2}")
endforeach()

foreach(line IN LISTS inner_rooms)
  string(REGEX MATCH "^([^:]+):(.*)$" matched "${line}")
  set(room "${CMAKE_MATCH_1}")
  string(REGEX MATCHALL "[^ ]+" inner_rooms_${room} "${CMAKE_MATCH_2}")
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

# inner_room_of(PATH ROOM OUT): the folder of the room that the file is in, or nothing.
function(inner_room_of path room out)
  folder_of("${room}" folder)
  set(${out} "" PARENT_SCOPE)
  if(path MATCHES "^${folder}/([^/]+)/" AND CMAKE_MATCH_1 IN_LIST inner_rooms_${room})
    set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  endif()
endfunction()

# check_inner_room(FILE DIRECTIVE ROOM INCLUDED): an include of a file of the same room.
function(check_inner_room file directive room included)
  inner_room_of("${file}" "${room}" from)
  inner_room_of("${included}" "${room}" to)
  if(NOT from OR NOT to)
    return()
  endif()
  list(FIND inner_rooms_${room} "${from}" floor)
  list(SUBLIST inner_rooms_${room} ${floor} -1 allowed)
  if(to IN_LIST allowed)
    return()
  endif()
  is_allowed(includes "${file} ${included}" is_known)
  if(is_known)
    return()
  endif()
  list(POP_FRONT allowed)
  if(allowed)
    list(JOIN allowed ", " rooms)
    report("${file}" "${directive}" "${room}/${from} may include of ${room} only its own files and ${rooms}")
  else()
    report("${file}" "${directive}" "${room}/${from} may include of ${room} only its own files")
  endif()
endfunction()

# check_room(FILE DIRECTIVE ROOM INCLUDED_ROOM)
function(check_room file directive room included_room)
  if(included_room IN_LIST allowed_${room})
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
    find_included(included "${name}" "${own_folder}" "${room_folder}" core plugins .)
    if(included)
      room_of("${included}" included_room)
      if(NOT included_room STREQUAL room)
        check_room("${file}" "${directive}" "${room}" "${included_room}")
      elseif(inner_rooms_${room})
        check_inner_room("${file}" "${directive}" "${room}" "${included}")
      endif()
    else()
      report("${file}" "${directive}" "the project has no such file; a library's header has angle brackets")
    endif()
  endif()
  set(${out} "${included}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${root}
  ${root}/core/*.[ch]pp ${root}/plugins/*.[ch]pp ${root}/app/*.[ch]pp ${root}/examples/*.[ch]pp)
if(NOT files)
  message(FATAL_ERROR "there are no sources under '${root}'; set root to the project's folder")
endif()

read_allow_list(circles test/arrows/allowed_circles.txt)
read_allow_list(includes test/arrows/allowed_includes.txt)

foreach(file IN LISTS files)
  set(includes_${file} "")
  file(STRINGS "${root}/${file}" directives REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]")
  foreach(directive IN LISTS directives)
    check_include("${file}" "${directive}" included)
    if(included IN_LIST files)
      list(APPEND includes_${file} "${included}")
    endif()
  endforeach()
endforeach()
check_circles_of_files()
check_circles_of_units(circles)
report_unused_lines(includes "this include no longer exists, or has become allowed")
report_unused_lines(circles "this circle no longer exists")

get_property(failures GLOBAL PROPERTY failures)
if(failures)
  string(REGEX REPLACE "\n$" "" failures "${failures}")
  message(NOTICE "${failures}")
  message(FATAL_ERROR "The tables in test/arrows/check_includes.cmake have what each room may include.")
endif()
