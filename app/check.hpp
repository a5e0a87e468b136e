#pragma once

#include <iosfwd>

#include <workbench/host.hpp>

#include "config/toolboxes_file/config.hpp"
#include "exit_status.hpp"
#include "registry/registry.hpp"

namespace workbench::event_loop {
class Loop;
}  // namespace workbench::event_loop

namespace workbench::app {

/// Starts every configured server, tells on `out` what became of each (a line for the server, and one for everything
/// that had to be mended or left out), and ends them again. servers_missing: not all could be reached. [startup]
[[nodiscard]] ExitStatus check_servers(std::ostream& out, event_loop::Loop& loop, Host& host,
                                       const config::Config& config, const registry::Registry& registry);

}  // namespace workbench::app
