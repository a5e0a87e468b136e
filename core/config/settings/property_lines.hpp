#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::config {

/// Where a properties file says something. Poco reads the values, but keeps no lines, takes a line without `=` for a
/// key, and an empty key for one too.
struct PropertyLine {
  std::size_t line = 0;  ///< from 1
  std::string key;       ///< without blanks around it; may be empty
  bool has_value = false;
};

/// The lines that set something, in order: no blank lines, no comments, continued lines once.
[[nodiscard]] std::vector<PropertyLine> property_lines(std::string_view text);

}  // namespace workbench::config
