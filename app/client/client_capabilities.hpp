#pragma once

#include <workbench/json.hpp>

namespace workbench::app {

/// The capabilities that all commands declare as clients: the tools of some servers depend on them, so a catalog that
/// one command has received is valid for the others.
[[nodiscard]] Json client_capabilities();

/// The result of roots/list: the working directory.
[[nodiscard]] Json roots_result();

}  // namespace workbench::app
