#pragma once

#include <memory>
#include <vector>

#include "commands/command.hpp"

namespace workbench::app {

/// The commands about the shared workbench that runs for a configuration: `status`, `ps`, `reload` and `logs`.
[[nodiscard]] std::vector<std::unique_ptr<Command>> operator_commands();

}  // namespace workbench::app
