#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "config/config_file.hpp"
#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/inputs.hpp"
#include "config/toolboxes_file/vocabulary.hpp"
#include "config/variables.hpp"

namespace workbench::config {

/// The result of reading a file: all findings at once, and the configuration if none of them is an error of the file.
/// Servers whose own entries have errors are in it, and are not to be used (ServerEntry::unusable).
struct ConfigReading {
  std::optional<Config> config;
  std::vector<Finding> findings;  ///< in the order of the file
  /// The file, and the files that it names. A watcher of the configuration has to watch all of them.
  std::vector<std::filesystem::path> files;
  /// The inputs that are needed before every server of the file can be used.
  std::vector<InputEntry> unanswered_inputs = {};
  /// If there are errors of the file: what can be used of it to look for other troubles.
  std::optional<Config> valid_part;
};

/// Reads and checks the toolboxes file. `read` reads it and every file that it names. Starts no server and throws
/// nothing.
[[nodiscard]] ConfigReading read_config(const std::filesystem::path& file, const Vocabulary& vocabulary,
                                        const Environment& environment, const FileReader& read = read_text_file);

}  // namespace workbench::config
