#pragma once

#include <filesystem>
#include <string>

#include "startup/startup.hpp"

// Which shared workbench a client joins: the one of its configuration.

namespace workbench::app {

/// `workbench-config-1a2b3c4d`: different configurations have different workbenches, and all programs that name the
/// same configuration have the same one. A configuration is what SharedWorkbench says. `toolboxes`: its file.
[[nodiscard]] std::string name_of_configuration(const Sources& sources, const std::filesystem::path& toolboxes);

}  // namespace workbench::app
