#include "plugin_list.hpp"

#include <ostream>
#include <string>
#include <string_view>

#include "base/text.hpp"

namespace workbench::app {
namespace {

void print_kind(std::ostream& out, std::string_view kind, const std::vector<std::string>& names) {
  if (!names.empty()) out << "  " << kind << ": " << base::listed(names, std::string::npos) << '\n';
}

}  // namespace

void print_plugins(std::ostream& out, const std::vector<registry::PluginRecord>& plugins) {
  for (const registry::PluginRecord& plugin : plugins) {
    out << plugin.name << ' ' << plugin.version << "  " << plugin.file.string() << '\n';
    print_kind(out, "transports", plugin.transports);
    print_kind(out, "listeners", plugin.listeners);
    print_kind(out, "tool filters", plugin.tool_filters);
    print_kind(out, "meta-tools", plugin.meta_tools);
  }
}

}  // namespace workbench::app
