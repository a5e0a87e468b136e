#pragma once

#include "records.hpp"
#include "runner.hpp"
#include "server.hpp"

namespace launcher {

/// Starts the server and returns when it and every process it started have exited, and `runner` has ended what else
/// there is. The end of the server, SIGTERM,
/// SIGINT, SIGHUP and the end of the process behind the pidfd `parent` end the whole tree: SIGTERM, then SIGKILL after
/// `grace_ms`. SIGQUIT ends it without grace. Expects those signals and SIGCHLD to be blocked. Returns the exit code
/// for the launcher: the server's own, 128 plus the signal that ended it, or 126 or 127 if it could not be started.
int supervise(const LaunchedCommand& server, int grace_ms, int parent, Runner& runner, Records& records);

}  // namespace launcher
