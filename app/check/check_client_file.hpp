#pragma once

#include <filesystem>
#include <optional>

#include "process/output.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// --check of a file that is another client's: everything that is wrong with it as a toolboxes file goes to `errors`,
/// and the toolboxes file that would be right to `out`. Absent: it is no such file. [startup]
[[nodiscard]] std::optional<ExitStatus> check_client_file(const std::filesystem::path& file,
                                                          const config::Environment& environment, Output& out,
                                                          Output& errors);

}  // namespace workbench::app
