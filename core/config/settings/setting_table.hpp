#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "config/settings/settings.hpp"

namespace workbench::config {

/// The text of a setting, from whichever layer won.
struct SettingText {
  std::string text;
  std::filesystem::path folder;  ///< what relative paths in it are relative to; empty: the working directory
};

/// One setting: what is said of it, and how its text gets into the Settings.
struct Setting {
  SettingDescription description;
  /// An error is `what; what to do`; it may begin with a verb that needs the text as its subject.
  std::function<Result<void>(const SettingText& text, Settings& settings)> apply;
};

/// All settings that have a name of their own, in the order in which a person should read them.
[[nodiscard]] const std::vector<Setting>& setting_table();

/// `listener.NAME.OPTION` taken apart.
struct FrontDoorKey {
  std::string listener;
  std::string option;
};
[[nodiscard]] bool is_listener_key(std::string_view key);
[[nodiscard]] std::optional<FrontDoorKey> parse_listener_key(std::string_view key);

inline constexpr const char* kPluginPathKey = "plugins.path";
inline constexpr const char* kPluginFolder = "lib/mcp-workbench/plugins";  // below the install prefix

}  // namespace workbench::config
