#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "startup/startup.hpp"

// The command lines of this program that answer requests of operators. What a request names is one word of them: it
// does not begin with '-', and follows `--`.

namespace workbench::app {

/// A command without the place of its configuration.
struct CommandWords {
  std::vector<std::string> words;  ///< the command and its options
  std::string argument = {};       ///< empty: there is none
  bool answers_with_text = false;  ///< else with JSON

  /// With the options that configuration_words() has made.
  [[nodiscard]] std::vector<std::string> with(const std::vector<std::string>& configuration) const;
};

/// Whether a command answers this method.
[[nodiscard]] bool is_command_method(std::string_view method);

/// The command for one of these methods:
///
///   workbench/doctor       {"toolbox", "server"}  doctor --json
///   workbench/check        {}                     --check
///   workbench/tools        {}                     list --json
///   workbench/explain      {"tool"} or {"host"}   explain --json
///   workbench/lock         {"server": "T/S"}      lock --diff --json
///   workbench/lock/accept  {"name", "expect"}     lock --accept --json
///
/// invalid_argument: the params are not valid.
[[nodiscard]] Result<CommandWords> command_words(std::string_view method, const Json& params);

/// The options that give a command the configuration of `sources`, but for what belongs to the running workbench alone:
/// its own socket and its log. `toolboxes`: the file that is used.
[[nodiscard]] std::vector<std::string> configuration_words(const Sources& sources,
                                                           const std::filesystem::path& toolboxes);

}  // namespace workbench::app
