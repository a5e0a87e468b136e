#pragma once

#include "process/output.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// Prints where `tools` in the server entries, or `approve`, contradicts the catalogs that an earlier run has stored on
/// disk. Starts nothing. After Startup::prepare(). [startup]
void print_entry_notes(Startup& startup, Output& out);

}  // namespace workbench::app
