#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>
#include <workbench/result.hpp>

#include "config/toolboxes_file/config.hpp"

namespace workbench::config {

/// What the loaded plugins understand, so that a server entry can be checked before any server is started.
struct Vocabulary {
  std::map<std::string, std::vector<OptionDescription>> transports;  ///< by registered name
  /// Checks the options of a server for the transport of this name; an error says what is wrong with them. May be
  /// empty.
  std::function<Result<void>(const std::string& transport, const Options& options)> check_server;
  /// Checks one `toolFilters` entry without its `!`; an error says what is wrong with it.
  std::function<Result<void>(std::string_view entry)> check_tool_filter;
};

/// One finding about a configuration file.
struct Finding {
  enum class Severity { error, note };
  Severity severity = Severity::error;
  /// One line: `FILE:LINE:COLUMN: JSON-PATH: what is wrong; what to do`. Of settings: `FILE:LINE: KEY: ...`,
  /// `WORKBENCH_LOG_LEVEL: ...` or `-D KEY: ...`. It never holds the value of a variable
  /// that `${}` names, nor one of `env`.
  std::string text;
};

/// What reading a file yields: all findings at once, and the configuration if none of them is an error.
struct ConfigReading {
  std::optional<Config> config;
  std::vector<Finding> findings;  ///< in the order of the file
};

/// Looks up an environment variable; absent when it is not set.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

/// Reads and checks the toolboxes file. Starts nothing and throws nothing.
[[nodiscard]] ConfigReading read_config(const std::filesystem::path& file, const Vocabulary& vocabulary,
                                        const Environment& environment);

}  // namespace workbench::config
