#include "config/settings/settings_change.hpp"

#include "config/settings/setting_table.hpp"

namespace workbench::config {

SettingsChange change_while_running(const Settings& running, const Settings& read) {
  SettingsChange change{running, {}, {}};
  for (const Setting& setting : setting_table()) {
    const SettingDescription& described = setting.description;
    if (!setting.is_same(running, read)) {
      (described.has_effect_at_once ? change.applied : change.waiting).push_back(described.key);
      if (described.has_effect_at_once) setting.copy(read, change.settings);
    }
    for (const OptionKind& kind : kOptionKinds) {
      const bool differs = described.key == kind.list && running.*kind.options != read.*kind.options;
      if (differs) change.waiting.push_back(std::string(kind.prefix) + "*");
    }
  }
  return change;
}

}  // namespace workbench::config
