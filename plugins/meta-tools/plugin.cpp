// The workbench's own tools. They use nothing but the SDK.

#include <memory>

#include <workbench/plugin.hpp>

#include "meta_tools.hpp"
#include "search/search_tools.hpp"
#include "search/usage_counter.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  registrar.add_meta_tool(
      "open_toolbox", {.options = meta_tools::OpenToolbox::option_descriptions(),
                       .check = [](const Options& options, Host&) { return meta_tools::OpenToolbox::check(options); },
                       .make = construct<MetaTool, meta_tools::OpenToolbox>});
  registrar.add_meta_tool("use_tool", {.make = construct<MetaTool, meta_tools::UseTool>});
  registrar.add_meta_tool("describe_tools", {.make = construct<MetaTool, meta_tools::DescribeTools>});
  const auto usage = std::make_shared<meta_tools::ToolUsage>(meta_tools::tool_usage_file());
  registrar.add_meta_tool("search_tools", {.make = [usage](const Options&, Host& host) -> std::unique_ptr<MetaTool> {
                            return std::make_unique<meta_tools::SearchTools>(host, usage);
                          }});
  registrar.add_middleware("tool-usage", {.make = [usage](const Options&, Host& host) -> std::unique_ptr<Middleware> {
                             return std::make_unique<meta_tools::UsageCounter>(host, usage);
                           }});
  registrar.add_meta_tool("read_result", {.make = construct<MetaTool, meta_tools::ReadResult>});
  registrar.add_meta_tool("close_toolbox", {.make = construct<MetaTool, meta_tools::CloseToolbox>});
  registrar.add_meta_tool("list_toolboxes", {.make = construct<MetaTool, meta_tools::ListToolboxes>});
}

}  // namespace

WORKBENCH_PLUGIN("meta-tools", "0.1.0", register_plugin);
