#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace workbench::call_log {

/// Replaces the digits at `at` by the digits of `value`, with leading zeros.
void put_digits(std::string& text, std::size_t at, std::size_t digits, std::int64_t value);

/// In UTC, as ISO 8601 has it: `2026-01-31T23:59:59.999Z`.
[[nodiscard]] std::string format_time(std::chrono::system_clock::time_point time);

/// The day of it: `2026-01-31`. Texts of days are in the order of the days.
[[nodiscard]] std::string format_day(std::chrono::system_clock::time_point time);

}  // namespace workbench::call_log
