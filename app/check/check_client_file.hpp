#pragma once

#include <filesystem>
#include <optional>

#include "process/output.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// --check of a file of another client: all that is wrong with it as a toolboxes file goes to `errors`, the corrected
/// toolboxes file to `out`. Absent: it is not a client's file. [startup]
[[nodiscard]] std::optional<ExitStatus> check_client_file(const std::filesystem::path& file,
                                                          const config::Environment& environment, Output& out,
                                                          Output& errors);

}  // namespace workbench::app
