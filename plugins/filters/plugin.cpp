#include <workbench/plugin.hpp>

#include "name_filters.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  registrar.add_tool_filter("name", [](std::string_view text, Host&) { return filters::make_name_filter(text); });
  registrar.add_tool_filter("wildcard",
                            [](std::string_view text, Host&) { return filters::make_wildcard_filter(text); });
}

}  // namespace

WORKBENCH_PLUGIN("filters", "0.1.0", register_plugin);
