#pragma once

#include <string>
#include <vector>

#include "config/settings/settings.hpp"

namespace workbench::config {

/// How a running workbench applies settings that were read again.
struct SettingsChange {
  Settings settings;                 ///< the settings in force now
  std::vector<std::string> applied;  ///< keys of settings that differ and take effect at once
  std::vector<std::string> waiting;  ///< keys of settings that differ and need a restart; `listener.*` for options
};

[[nodiscard]] SettingsChange change_while_running(const Settings& running, const Settings& read);

}  // namespace workbench::config
