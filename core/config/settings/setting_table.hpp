#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "config/settings/settings.hpp"

namespace workbench::config {

/// One setting, as --help and the reference page describe it.
struct SettingDescription {
  std::string key;          ///< in the properties file, and after -D
  std::string environment;  ///< the variable that sets it; empty: none
  std::string type;         ///< "milliseconds", "bytes", "list of names", ...
  std::string default_value;
  std::string description;  ///< one sentence
  /// Whether a change has effect while the workbench runs, for what begins after it; otherwise after a restart.
  bool has_effect_at_once = false;
};

/// The text of a setting, from the topmost layer that sets it.
struct SettingText {
  std::string text;
  std::filesystem::path folder;  ///< the base of relative paths in it; empty: the working directory
};

/// One setting: its description, and what becomes of it in the Settings.
struct Setting {
  SettingDescription description;
  /// The error's message completes a sentence that begins with the text: `is out of range; choose from 1 to 10`.
  std::function<Result<void>(const SettingText& text, Settings& settings)> apply;
  std::function<bool(const Settings& one, const Settings& other)> is_same;
  std::function<void(const Settings& from, Settings& to)> copy;
};

/// All settings except plugins' (`listener.NAME.OPTION`, ...), in the order in which a person should read them.
[[nodiscard]] const std::vector<Setting>& setting_table();

inline constexpr const char* kToolboxesKey = "workbench.toolboxes";
inline constexpr const char* kPluginPathKey = "plugins.path";
inline constexpr const char* kPluginFolder = "lib/mcp-workbench/plugins";  // below the install prefix

}  // namespace workbench::config
