# What `cmake --install` installs, relative to the prefix. No file contains the prefix, so the tree can be moved.
#
#   runtime      bin/mcp-workbench
#                lib/mcp-workbench/launcher, lib/mcp-workbench/http-client.so, lib/mcp-workbench/plugins/*.so
#                share/mcp-workbench/config-samples/
#                share/doc/mcp-workbench/REFERENCE.md      every setting
#   development  include/workbench/, include/workbench/testing/
#                lib/cmake/McpWorkbench/   find_package(McpWorkbench): McpWorkbench::sdk, McpWorkbench::testing and
#                                          workbench_add_plugin()
#                share/doc/mcp-workbench/plugins/          the guide for plugin authors, and its examples: a project
#
# The program looks for lib/mcp-workbench beside its own bin/, on every platform.
include(CMakePackageConfigHelpers)

set(workbench_folder lib/mcp-workbench)
set(package_folder lib/cmake/McpWorkbench)
set(documents_folder share/doc/mcp-workbench)

if(TARGET mcp-workbench)
  install(TARGETS mcp-workbench RUNTIME DESTINATION bin COMPONENT runtime)
endif()
foreach(plugin stdio-transport http-transport filters meta-tools call-log metrics)
  if(TARGET ${plugin})
    install(TARGETS ${plugin} LIBRARY DESTINATION ${workbench_folder}/plugins COMPONENT runtime)
  endif()
endforeach()
if(TARGET http-client)
  install(TARGETS http-client LIBRARY DESTINATION ${workbench_folder} COMPONENT runtime)
endif()
if(TARGET workbench_launcher)
  install(PROGRAMS $<TARGET_FILE:workbench_launcher> DESTINATION ${workbench_folder} RENAME launcher COMPONENT runtime)
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/config-samples)
  install(DIRECTORY config-samples/ DESTINATION share/mcp-workbench/config-samples COMPONENT runtime)
endif()
install(FILES core/config/REFERENCE.md DESTINATION ${documents_folder} COMPONENT runtime)

install(DIRECTORY core/sdk/include/ DESTINATION include COMPONENT development)
if(EXISTS ${PROJECT_SOURCE_DIR}/core/sdk/testing/include)
  install(DIRECTORY core/sdk/testing/include/ DESTINATION include COMPONENT development)
endif()
install(DIRECTORY examples/plugins DESTINATION ${documents_folder} COMPONENT development)
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
