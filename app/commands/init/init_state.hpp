#pragma once

#include <optional>

#include "client_files/replaced_files.hpp"
#include "commands/command.hpp"

// The state that init keeps between its runs, for --undo.

namespace workbench::app {

/// The files that it has replaced. Absent: this user has no folder for it, which has been written to `context.errors`.
[[nodiscard]] std::optional<client_files::ReplacedFiles> replaced_files_of_user(CommandContext& context);

/// Waits until no other init reads or writes files, and keeps others from it. Absent: it has waited too long, or the
/// lock cannot be taken, which has been written to `context.errors`.
[[nodiscard]] std::optional<client_files::FileLock> lock_out_others(const client_files::ReplacedFiles& replaced,
                                                                    CommandContext& context);

}  // namespace workbench::app
