#include "startup/own_variables.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace workbench::app {
namespace {

constexpr std::string_view kSettings = "WORKBENCH_";

/// sd_notify(3), sd_watchdog_enabled(3) and sd_listen_fds(3): a server would speak for the workbench.
constexpr std::array<std::string_view, 6> kOfTheServiceManager{"NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",
                                                               "LISTEN_PID",    "LISTEN_FDS",   "LISTEN_FDNAMES"};

/// Appends the values of the options that name variables.
void append_named(std::vector<std::string>& names, const std::vector<OptionDescription>& descriptions,
                  const std::map<std::string, config::OptionText>& texts) {
  for (const OptionDescription& description : descriptions) {
    const auto text = texts.find(description.name);
    if (description.names_variables && text != texts.end()) names.push_back(text->second.text);
  }
}

}  // namespace

OwnVariables::OwnVariables(const config::Settings& settings, const registry::Registry& registry) {
  for (const registry::Kind& kind : registry::kinds()) {
    const registry::RegisteredKind* const registered = registry.find(kind);
    if (registered == nullptr) continue;
    for (const auto& [name, texts] : settings.of(kind).options) {
      if (const auto options = registered->find_options(name)) {
        append_named(named_by_options_, options->descriptions, texts);
      }
    }
  }
}

bool OwnVariables::contains(std::string_view name) const {
  return name.starts_with(kSettings) ||
         std::find(kOfTheServiceManager.begin(), kOfTheServiceManager.end(), name) != kOfTheServiceManager.end() ||
         std::find(named_by_options_.begin(), named_by_options_.end(), name) != named_by_options_.end();
}

std::vector<std::string> OwnVariables::others_with(std::string_view beginning) const {
  std::vector<std::string> names;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    const bool can_be_listed = !name.empty() && name.find_first_of(",*") == std::string_view::npos;
    if (can_be_listed && name.starts_with(beginning) && !contains(name)) names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace workbench::app
