#pragma once

#include "gateway/workspaces/workspaces.hpp"
#include "process/process_host.hpp"

namespace workbench::app {

/// Logs the resources of the process and the state of everything in it, as SIGUSR1 requests. The lines are warnings, so
/// that the usual levels of the log show them. [loop thread]
void log_status(ProcessHost& host, const gateway::Workspaces& workspaces);

}  // namespace workbench::app
