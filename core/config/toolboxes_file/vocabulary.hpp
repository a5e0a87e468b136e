#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>
#include <workbench/result.hpp>

namespace workbench::config {

/// What the loaded plugins accept, so that a server entry can be checked before any server is started.
struct Vocabulary {
  std::map<std::string, std::vector<OptionDescription>> transports;  ///< by registered name
  /// All errors in the options of a server for the transport of this name. May be empty.
  std::function<std::vector<OptionError>(const std::string& transport, const Options& options)> check_server;
  /// What will probably not work although the options are valid: noted, not refused. For --check alone; may be empty.
  std::function<std::vector<OptionError>(const std::string& transport, const Options& options)> doubt_server;
  /// Checks one `toolFilters` entry without its `!`; an error says what is wrong with it. May be empty.
  std::function<Result<void>(std::string_view entry)> check_tool_filter;
  /// Why `"lock": "warn"` and `"block"` would have no effect, and what to do; empty: they have.
  std::string lock_objection = {};
  /// The variables of the workbench's environment that begin with this prefix, except those that a server gets only if
  /// it names them whole. They replace a name that ends with `*`, see OptionDescription::names_variables. May be empty.
  std::function<std::vector<std::string>(std::string_view beginning)> variables_with;
};

}  // namespace workbench::config
