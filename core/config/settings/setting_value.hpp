#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/result.hpp>

namespace workbench::config {

// Each parses the text of one setting. The error's message completes a sentence that begins with the text: `is not a
// whole number; write digits only`.

/// A whole number of bytes: plain, or with bytes, kB, MB, GB (powers of 1000) or KiB, MiB, GiB (powers of 1024).
[[nodiscard]] Result<std::uint64_t> parse_bytes(std::string_view text);

/// A duration: plain milliseconds, or with ms, s, m or h.
[[nodiscard]] Result<std::uint64_t> parse_milliseconds(std::string_view text);

[[nodiscard]] Result<std::uint64_t> parse_count(std::string_view text);

[[nodiscard]] Result<LogLevel> parse_log_level(std::string_view text);

/// The parts between separators, without the blanks around them. An empty text has no parts; an empty part is an
/// error, and so are two equal ones.
[[nodiscard]] Result<std::vector<std::string>> parse_list(std::string_view text, char separator);

// The shortest text that parses to the number: `64 MiB`, `1500 ms`, `1 m`.
[[nodiscard]] std::string show_bytes(std::uint64_t bytes);
[[nodiscard]] std::string show_milliseconds(std::uint64_t milliseconds);

}  // namespace workbench::config
