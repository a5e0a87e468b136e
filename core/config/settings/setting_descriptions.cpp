#include "config/settings/setting_descriptions.hpp"

#include <string>

namespace workbench::config {
namespace {

SettingDescription description_of_options(const registry::Kind& kind) {
  return {std::string(kind.prefix) + "NAME.OPTION", "", "depends on the option", "",
          "An option of the " + std::string(kind.name) + " NAME; the plugin that provides it documents its options."};
}

}  // namespace

const std::vector<SettingDescription>& setting_descriptions() {
  static const std::vector<SettingDescription> descriptions = [] {
    std::vector<SettingDescription> all;
    for (const Setting& setting : setting_table()) {
      all.push_back(setting.description);
      for (const registry::Kind& kind : registry::kinds()) {
        if (kind.list.key == setting.description.key) all.push_back(description_of_options(kind));
      }
    }
    for (const registry::Kind& kind : registry::kinds()) {
      if (kind.list.key.empty() && !kind.prefix.empty()) all.push_back(description_of_options(kind));
    }
    return all;
  }();
  return descriptions;
}

}  // namespace workbench::config
