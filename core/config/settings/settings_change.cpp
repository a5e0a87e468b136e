#include "config/settings/settings_change.hpp"

#include "config/settings/setting_table.hpp"

namespace workbench::config {

SettingsChange change_while_running(const Settings& running, const Settings& read) {
  SettingsChange change{running, {}, {}};
  const auto add_options = [&](const registry::Kind& kind) {
    const bool differs = running.of(kind).options != read.of(kind).options;
    if (differs) change.waiting.push_back(std::string(kind.prefix) + "*");
  };
  for (const Setting& setting : setting_table()) {
    const SettingDescription& described = setting.description;
    if (!setting.is_same(running, read)) {
      (described.has_effect_at_once ? change.applied : change.waiting).push_back(described.key);
      if (described.has_effect_at_once) setting.copy(read, change.settings);
    }
    for (const registry::Kind& kind : registry::kinds()) {
      if (kind.list.key == described.key) add_options(kind);
    }
  }
  for (const registry::Kind& kind : registry::kinds()) {
    if (kind.list.key.empty()) add_options(kind);
  }
  return change;
}

}  // namespace workbench::config
