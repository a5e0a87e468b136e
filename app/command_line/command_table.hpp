#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "commands/command.hpp"

namespace workbench::app {

/// One of each command, in the order of the help. This is the table to add a command to.
[[nodiscard]] std::vector<std::unique_ptr<Command>> all_commands();

/// The command of this name; null: there is none.
[[nodiscard]] std::unique_ptr<Command> find_command(std::string_view name);

}  // namespace workbench::app
