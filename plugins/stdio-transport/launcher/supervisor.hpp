#pragma once

#include "arguments.hpp"
#include "records.hpp"

namespace launcher {

/// Starts the command and stays until it and everything that it started is gone. The end of the server, SIGTERM,
/// SIGINT, SIGHUP and the death of the parent end the whole tree: SIGTERM, a grace, SIGKILL. SIGQUIT ends it without
/// grace. Expects those signals and SIGCHLD to be blocked. Returns the exit code of the launcher: the server's own, 128
/// plus the signal that ended it, or 126 or 127 if it could not be started.
int supervise(const Arguments& arguments, Records& records, int parent);

}  // namespace launcher
