#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace workbench::registry {

/// The absolute path of the plugin `name`: of the first NAME.so in the folders of `path`, or of the file itself if the
/// name has a slash. Throws PluginRefused if there is none, naming every place that was searched. [startup]
[[nodiscard]] std::filesystem::path find_plugin(std::string_view name, const std::vector<std::filesystem::path>& path);

}  // namespace workbench::registry
