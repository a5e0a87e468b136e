# How everything in this tree is compiled, and the function that makes a room of core/.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The build tree has the layout of the installed tree, so that the program finds its plugins in both.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(WORKBENCH_PLUGIN_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/mcp-workbench/plugins)

add_library(workbench_compile_options INTERFACE)
target_compile_options(workbench_compile_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wuseless-cast -Wduplicated-branches -Wlogical-op>
  $<$<BOOL:${WORKBENCH_WARNINGS_AS_ERRORS}>:-Werror>)

# g++ limits inlining by the size of a unit. Many files in one would cost a call 7 % more instructions; and with so much in one unit
# g++ sees values without initialization where there are none.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(is_unity "$<AND:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,$<COMPILE_LANGUAGE:CXX>>")
  add_compile_options("$<${is_unity}:--param=large-unit-insns=160000;-Wno-maybe-uninitialized>")
endif()

# The tree that users download is to be small: the linker leaves out functions that nothing calls, and relocations are packed, as
# the C library of Debian 12 reads them.
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
  add_compile_options(-ffunction-sections)
  add_link_options(-Wl,--gc-sections -Wl,-z,pack-relative-relocs)
endif()

# workbench_compile_small(target...): for what runs once in a while, such as commands and the reading of files. -O2 makes it more than
# twice as large.
function(workbench_compile_small)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-Os>)
  endforeach()
endfunction()

# workbench_compile_files_small(file...): the same for some files of a target, in the folder that makes it.
function(workbench_compile_files_small)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:RelWithDebInfo>:-Os>)
endfunction()

if(WORKBENCH_SANITIZE)
  add_compile_options(-fsanitize=${WORKBENCH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WORKBENCH_SANITIZE})
  # clang's check of virtual pointers opens a pipe, which tests that leave no descriptors forbid.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND WORKBENCH_SANITIZE MATCHES undefined)
    add_compile_options(-fno-sanitize=vptr)
  endif()
endif()

# workbench_find_yaml(): makes the target yaml-cpp::yaml-cpp, which yaml-cpp before 0.8 (Debian 12) calls yaml-cpp. A macro,
# because the targets of a package are known in the folder that looked for it.
macro(workbench_find_yaml)
  find_package(yaml-cpp 0.7 REQUIRED)  # libyaml-cpp-dev
  if(NOT TARGET yaml-cpp::yaml-cpp)
    add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
  endif()
endmacro()

# workbench_room(name [PUBLIC target...] [PRIVATE target...])
# A room of core/: the static library workbench_NAME of all sources in its folder. PUBLIC are the rooms that it may include;
# a third-party library is PRIVATE, so that a wrong include elsewhere does not compile. test/arrows checks the includes
# between rooms.
function(workbench_room name)
  cmake_parse_arguments(room "" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  add_library(workbench_${name} STATIC ${sources})
  target_include_directories(workbench_${name} PUBLIC ${PROJECT_SOURCE_DIR}/core)
  target_link_libraries(workbench_${name}
    PUBLIC McpWorkbench::sdk ${room_PUBLIC}
    PRIVATE workbench_compile_options ${room_PRIVATE})
endfunction()
