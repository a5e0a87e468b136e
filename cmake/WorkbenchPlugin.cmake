# workbench_add_plugin(name source...): a shared object that the workbench can load. The function is the same in this tree
# and in the installed package. Link further libraries with target_link_libraries(name PRIVATE ...). A plugin in a project
# of its own is installed to lib/mcp-workbench/plugins: with the workbench's prefix, where the workbench looks first.
function(workbench_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE McpWorkbench::sdk)
  set_target_properties(${name} PROPERTIES
    PREFIX "" OUTPUT_NAME ${name}
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  # Plugins are never unloaded. A missing symbol is an error when the plugin is linked.
  target_link_options(${name} PRIVATE -Wl,-z,nodelete $<$<CXX_COMPILER_ID:GNU>:-Wl,--no-undefined>)
  if(DEFINED WORKBENCH_PLUGIN_OUTPUT_DIRECTORY)
    set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${WORKBENCH_PLUGIN_OUTPUT_DIRECTORY})
  else()
    install(TARGETS ${name} LIBRARY DESTINATION lib/mcp-workbench/plugins)
  endif()
endfunction()
