#pragma once

#include <vector>

#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// `tools` of a server entry: an object of objects by the server's own names of its tools. What is wrong is reported
/// and left out.
[[nodiscard]] std::vector<ToolEntry> read_tool_entries(const JsonNode& node, CallPolicy& policy, Reading& reading);

}  // namespace workbench::config
