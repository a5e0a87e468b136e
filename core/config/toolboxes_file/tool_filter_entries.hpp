#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// `toolFilters` of a server entry: an array of filters, each as Vocabulary::check_tool_filter accepts it, or with a
/// `!` before it if it excludes. Absent: something is wrong with one of them, which has been reported.
[[nodiscard]] std::optional<std::vector<std::string>> read_tool_filters(const JsonNode& node, Reading& reading);

/// Whether an entry excludes.
[[nodiscard]] inline bool is_negation(std::string_view entry) {
  return entry.starts_with('!');
}

/// The entry without its `!`.
[[nodiscard]] inline std::string_view without_negation(std::string_view entry) {
  return entry.substr(is_negation(entry) ? 1 : 0);
}

/// What is wrong with one filter, read from `node`: `what; what to do`. Absent: nothing.
[[nodiscard]] std::optional<std::string> problem_with_tool_filter(const JsonNode& node, const std::string& entry,
                                                                  const Reading& reading);

}  // namespace workbench::config
