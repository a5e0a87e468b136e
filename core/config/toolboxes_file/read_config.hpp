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

#include "config/config_file.hpp"
#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/inputs.hpp"
#include "config/variables.hpp"

namespace workbench::config {

/// What the loaded plugins accept, so that a server entry can be checked before any server is started.
struct Vocabulary {
  std::map<std::string, std::vector<OptionDescription>> transports;  ///< by registered name
  /// Everything that is wrong with the options of a server for the transport of this name. May be empty.
  std::function<std::vector<OptionError>(const std::string& transport, const Options& options)> check_server;
  /// What will probably not work although the options are valid: noted, not refused. For --check alone; may be empty.
  std::function<std::vector<OptionError>(const std::string& transport, const Options& options)> doubt_server;
  /// Checks one `toolFilters` entry without its `!`; an error says what is wrong with it. May be empty.
  std::function<Result<void>(std::string_view entry)> check_tool_filter;
  /// The variables of the workbench's environment whose names begin so, but for those that a server gets only if they
  /// are named whole. They replace a name with `*` at its end, see OptionDescription::names_variables. May be empty.
  std::function<std::vector<std::string>(std::string_view beginning)> variables_with;
};

/// The result of reading a file: all findings at once, and the configuration if none of them is an error.
struct ConfigReading {
  std::optional<Config> config;
  std::vector<Finding> findings;  ///< in the order of the file
  /// The file, and those that it names: whoever wants to notice a change has to look at all of them.
  std::vector<std::filesystem::path> files;
  /// What a person has to be asked for before every server of the file can be used.
  std::vector<InputEntry> unanswered_inputs = {};
  /// If there are errors: what can be used of the file to look for other troubles, without the servers that have some.
  std::optional<Config> valid_part;
};

/// Reads and checks the toolboxes file. `read` reads it and every file that it names. Starts no server and throws
/// nothing.
[[nodiscard]] ConfigReading read_config(const std::filesystem::path& file, const Vocabulary& vocabulary,
                                        const Environment& environment, const FileReader& read = read_text_file);

}  // namespace workbench::config
