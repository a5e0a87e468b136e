#pragma once

#include <string>
#include <string_view>

namespace workbench::lock {

// The one spelling that strings and numbers have in the lock file. All take valid JSON. [any thread]

/// The characters of a JSON string without its quotes, in UTF-8; half of a surrogate pair as if it were a character of
/// three bytes, so that no two strings become one.
[[nodiscard]] std::string decoded(std::string_view raw_string);

/// Whether two such strings have the same characters, however they are escaped.
[[nodiscard]] bool equal_strings(std::string_view one, std::string_view other);

/// Appends characters, as decoded() makes them, as a JSON string with its quotes. Hidden characters become escapes, so
/// that a reviewer sees them; others that need no escape stay.
void append_quoted(std::string& out, std::string_view characters);

/// Appends a JSON number in the one spelling of its value: 1.50e1 and 15 both as 15.
void append_number(std::string& out, std::string_view number);

/// Whether two JSON numbers have the same value, however large.
[[nodiscard]] bool equal_numbers(std::string_view one, std::string_view other);

}  // namespace workbench::lock
