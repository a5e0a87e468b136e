#pragma once

#include <cstdint>

// The ranges of numbers in the toolboxes file: for its reading, and for the table of its keys.

namespace workbench::config {

inline constexpr std::int64_t kMaxTokens = 1'000'000;
inline constexpr std::int64_t kMinResultTokens = 100;
inline constexpr std::int64_t kMinResultBytes = 1'000;
inline constexpr std::int64_t kMinToolName = 32;
inline constexpr std::int64_t kMaxBytesOfHost = 1'000'000'000;
inline constexpr std::int64_t kMaxTimeLimitMs = std::int64_t{24} * 60 * 60 * 1000;

}  // namespace workbench::config
