#pragma once

#include "client_files/replaced_files.hpp"
#include "client_files/undoing.hpp"
#include "commands/command.hpp"

namespace workbench::app {

/// init --undo: restores what init has written. `only_shows`: as a diff, and nothing is written.
[[nodiscard]] ExitStatus undo_init(const client_files::ReplacedFiles& replaced, const client_files::UndoWishes& wishes,
                                   bool only_shows, CommandContext& context);

/// Restores what this run has written, because it cannot be used. False: not all of it, which has been written to
/// `context.errors`.
[[nodiscard]] bool take_back(const client_files::ReplacedFiles& replaced, CommandContext& context);

}  // namespace workbench::app
