#pragma once

#include "commands/command.hpp"

namespace workbench::app {

/// Starts the servers of all toolboxes, shows in `context.out` what opening each toolbox costs a model, and calls one
/// tool whose server says that it only reads, and that needs no arguments. Waits 45 s for the servers, 10 s for the
/// call, and until what it started has ended. A failure is shown, and nothing else: init has done its work.
void try_toolboxes(const Sources& sources, CommandContext& context);

}  // namespace workbench::app
