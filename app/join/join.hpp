#pragma once

#include "startup/startup.hpp"

namespace workbench::app {

/// Serves the client on stdin and stdout through the shared workbench, which is started if there is none. Returns
/// when the client has disconnected. [startup]
[[nodiscard]] ExitStatus join(Startup& startup);

/// Becomes the shared workbench. Returns only if that is not possible, which was reported. [startup]
[[nodiscard]] ExitStatus share(Startup& startup);

}  // namespace workbench::app
