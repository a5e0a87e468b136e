#pragma once

#include <optional>
#include <string_view>

#include "json/scanner.hpp"

namespace workbench::config {

/// Finds JSON that a configuration cannot use: numbers that no 64-bit type holds, the NUL character, half a
/// surrogate pair, objects with more members than can be compared with each other. `checked_text` must have passed
/// json::check(). The fault's `what` ends with what to do.
[[nodiscard]] std::optional<json::Fault> find_unusable(std::string_view checked_text);

}  // namespace workbench::config
