#pragma once

#include <sys/types.h>

namespace launcher {

/// What the workbench says on the launcher's command line:
/// `launcher --parent=PID --grace-ms=N [--cwd=DIR] --keep-env=NAME,PREFIX*,... -- COMMAND [ARGUMENT...]`
/// The texts are those of argv.
struct Arguments {
  pid_t parent = 0;  ///< the launcher lives no longer than this process
  int grace_ms = 0;  ///< between SIGTERM and SIGKILL
  const char* directory = nullptr;
  const char* kept_environment = nullptr;
  char** command = nullptr;  ///< with its arguments, ended by a null pointer
};

/// False: something is missing, unknown or not a number.
bool read_arguments(char** argv, Arguments& arguments);

}  // namespace launcher
