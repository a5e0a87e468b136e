#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::lock {

// A text with placeholders for what differs from start to start:
//
//   {date}    2026-11-27, 2026/11/27, 20261127, 27.11.2026, 11/27/2026, 27 November 2026, Friday, Nov 27, 2026
//   {time}    12:34, 12:34:56.789, with a zone or AM/PM
//   {path}    an absolute path without blanks: of at most 16 parts of 64 bytes
//   {id}      a UUID, a ULID, or 6 to 64 hexadecimal digits with a decimal digit among them
//   {number}  up to 20 digits, with a sign and a fraction
//
// `{{` is a brace. A placeholder matches the longest text that its grammar admits, from one border of words to another,
// and there is no other way to match: so matching takes linear time, and no placeholder matches a sentence.

/// The pattern for two texts that differ in such places alone. Absent: they are equal, or differ elsewhere.
[[nodiscard]] std::optional<std::string> pattern_of(std::string_view first, std::string_view second);

/// Whether the whole text matches. A pattern with an unknown placeholder matches nothing.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

/// Absent: it can be matched. Else the placeholder that is unknown or has no end, as the pattern has it.
[[nodiscard]] std::optional<std::string> unknown_placeholder(std::string_view pattern);

}  // namespace workbench::lock
