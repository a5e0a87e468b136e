#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace workbench::approvals {

/// A time as the properties file has them: a number with `ms`, `s`, `m` or `h`; without a unit, milliseconds. Absent:
/// it is not one, or longer than a year.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// "10 m", "20 s", "250 ms": in the largest unit that has no remainder.
[[nodiscard]] std::string duration_text(std::chrono::milliseconds duration);

}  // namespace workbench::approvals
