# What --version says besides the version: commit, day, compiler and processor. One small file, which is written again only
# when its text changes, so that a commit rebuilds nothing else.
#
#   WORKBENCH_COMMIT   the commit, for sources without git: a cache variable, or an environment variable of the build
#   SOURCE_DATE_EPOCH  an environment variable of the build: the day is that second's, and not today, so that the same
#                      sources give the same program at any time
set(WORKBENCH_COMMIT "" CACHE STRING "The commit of sources that are built without git")

# workbench_add_build_info(TARGET): gives the target build_description(), see app/build_info.hpp.
function(workbench_add_build_info target)
  set(file ${PROJECT_BINARY_DIR}/generated/build_info.cpp)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" compiler_version "${CMAKE_CXX_COMPILER_VERSION}")
  set(compiler "${CMAKE_CXX_COMPILER_ID}")
  if(compiler STREQUAL "GNU")
    set(compiler g++)
  endif()
  add_custom_target(build_info
    COMMAND ${CMAKE_COMMAND} -D file=${file} -D root=${PROJECT_SOURCE_DIR} "-Dcommit=${WORKBENCH_COMMIT}"
      "-Dcompiler=${compiler} ${compiler_version}" "-Dprocessor=${CMAKE_SYSTEM_PROCESSOR}"
      -P ${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake
    BYPRODUCTS ${file} VERBATIM)
  target_sources(${target} PRIVATE ${file})
  add_dependencies(${target} build_info)
endfunction()
