#pragma once

namespace workbench::app {

/// The exit codes of the program; exit_meanings.hpp has what they mean for users.
enum class ExitStatus : int {
  ok = 0,                  ///< done, or shut down in order
  tool_error = 1,          ///< call: the tool has answered with an error; approve: nothing waits under the id
  bad_configuration = 2,   ///< the properties file or the toolboxes file has errors; install and so on: refused
  bad_plugin = 3,          ///< a plugin is missing or was refused
  no_listener = 4,         ///< a listener could not be opened, so no client can connect
  server_unreachable = 5,  ///< a server could not be reached, did not answer, or could not be logged in to
  no_workbench = 6,        ///< a command about the shared workbench, and none runs
  usage = 64,              ///< invalid command line
  internal = 70,           ///< a defect
  output_failed = 74,      ///< not all of the output could be written
  interrupted = 130,       ///< call, search, login: Ctrl-C, or another signal
};

}  // namespace workbench::app
