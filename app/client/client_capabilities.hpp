#pragma once

#include <workbench/json.hpp>

namespace workbench::app {

/// The capabilities that all commands declare as clients: the tools of some servers depend on them, so a catalog that
/// one command has received is valid for the others. No roots: a command works in no project, and some servers serve
/// the roots of their client in place of the folders that are configured for them.
[[nodiscard]] Json client_capabilities();

}  // namespace workbench::app
