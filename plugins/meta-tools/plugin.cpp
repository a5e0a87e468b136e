// The workbench's own tools, written against the promise alone.

#include <memory>

#include <workbench/plugin.hpp>

#include "open_toolbox.hpp"
#include "use_tool.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_meta_tool("open_toolbox", std::make_unique<meta_tools::OpenToolbox>());
  registrar.add_meta_tool("use_tool", std::make_unique<meta_tools::UseTool>());
}

}  // namespace

WORKBENCH_PLUGIN("meta-tools", "0.1.0", register_plugin);
