#pragma once

#include "config/settings/settings.hpp"
#include "config/toolboxes_file/config.hpp"

// Where operators can connect, as the configuration at the start says it.

namespace workbench::app {

/// Whether the listener `http` serves the console.
[[nodiscard]] bool serves_console(const config::Settings& settings);

/// Whether an operator can connect: over the socket of a shared workbench, the one of a workbench in which calls wait
/// for people, or the console of the listener `http`.
[[nodiscard]] bool admits_operators(const config::Settings& settings, const config::Config& config);

}  // namespace workbench::app
