#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "config/config_file.hpp"
#include "config/settings/settings.hpp"
#include "config/variables.hpp"

namespace workbench::config {

/// The result of reading the settings. `settings` is meaningful if no finding is an error.
struct SettingsReading {
  Settings settings;
  std::vector<Finding> findings;
};

/// Reads the layers, each over the one before: defaults, properties file, environment, command line (`-D key=value`).
/// An empty `properties_file` means none. `install_prefix` is the folder above bin/, for the default plugin path. A
/// relative path is relative to the properties file that contains it, otherwise to the working directory.
[[nodiscard]] SettingsReading read_settings(const std::filesystem::path& properties_file,
                                            const std::map<std::string, std::string>& command_line,
                                            const Environment& environment,
                                            const std::filesystem::path& install_prefix);

}  // namespace workbench::config
