#pragma once

#include "process/output.hpp"
#include "startup/startup.hpp"

// What the program does instead of serving.

namespace workbench::app {

/// --list-plugins: writes each plugin with its version and file, in the order of loading, and its registered objects.
/// [startup]
[[nodiscard]] ExitStatus list_plugins(Startup& startup, Output& out);

/// --check: checks files and plugins, starts nothing; notes go to `notes`. If `is_deep`, it then starts every server,
/// writes a line for each (and one for each definition that was repaired or left out), and stops them again; it returns
/// server_unreachable if not all could be reached. [startup]
[[nodiscard]] ExitStatus check(Startup& startup, bool is_deep, Output& out, Output& notes);

}  // namespace workbench::app
