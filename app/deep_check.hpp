#pragma once

#include <iosfwd>

#include "config/config.hpp"
#include "exit_status.hpp"
#include "registry/registry.hpp"
#include "workbench/host.hpp"

namespace workbench {

class Loop;

/// Starts every configured server, tells on `out` what became of each (a line for the server, and one for everything
/// that had to be mended or left out), and ends them again. servers_missing: not all could be reached. [startup]
[[nodiscard]] ExitStatus check_servers(std::ostream& out, Loop& loop, Host& host, const WorkbenchConfig& config,
                                       const Registry& registry);

}  // namespace workbench
