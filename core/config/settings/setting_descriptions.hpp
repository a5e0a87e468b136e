#pragma once

#include <vector>

#include "config/settings/setting_table.hpp"

namespace workbench::config {

/// All settings, and one row for the options of each kind of object of plugins, in the order in which a person should
/// read them.
[[nodiscard]] const std::vector<SettingDescription>& setting_descriptions();

}  // namespace workbench::config
