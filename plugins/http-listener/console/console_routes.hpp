#pragma once

#include <vector>

#include "console/console_access.hpp"
#include "routes.hpp"

namespace workbench::http {

/// The paths of the console: its files, sessions, operator methods and MCP endpoint. `access` outlives them.
[[nodiscard]] std::vector<Route> make_console_routes(ConsoleAccess& access);

}  // namespace workbench::http
