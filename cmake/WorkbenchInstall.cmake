# What `cmake --install` installs, relative to the prefix. No file contains the prefix, so the tree can be moved.
#
#   runtime      bin/mcp-workbench, and the client and the server of the demo
#                lib/mcp-workbench/launcher, lib/mcp-workbench/http-{server,client}.so, lib/mcp-workbench/plugins/*.so
#                share/mcp-workbench/config-samples/
#                lib/systemd/user/                         the workbench that a user's clients share, as a service
#                lib/systemd/system/, lib/sysusers.d/      the service for clients over HTTP, and its user
#                share/doc/mcp-workbench/                  the documents for users and operators; and copyright
#                share/man/man1/, share/bash-completion/, share/zsh/,
#                share/mcp-workbench/toolboxes.schema.json                written by the program itself
#   development  include/workbench/, include/workbench/testing/
#                lib/cmake/McpWorkbench/   find_package(McpWorkbench): McpWorkbench::sdk, McpWorkbench::testing and
#                                          workbench_add_plugin()
#                share/doc/mcp-workbench/plugin-guide/     the guide for authors of plugins
#                share/doc/mcp-workbench/plugins/          its examples: a project
#
# The program looks for lib/mcp-workbench beside its own bin/, on every platform.
include(CMakePackageConfigHelpers)

set(workbench_folder lib/mcp-workbench)
set(package_folder lib/cmake/McpWorkbench)
set(documents_folder share/doc/mcp-workbench)

if(TARGET mcp-workbench)
  install(TARGETS mcp-workbench RUNTIME DESTINATION bin COMPONENT runtime)
  # From its own tables, so that they cannot differ from it.
  set(written ${PROJECT_BINARY_DIR}/written)
  add_custom_command(
    OUTPUT ${written}/mcp-workbench.1.gz ${written}/mcp-workbench.bash ${written}/_mcp-workbench
    COMMAND ${CMAKE_COMMAND} -E make_directory ${written}
    COMMAND mcp-workbench completion manual > ${written}/mcp-workbench.1
    COMMAND gzip -9nkf ${written}/mcp-workbench.1
    COMMAND mcp-workbench completion bash > ${written}/mcp-workbench.bash
    COMMAND mcp-workbench completion zsh > ${written}/_mcp-workbench
    DEPENDS mcp-workbench VERBATIM)
  add_custom_target(manual_and_completions ALL
    DEPENDS ${written}/mcp-workbench.1.gz ${written}/mcp-workbench.bash ${written}/_mcp-workbench)
  install(FILES ${written}/mcp-workbench.1.gz DESTINATION share/man/man1 COMPONENT runtime)
  install(FILES ${written}/mcp-workbench.bash DESTINATION share/bash-completion/completions RENAME mcp-workbench
    COMPONENT runtime)
  install(FILES ${written}/_mcp-workbench DESTINATION share/zsh/vendor-completions COMPONENT runtime)
endif()
set(plugins stdio-transport http-listener http-transport local-listener filters meta-tools call-log metrics lock)
if(TARGET mcp-workbench)
  # The program loads the plugins to write it; no other settings than the defaults may have a say in it. Where it is built
  # for another processor, an emulator runs it; CMake adds that by itself where a command begins with the name of a target.
  add_custom_command(
    OUTPUT ${written}/toolboxes.schema.json
    COMMAND ${CMAKE_COMMAND} -E make_directory ${written}
    COMMAND ${CMAKE_COMMAND} -E env --unset=WORKBENCH_PROPERTIES --unset=WORKBENCH_PLUGIN_PATH
      ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:mcp-workbench> schema > ${written}/toolboxes.schema.json
    DEPENDS mcp-workbench ${plugins} VERBATIM)
  add_custom_target(schema ALL DEPENDS ${written}/toolboxes.schema.json)
  install(FILES ${written}/toolboxes.schema.json DESTINATION share/mcp-workbench COMPONENT runtime)
endif()
foreach(plugin IN LISTS plugins)
  if(TARGET ${plugin})
    install(TARGETS ${plugin} LIBRARY DESTINATION ${workbench_folder}/plugins COMPONENT runtime)
  endif()
