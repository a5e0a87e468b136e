#pragma once

#include <sys/types.h>

#include "arguments.hpp"

namespace launcher {

/// A server that is being started.
struct Start {
  pid_t pid = -1;         ///< -1: fork or pipe failed, errno tells why
  int failure_pipe = -1;  ///< yields a StartFailure, or ends without one when the command runs
};

/// Why the command does not run.
struct StartFailure {
  char step[12];  ///< "cwd", "exec", or "interpreter": the program is there, but not what its first line names
  int error;
};

/// Starts the command in its directory, with the present environment and no signal blocked, ignored or handled, in a
/// process group of its own, so that a server that signals its group does not hit the launcher.
Start start_server(const Arguments& arguments);

}  // namespace launcher
