#pragma once

#include "process/exit_status.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// Prepares the start, then serves until the end, with the other parts of a service: operators, reloads of its
/// configuration, metrics of the process, the service manager. [startup]
[[nodiscard]] ExitStatus serve(Startup& startup);

}  // namespace workbench::app
