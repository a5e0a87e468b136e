#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <workbench/host.hpp>

#include "config/toolboxes_file/read_config.hpp"

namespace workbench::config {

/// The host's own settings, from the properties file and its layers.
struct Settings {
  std::filesystem::path toolboxes_file;
  std::vector<std::filesystem::path> plugin_path;
  std::vector<std::string> plugins;
  std::vector<std::string> listeners;
  std::vector<std::string> meta_tools;  ///< offered to clients, in this order; empty: all that are registered
  std::map<std::string, std::map<std::string, std::string>> listener_options;  ///< by listener, then option
  bool repairs_schemas = true;
  bool strict_input = false;      ///< see Workbench::is_strict_about_input()
  std::string request_state_key;  ///< a secret; empty: each process makes up its own
  LogLevel log_level = LogLevel::information;
  Limits limits;
};

/// One setting: what --help and the reference page say of it.
struct SettingDescription {
  std::string key;          ///< in the properties file, and behind -D
  std::string environment;  ///< the variable that sets it, if there is one
  std::string type;         ///< "milliseconds", "bytes", "list of names", ...
  std::string default_value;
  std::string description;  ///< one sentence
};

/// All settings, in the order in which a person should read them.
[[nodiscard]] const std::vector<SettingDescription>& setting_descriptions();

/// What reading the settings yields. `settings` is meaningful if no finding is an error.
struct SettingsReading {
  Settings settings;
  std::vector<Finding> findings;
};

/// Reads the layers, each over the one before: defaults, properties file, environment, command line (`-D key=value`).
/// `properties_file` empty: none. `install_prefix` is the folder above bin/, for the default plugin path; relative
/// paths are relative to the properties file that names them, else to the working directory.
[[nodiscard]] SettingsReading read_settings(const std::filesystem::path& properties_file,
                                            const std::map<std::string, std::string>& command_line,
                                            const Environment& environment,
                                            const std::filesystem::path& install_prefix);

}  // namespace workbench::config
