#include "service_selection.hpp"

#include <utility>

#include "base/text.hpp"
#include "json/scanner_json_access.hpp"
#include "listener_options.hpp"

namespace workbench::app {
namespace {

std::string not_provided(const std::string& setting, const std::string& kind, const std::string& name,
                         const std::vector<std::string>& provided) {
  return setting + ": no loaded plugin provides the " + kind + " '" + name + "' (there are: " + base::listed(provided) +
         "); mend " + setting + ", or load its plugin with plugins.load";
}

}  // namespace

ServiceSelection select_services(const config::Settings& settings, const registry::Registry& registry) {
  ServiceSelection selection;
  selection.workspace.repairs_schemas = settings.repairs_schemas;
  selection.workspace.strict_input = settings.strict_input;
  selection.workspace.request_state_key = settings.request_state_key;
  for (const std::string& name : settings.listeners) {
    Listener* door = registry.find_listener(name);
    if (door == nullptr) {
      selection.complaints.push_back(not_provided("listeners", "listener", name, registry.listener_names()));
      continue;
    }
    const std::size_t complaints_before = selection.complaints.size();
    Options options = listener_options(name, door->options(), settings.listener_options, selection.complaints);
    if (selection.complaints.size() == complaints_before) {
      const auto fit = door->check(options, settings.limits, json::Access(settings.limits.message_depth));
      if (!fit) selection.complaints.push_back(fit.error().message);
    }
    selection.listeners.push_back({name, door, std::move(options)});
  }
  if (settings.listeners.empty()) {
    selection.complaints.emplace_back("listeners: names no listener, so that no client can come in; name one of: " +
                                      base::listed(registry.listener_names()));
  }
  selection.workspace.meta_tools = settings.meta_tools;
  for (const std::string& name : selection.workspace.meta_tools) {
    if (registry.find_meta_tool(name) == nullptr) {
      selection.complaints.push_back(not_provided("metaTools", "meta-tool", name, registry.meta_tool_names()));
    }
  }
  return selection;
}

}  // namespace workbench::app
