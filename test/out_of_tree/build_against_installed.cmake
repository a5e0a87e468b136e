# Installs the package for plugin authors, moves it, builds the example plugins that it contains against it, runs their
# tests and installs them.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${prefix} ${prefix}.first ${build})
run(${CMAKE_COMMAND} --install ${workbench_build} --prefix ${prefix}.first --component development)
file(RENAME ${prefix}.first ${prefix})  # a package that remembers where it was installed fails from here on

# The package's headers are held to the warnings too, which CMake would spare them as a system's.
run(${CMAKE_COMMAND} -S ${prefix}/share/doc/mcp-workbench/plugins -B ${build} -G ${generator}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_INSTALL_PREFIX=${prefix} -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
  -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_CXX_FLAGS=${flags} -D CMAKE_NO_SYSTEM_FROM_IMPORTED=ON)
run(${CMAKE_COMMAND} --build ${build})
run(${ctest} --test-dir ${build} --no-tests=error --output-on-failure)
run(${CMAKE_COMMAND} --install ${build})
