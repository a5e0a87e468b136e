#pragma once

#include "process/output.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// Prints what of `tools` in the server entries is not as the server has it, as far as a catalog that an earlier run
/// has kept on disk says so. Starts nothing. After Startup::prepare(). [startup]
void print_entry_notes(Startup& startup, Output& out);

}  // namespace workbench::app
