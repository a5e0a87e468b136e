#pragma once

#include <optional>
#include <string>

#include "config/toolboxes_file/config.hpp"

namespace workbench::app {

/// How to pin the version of the package that the entry runs: the one that npx has installed, if it has. Absent: the
/// version is pinned, or the entry does not run a package.
[[nodiscard]] std::optional<std::string> how_to_pin(const config::ServerEntry& entry);

}  // namespace workbench::app
