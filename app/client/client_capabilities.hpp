#pragma once

#include <workbench/json.hpp>

namespace workbench::app {

/// What the commands declare as clients, all of them alike: servers list tools that depend on it, and what one command
/// has learned is known to the others.
[[nodiscard]] Json client_capabilities();

/// The result of roots/list: the working directory.
[[nodiscard]] Json roots_result();

}  // namespace workbench::app
