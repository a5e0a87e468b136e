#pragma once

#include "commands/command.hpp"
#include "commands/init/init_run.hpp"

namespace workbench::app {

/// The end of init: with `tries`, what opening each toolbox costs, and one real call; then which clients to restart.
/// Not under the lock of init, because `tries` starts servers and takes up to half a minute.
void show_ending(const InitOutcome& outcome, bool tries, CommandContext& context);

}  // namespace workbench::app
