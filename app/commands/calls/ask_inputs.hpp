#pragma once

#include "process/output.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// Asks on the terminal for the inputs of the toolboxes file that have no answer yet, and keeps the answers, so that
/// no input is asked for twice. Secrets are not echoed. True: the toolboxes have to be read again.
/// False: nothing is missing, no answer was given, or standard input or `out` is not a terminal. After
/// Startup::prepare().
[[nodiscard]] bool ask_for_inputs(const Startup& startup, Output& out);

/// The same before the configuration is used by another process.
void ask_for_inputs(Sources sources, Output& out);

}  // namespace workbench::app
