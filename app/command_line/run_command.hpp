#pragma once

#include <Poco/Util/OptionSet.h>

#include <string>
#include <vector>

#include "commands/command.hpp"

namespace workbench::app {

/// The options of a command, those that all have included.
[[nodiscard]] Poco::Util::OptionSet options_of(const Command& command);

/// Reads the arguments that follow the name of the command into `context`, and runs it, or shows its help. A usage
/// error is written to `context.errors`.
[[nodiscard]] ExitStatus run_command(Command& command, const std::vector<std::string>& arguments,
                                     CommandContext context);

}  // namespace workbench::app
