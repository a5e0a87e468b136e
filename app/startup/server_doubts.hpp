#pragma once

#include <string>
#include <vector>

#include <workbench/options.hpp>

#include "client_files/written_server.hpp"
#include "config/variables.hpp"

// Remarks of --check and init about servers that are configured correctly and will not work on this machine.

namespace workbench::app {

/// Probable errors of a server with these options: its program is not on PATH, or is the workbench itself.
[[nodiscard]] std::vector<OptionError> doubts_about(const std::string& transport, const Options& options,
                                                    const config::Environment& environment);

/// Whether an entry starts, or connects to, this workbench.
[[nodiscard]] bool is_workbench(const client_files::WrittenServer& server);

}  // namespace workbench::app
