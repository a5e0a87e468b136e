#pragma once

#include <string>
#include <string_view>

namespace workbench::http {

/// Whether `name` is a token ("RFC 9110", section 5.6.2), as the name of a header has to be.
[[nodiscard]] bool is_header_name(std::string_view name);

/// Whether `value` can stand in a header as it is: visible ASCII, blanks and tabs.
[[nodiscard]] bool is_header_value(std::string_view value);

/// Any text as the value of a header that mirrors a part of a message: as it is where that is safe and where it would
/// be read back as the same, else in the sentinel `=?base64?...?=`.
[[nodiscard]] std::string encoded_header_value(std::string_view text);

[[nodiscard]] bool equal_ignoring_case(std::string_view one, std::string_view other);

}  // namespace workbench::http
