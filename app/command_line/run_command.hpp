#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands/command.hpp"

namespace workbench::app {

/// One of each command, in the order of the help. This is the table to add a command to.
[[nodiscard]] std::vector<std::unique_ptr<Command>> all_commands();

/// The options of a command, those that all have included.
[[nodiscard]] Poco::Util::OptionSet options_of(const Command& command);

/// The command of this name; null: there is none.
[[nodiscard]] std::unique_ptr<Command> find_command(std::string_view name);

/// Reads the arguments that follow the name of the command into `context`, and runs it, or shows its help. A usage
/// error is written to `context.errors`.
[[nodiscard]] ExitStatus run_command(Command& command, const std::vector<std::string>& arguments,
                                     CommandContext context);

}  // namespace workbench::app
