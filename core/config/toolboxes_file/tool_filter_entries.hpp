#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// `toolFilters` of a server entry: an array of filters, each as Vocabulary::check_tool_filter accepts it, or with a
/// `!` before it if it excludes. Absent: something is wrong with one of them, which has been reported.
[[nodiscard]] std::optional<std::vector<std::string>> read_tool_filters(const JsonNode& node, Reading& reading);

}  // namespace workbench::config
