#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace workbench::approvals {

// Text of clients and servers passes here before a person reads it to decide about a call. All that the eye does not
// see or takes for something else is written out, joiners and selectors that belong to emoji too: what is shown has to
// be exact before it is beautiful.

/// Whether a character is not seen, or looks like a blank without being one: control characters, marks of writing
/// direction, everything that Unicode calls default-ignorable, and all blanks but U+0020.
[[nodiscard]] bool is_hidden(char32_t character);

/// Appends a character, as `\u{202E}` if it is hidden. A half of a surrogate pair is hidden.
void append_shown(std::string& out, char32_t character);

/// One line of at most `max_bytes` bytes, with "..." where it was cut. Bytes that are not UTF-8 are written as `\xFF`.
[[nodiscard]] std::string shown_line(std::string_view text, std::size_t max_bytes = 200);

/// Appends a character in UTF-8. A half of a surrogate pair is encoded as if it were a character.
void append_utf8(std::string& out, char32_t character);

}  // namespace workbench::approvals
