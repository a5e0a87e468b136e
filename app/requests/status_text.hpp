#pragma once

#include <string>

#include <workbench/json.hpp>

namespace workbench::app {

/// The status for a person, as `mcp-workbench status` and `mcp-workbench ps` show it. `status` is a result of
/// status_of() of this or another process.
[[nodiscard]] std::string status_text(const Json& status);
[[nodiscard]] std::string processes_text(const Json& status);

}  // namespace workbench::app
