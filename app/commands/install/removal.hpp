#pragma once

#include "client_files/replaced_files.hpp"
#include "process/output.hpp"

// The files that the workbench itself keeps for a user, and what a user has written beside them.

namespace workbench::app {

/// Whether a file of a client has what init has put there, or may have it. A file that does not exist any more has not.
[[nodiscard]] bool is_client_left(const client_files::ReplacedFiles& replaced);

/// Removes caches, logs, the memory of trusted files, sockets, and what --undo needs unless a client is left; with
/// `with_logins`, the files of logins, too. Writes what was removed to `out`, and what cannot be removed to `errors`.
void remove_kept_files(bool with_logins, Output& out, Output& errors);

/// Names in `out` what stays and how to remove it: files of the user, logins, units of systemd.
void show_what_stays(Output& out);

}  // namespace workbench::app
