#pragma once

#include <filesystem>
#include <string>

#include "commands/command.hpp"

namespace workbench::app {

/// The toolboxes file that `init` reads and writes: the one that was named, or the user's.
[[nodiscard]] std::filesystem::path toolboxes_file_to_write(const Sources& sources);

/// init --export: writes the servers of the toolboxes file to `context.out` as the client with this id has them in its
/// own file. Settings that the client does not have are reported in `context.errors`.
[[nodiscard]] ExitStatus export_to_client(const std::string& client, CommandContext& context);

}  // namespace workbench::app
