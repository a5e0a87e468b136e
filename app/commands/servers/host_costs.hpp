#pragma once

#include <workbench/json.hpp>

#include "commands/servers/configured_servers.hpp"
#include "commands/servers/host_modes.hpp"

namespace workbench::app {

/// For programs: in which mode each of `hosts` is served, and what that costs its model, in estimated tokens:
///
///   {"toolMode", "hosts": [{"host", "clientInfo", "mode", "because", "startTokens"}],
///    "toolboxes": [{"name", "tools", "openTokens", "directTokens", "unknownServers"}], "directTokens"}
///
/// `startTokens`: of tools/list and the instructions. `openTokens`: of opening the toolbox; absent in flat mode.
/// `directTokens`: of the definitions, if the host had the servers themselves. Servers whose tools are not known from
/// an earlier start cost nothing here, and `unknownServers` has them. Starts none.
[[nodiscard]] Json host_costs(ConfiguredServers& servers, const std::vector<HostMode>& hosts);

}  // namespace workbench::app
