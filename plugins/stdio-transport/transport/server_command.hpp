#pragma once

#include <string>
#include <vector>

#include <workbench/options.hpp>
#include <workbench/result.hpp>

namespace workbench::stdio {

/// How a server is started, as its entry in the configuration says.
struct ServerCommand {
  std::string command;
  std::vector<std::string> args;
  Options::TextMap env;
  Options::TextList inherit_env;
  std::string cwd;  ///< empty: the workbench's own
};

[[nodiscard]] std::vector<OptionDescription> describe_server_command();

/// invalid_argument: something in it can never work; the message names the option.
[[nodiscard]] Result<ServerCommand> read_server_command(const Options& options);

}  // namespace workbench::stdio
