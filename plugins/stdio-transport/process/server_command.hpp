#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

#include "process/server_limits.hpp"

namespace workbench::stdio {

/// The value of `loginShell` with which no shell is asked.
inline constexpr std::string_view kNoLoginShell = "none";

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

}  // namespace workbench::stdio
