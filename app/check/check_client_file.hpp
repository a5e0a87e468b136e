#pragma once

#include <filesystem>
#include <optional>

#include "process/output.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// --check of a file of another client: all that is wrong with it as a toolboxes file goes to `errors`, the corrected
/// toolboxes file to `out`. Absent: it is not a client's file. After Startup::load_plugins(). [startup]
[[nodiscard]] std::optional<ExitStatus> check_client_file(Startup& startup, const std::filesystem::path& file,
                                                          Output& out, Output& errors);

}  // namespace workbench::app
