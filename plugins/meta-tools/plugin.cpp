// The workbench's own tools. They use nothing but the SDK.

#include <workbench/plugin.hpp>

#include "meta_tools.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  registrar.add_meta_tool("open_toolbox", {.make = construct<MetaTool, meta_tools::OpenToolbox>});
  registrar.add_meta_tool("use_tool", {.make = construct<MetaTool, meta_tools::UseTool>});
  registrar.add_meta_tool("describe_tools", {.make = construct<MetaTool, meta_tools::DescribeTools>});
  registrar.add_meta_tool("close_toolbox", {.make = construct<MetaTool, meta_tools::CloseToolbox>});
  registrar.add_meta_tool("list_toolboxes", {.make = construct<MetaTool, meta_tools::ListToolboxes>});
}

}  // namespace

WORKBENCH_PLUGIN("meta-tools", "0.1.0", register_plugin);
