#include <workbench/plugin.hpp>

#include "name_filter.hpp"
#include "wildcard_filter.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_tool_filter("name", workbench::make_name_filter);
  registrar.add_tool_filter("wildcard", workbench::make_wildcard_filter);
}

}  // namespace

WORKBENCH_PLUGIN("filters", "0.1.0", register_plugin);