endforeach()
foreach(library http-server http-client)
  if(TARGET ${library})
    install(TARGETS ${library} LIBRARY DESTINATION ${workbench_folder} COMPONENT runtime)
  endif()
endforeach()
if(TARGET workbench_launcher)
  install(TARGETS workbench_launcher RUNTIME DESTINATION ${workbench_folder} COMPONENT runtime)
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/config-samples)
  install(DIRECTORY config-samples/ DESTINATION share/mcp-workbench/config-samples COMPONENT runtime)
endif()
# As samples they are among the others; here systemd finds them. No service is enabled.
install(FILES config-samples/systemd/user/mcp-workbench.service DESTINATION lib/systemd/user COMPONENT runtime)
install(FILES config-samples/systemd/mcp-workbench.service config-samples/systemd/mcp-workbench.socket
  DESTINATION lib/systemd/system COMPONENT runtime)
install(FILES packaging/sysusers.conf DESTINATION lib/sysusers.d RENAME mcp-workbench.conf COMPONENT runtime)

# install_documents(COMPONENT): with links to where the package has what they lead to.
function(install_documents component)
  install(CODE "
    set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
    execute_process(COMMAND \"${CMAKE_COMMAND}\" -D root=${PROJECT_SOURCE_DIR}
      -D documents=\${prefix}/${documents_folder} -D samples=\${prefix}/share/mcp-workbench/config-samples
      -D component=${component} -P ${PROJECT_SOURCE_DIR}/packaging/install_documents.cmake
      COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
endfunction()
install_documents(runtime)
# Where packages for Debian have it; each needs its own.
install(FILES LICENSE DESTINATION ${documents_folder} RENAME copyright COMPONENT runtime)
install(FILES LICENSE DESTINATION share/doc/mcp-workbench-dev RENAME copyright COMPONENT development)

install(DIRECTORY core/sdk/include/ DESTINATION include COMPONENT development)
if(EXISTS ${PROJECT_SOURCE_DIR}/core/sdk/testing/include)
  install(DIRECTORY core/sdk/testing/include/ DESTINATION include COMPONENT development)
endif()
install(DIRECTORY examples/plugins DESTINATION ${documents_folder} COMPONENT development)
install_documents(development)
install(TARGETS workbench_sdk workbench_testing EXPORT McpWorkbenchTargets COMPONENT development)
install(EXPORT McpWorkbenchTargets NAMESPACE McpWorkbench:: DESTINATION ${package_folder} COMPONENT development)

# Before 1.0 every minor version may break the ABI and the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/McpWorkbenchConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
configure_package_config_file(cmake/McpWorkbenchConfig.cmake.in ${PROJECT_BINARY_DIR}/McpWorkbenchConfig.cmake
  INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
install(FILES
  ${PROJECT_BINARY_DIR}/McpWorkbenchConfig.cmake ${PROJECT_BINARY_DIR}/McpWorkbenchConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/WorkbenchPlugin.cmake
  DESTINATION ${package_folder} COMPONENT development)

set(WORKBENCH_CONTACT authors@mcp-workbench.invalid CACHE STRING "Where users of a package reach who has published it")

# cpack -G DEB: mcp-workbench, and mcp-workbench-dev for the authors of plugins.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mcp-workbench)
set(CPACK_PACKAGE_VENDOR "MCP Workbench")
set(CPACK_PACKAGE_CONTACT "The authors of MCP Workbench <${WORKBENCH_CONTACT}>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME mcp-workbench)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/packaging/debian/postinst ${PROJECT_SOURCE_DIR}/packaging/debian/prerm
  ${PROJECT_SOURCE_DIR}/packaging/debian/postrm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/before_packing.cmake)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# As Debian calls the processor that the compiler compiles for.
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS passwd)  # useradd, where there is no systemd-sysusers
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS libsecret-1-0)  # for logins in the keyring; loaded when it is needed
# What follows the summary, which is the project's. The launcher and the plugins are found by the program, not by the
# dynamic linker.
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "Groups MCP servers into toolboxes, so that an agent's context stays small,
and shares them among all sessions of a user.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME mcp-workbench-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "mcp-workbench (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "Headers and a CMake package for plugins of MCP Workbench: transports,
listeners, tool filters, meta-tools and middleware.")
include(CPack)
