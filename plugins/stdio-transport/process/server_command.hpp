#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

#include "process/server_limits.hpp"

namespace workbench::stdio {

/// How a server is started, according to its entry in the configuration.
struct ServerCommand {
  std::string command;
  std::vector<std::string> args;
  Options::TextMap env;
  Options::TextList inherit_env;
  std::string cwd;  ///< empty: the workbench's own
  ServerLimits limits;
  std::string login_shell;  ///< whose PATH is searched as well; empty: the user's; "none": none
};

[[nodiscard]] std::vector<OptionDescription> describe_server_command();

/// What can never work in these options.
[[nodiscard]] std::vector<OptionError> check_server_command(const Options& options);

[[nodiscard]] ServerCommand read_server_command(const Options& options);

/// The variables that the server may see, as the launcher's --keep-env expects them: a short list of harmless ones,
/// those that the configuration sets (`env`), and those that it passes on (`inheritEnv`).
[[nodiscard]] std::string kept_environment(const ServerCommand& server);

/// The first variable that `words` of the server mention and that is set for the workbench, but that the server does
/// not see; empty: there is none.
[[nodiscard]] std::string find_withheld_variable(const ServerCommand& server, std::string_view words);

/// The PATH on which the command is looked up: the one that the configuration sets, else the workbench's own.
[[nodiscard]] std::string searched_path(const ServerCommand& server);

/// Whether the command is a name, and no program of this name is in the folders of `path`.
[[nodiscard]] bool is_missing_on(const std::string& path, const ServerCommand& server);

/// The shell to ask for its PATH, because that of the workbench lacks the command and the configuration sets no other.
/// Empty: none.
[[nodiscard]] std::string shell_to_ask(const ServerCommand& server);

}  // namespace workbench::stdio
