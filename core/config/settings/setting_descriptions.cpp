#include "config/settings/setting_descriptions.hpp"

#include <string>

namespace workbench::config {

const std::vector<SettingDescription>& setting_descriptions() {
  static const std::vector<SettingDescription> descriptions = [] {
    std::vector<SettingDescription> all;
    for (const Setting& setting : setting_table()) {
      all.push_back(setting.description);
      for (const OptionKind& kind : kOptionKinds) {
        if (setting.description.key != kind.list) continue;
        all.push_back({std::string(kind.prefix) + "NAME.OPTION", "", "depends on the option", "",
                       std::string("An option of the ") + kind.object +
                           " NAME; the plugin that provides it documents its options."});
      }
    }
    return all;
  }();
  return descriptions;
}

}  // namespace workbench::config
