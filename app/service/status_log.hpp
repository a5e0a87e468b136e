#pragma once

#include "gateway/workspaces/workspaces.hpp"
#include "process/process_host.hpp"

namespace workbench::app {

/// Writes to the log what the process uses and how everything in it is doing, for whoever sends SIGUSR1. The lines are
/// warnings, so that the usual levels of the log show them. [loop thread]
void log_status(ProcessHost& host, const gateway::Workspaces& workspaces);

}  // namespace workbench::app
