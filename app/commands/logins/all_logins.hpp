#pragma once

#include "commands/command.hpp"

namespace workbench::app {

/// Ends the logins of the user to all servers of the toolboxes file, and deletes their tokens, wherever they are kept.
/// What fails is written to `context.errors`; without a toolboxes file that can be used, there is nothing to end.
void end_all_logins(CommandContext& context);

}  // namespace workbench::app
