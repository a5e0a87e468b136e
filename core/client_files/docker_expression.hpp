#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_files/value.hpp"

namespace workbench::client_files {

/// The values of a text in a catalog of Docker, in which `{{SERVER.KEY|FUNCTION|...}}` stands for a value of
/// `settings`. A list is several values, all else is one. Absent: it has a function that is not known.
[[nodiscard]] std::optional<std::vector<std::string>> docker_values(std::string_view text, const Value& settings);

}  // namespace workbench::client_files
