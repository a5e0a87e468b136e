// The workbench's own tools. They use nothing but the SDK.

#include <memory>

#include <workbench/plugin.hpp>

#include "meta_tools.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_meta_tool("open_toolbox", std::make_unique<meta_tools::OpenToolbox>());
  registrar.add_meta_tool("use_tool", std::make_unique<meta_tools::UseTool>());
  registrar.add_meta_tool("describe_tools", std::make_unique<meta_tools::DescribeTools>());
  registrar.add_meta_tool("close_toolbox", std::make_unique<meta_tools::CloseToolbox>());
  registrar.add_meta_tool("list_toolboxes", std::make_unique<meta_tools::ListToolboxes>());
}

}  // namespace

WORKBENCH_PLUGIN("meta-tools", "0.1.0", register_plugin);
