#pragma once

#include <filesystem>

#include <workbench/result.hpp>

namespace workbench::app {

/// The folder for the sockets of this user's workbenches: `$XDG_RUNTIME_DIR/mcp-workbench`. Many clients start servers
/// without that variable (the official SDKs pass on HOME, PATH and four more), and must find the workbench of a
/// terminal and of systemd: without it, the folder is `/run/user/UID/mcp-workbench` if the user has sessions, otherwise
/// `/tmp/mcp-workbench-UID`. Makes it, for this user alone. `folders_of_users` has a folder for each user with
/// sessions. unavailable: it cannot be made. invalid_argument: another user could reach what is in it.
[[nodiscard]] Result<std::filesystem::path> runtime_folder(const std::filesystem::path& folders_of_users = "/run/user");

/// The folder for the logs of workbenches without a terminal: `$XDG_STATE_HOME/mcp-workbench`, or
/// `$HOME/.local/state/mcp-workbench`. Makes it. Errors: as above.
[[nodiscard]] Result<std::filesystem::path> state_folder();

}  // namespace workbench::app
