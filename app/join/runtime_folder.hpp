#pragma once

#include <filesystem>

#include <workbench/result.hpp>

namespace workbench::app {

/// The folder for the sockets of this user's workbenches: `$XDG_RUNTIME_DIR/mcp-workbench`, or
/// `/tmp/mcp-workbench-UID` where there is no such folder for the user's session. Makes it, for this user alone.
/// unavailable: it cannot be made. invalid_argument: another user could reach what is in it.
[[nodiscard]] Result<std::filesystem::path> runtime_folder();

/// The folder for the logs of workbenches without a terminal: `$XDG_STATE_HOME/mcp-workbench`, or
/// `$HOME/.local/state/mcp-workbench`. Makes it. Errors: as above.
[[nodiscard]] Result<std::filesystem::path> state_folder();

}  // namespace workbench::app
