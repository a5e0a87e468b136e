#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client_files/written_server.hpp"

// Files of `NAME=value` lines, which people edit: lines are added and removed, and all others stay.

namespace workbench::client_files {

[[nodiscard]] std::vector<std::string> names_of_variables(std::string_view text);
[[nodiscard]] inline bool has_no_variables(std::string_view text) {
  return names_of_variables(text).empty();
}

/// `text` with those lines of `other`, and the comments before them, whose variables it has not.
[[nodiscard]] std::string with_lines_of(std::string_view text, std::string_view other);

/// `present` without the lines that `after` has and `before` has not, unless one of `users` refers to their variable.
[[nodiscard]] std::string without_added_lines(std::string_view before, std::string_view after, std::string_view present,
                                              const std::vector<std::string>& users);

/// The text for showing it: the values are left out.
[[nodiscard]] std::string without_values(std::string_view text);

}  // namespace workbench::client_files
