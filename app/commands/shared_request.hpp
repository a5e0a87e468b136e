#pragma once

#include <optional>
#include <string_view>

#include <workbench/json.hpp>

#include "commands/command.hpp"
#include "join/shared_workbench.hpp"

// Requests of commands to the shared workbench that runs for a configuration. [startup]

namespace workbench::app {

/// Where the shared workbench of a configuration is, whether it runs or not. Absent: `status` has the reason, which has
/// been written.
struct FoundWorkbench {
  std::optional<SharedWorkbench> workbench;
  config::Settings settings;
  ExitStatus status = ExitStatus::ok;
};
[[nodiscard]] FoundWorkbench find_workbench(const CommandContext& context);

/// Asks the shared workbench. An error has been written.
[[nodiscard]] std::optional<Json> request(const SharedWorkbench& shared, std::string_view method,
                                          const CommandContext& context);
/// The same over a connection with it.
[[nodiscard]] std::optional<Json> request(FileDescriptor socket, std::string_view method,
                                          const CommandContext& context);

}  // namespace workbench::app
