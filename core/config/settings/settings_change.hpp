#pragma once

#include <string>
#include <vector>

#include "config/settings/settings.hpp"

namespace workbench::config {

/// What a workbench that runs makes of settings that were read again.
struct SettingsChange {
  Settings settings;                 ///< those that have effect now
  std::vector<std::string> applied;  ///< the keys of those that differ and have effect at once
  std::vector<std::string> waiting;  ///< of those that differ and need a restart; `listener.*` for options
};

[[nodiscard]] SettingsChange change_while_running(const Settings& running, const Settings& read);

}  // namespace workbench::config
