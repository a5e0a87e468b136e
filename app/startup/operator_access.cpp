#include "startup/operator_access.hpp"

#include <algorithm>
#include <string>

#include <workbench/listener.hpp>

#include "base/contains.hpp"
#include "startup/selected_objects.hpp"

namespace workbench::app {
namespace {

bool asks_people(const config::Config& config) {
  return std::any_of(config.toolboxes.begin(), config.toolboxes.end(), [](const config::ToolboxEntry& toolbox) {
    return std::any_of(toolbox.policies.begin(), toolbox.policies.end(),
                       [](const auto& policy) { return policy.second.asks_people(); });
  });
}

}  // namespace

bool serves_console(const config::Settings& settings) {
  const config::KindSettings& listeners = settings.of<Listener>();
  return base::contains(listeners.names, std::string("http")) &&
         option_of(listeners.options, "http", "console") == "true";
}

bool admits_operators(const config::Settings& settings, const config::Config& config) {
  const bool is_shared = base::contains(settings.of<Listener>().names, std::string("local"));
  return is_shared || serves_console(settings) || asks_people(config);
}

}  // namespace workbench::app
