#include <workbench/plugin.hpp>

#include "name_filters.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_tool_filter("name", workbench::filters::make_name_filter);
  registrar.add_tool_filter("wildcard", workbench::filters::make_wildcard_filter);
}

}  // namespace

WORKBENCH_PLUGIN("filters", "0.1.0", register_plugin);
