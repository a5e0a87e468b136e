#pragma once

#include <optional>

#include "commands/servers/server_diagnosis.hpp"
#include "config/toolboxes_file/config.hpp"

namespace workbench::app {

/// A remark on a server whose package has no version, so that each start may run another program; its remedy is the
/// word that pins the version which npx has installed, if it has. Absent: the version is pinned, or it is no package.
[[nodiscard]] std::optional<Trouble> unpinned_package(const config::ServerEntry& entry);

}  // namespace workbench::app
