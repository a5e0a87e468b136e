#pragma once

#include "client_files/replaced_files.hpp"
#include "commands/command.hpp"
#include "commands/init/init_wishes.hpp"

namespace workbench::app {

/// init without --undo and --export: imports, adds to the toolboxes file, and puts the workbench into the clients. What
/// it writes is kept in `replaced`.
[[nodiscard]] ExitStatus run_init(const InitWishes& wishes, client_files::ReplacedFiles& replaced,
                                  CommandContext& context);

}  // namespace workbench::app
