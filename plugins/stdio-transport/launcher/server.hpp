#pragma once

#include <sys/types.h>

#include "limits.hpp"
#include "sandbox/sandbox.hpp"

namespace launcher {

/// The command to start. The texts point into argv.
struct LaunchedCommand {
  const char* directory = nullptr;  ///< null: the present one
  /// The variables that the server may see, separated by commas: names, and prefixes that end in `*`.
  const char* kept_environment = nullptr;
  ResourceLimits limits;
  Sandbox* sandbox = nullptr;  ///< null: it is not confined
  char** command = nullptr;    ///< with its arguments, ended by a null pointer
};

/// A server that is being started.
struct Start {
  pid_t pid = -1;         ///< -1: fork or pipe failed, see errno
  int failure_pipe = -1;  ///< yields a StartFailure, or ends without one once the command runs
};

/// Why the command does not run.
struct StartFailure {
  char step[12];  ///< "cwd", "exec", "sandbox", or "interpreter": the program exists, but not the interpreter in its
                  ///< first line
  int error;
  const char* what;  ///< of "sandbox": what could not be done
};

/// Starts the command in its directory and with its part of the environment. No signal is blocked, ignored or handled
/// in it. It gets its own process group, so that a server that signals its group does not hit the launcher.
Start start_server(const LaunchedCommand& server);

}  // namespace launcher
