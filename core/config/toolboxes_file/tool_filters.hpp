#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/toolboxes_file/json_node.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// Reads and checks `toolFilters`. Absent: something is wrong with it; that has been reported.
[[nodiscard]] std::optional<std::vector<std::string>> read_tool_filters(const JsonNode& node, Reading& reading);

}  // namespace workbench::config
