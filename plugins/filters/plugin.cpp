#include <workbench/plugin.hpp>

#include "hint_filters.hpp"
#include "name_filters.hpp"

namespace {

void add_hint_filter(workbench::Registrar& registrar, std::string_view scheme,
                     workbench::filters::HintFilter::ReadsHints reads_hints) {
  registrar.add_tool_filter(scheme, [scheme, reads_hints](std::string_view text, workbench::Host&) {
    return workbench::filters::make_hint_filter(scheme, text, reads_hints);
  });
}

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  registrar.add_tool_filter("name", [](std::string_view text, Host&) { return filters::make_name_filter(text); });
  registrar.add_tool_filter("wildcard",
                            [](std::string_view text, Host&) { return filters::make_wildcard_filter(text); });
  add_hint_filter(registrar, "writes", filters::may_write);
  add_hint_filter(registrar, "destructive", filters::may_destroy);
  add_hint_filter(registrar, "open-world", filters::reaches_open_world);
}

}  // namespace

WORKBENCH_PLUGIN("filters", "0.1.0", register_plugin);
