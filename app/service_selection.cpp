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

Wiring wire(const config::Settings& settings, const registry::Registry& registry) {
  Wiring wiring;
  wiring.workspace.mends_definitions = settings.mends_definitions;
  wiring.workspace.strict_input = settings.strict_input;
  wiring.workspace.request_state_key = settings.request_state_key;
  for (const std::string& name : settings.front_doors) {
    FrontDoor* door = registry.find_front_door(name);
    if (door == nullptr) {
      wiring.complaints.push_back(not_provided("frontDoors", "front door", name, registry.front_door_names()));
      continue;
    }
    const std::size_t complaints_before = wiring.complaints.size();
    Options options = front_door_options(name, door->options(), settings.front_door_options, wiring.complaints);
    if (wiring.complaints.size() == complaints_before) {
      const auto fit = door->check(options, settings.limits, json::Access(settings.limits.message_depth));
      if (!fit) wiring.complaints.push_back(fit.error().message);
    }
    wiring.front_doors.push_back({name, door, std::move(options)});
  }
  if (settings.front_doors.empty()) {
    wiring.complaints.emplace_back("frontDoors: names no front door, so that no client can come in; name one of: " +
                                   base::listed(registry.front_door_names()));
  }
  wiring.workspace.meta_tools = settings.meta_tools;
  for (const std::string& name : wiring.workspace.meta_tools) {
    if (registry.find_meta_tool(name) == nullptr) {
      wiring.complaints.push_back(not_provided("metaTools", "meta-tool", name, registry.meta_tool_names()));
    }
  }
  return wiring;
}

}  // namespace workbench::app
