#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::http {

/// Of ASCII, whatever the locale is.
[[nodiscard]] inline bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// Whether `name` is a token (RFC 9110, section 5.6.2), as the name of a header has to be.
[[nodiscard]] bool is_header_name(std::string_view name);

/// Whether `value` can be sent in a header as it is: visible ASCII, blanks and tabs.
[[nodiscard]] bool is_header_value(std::string_view value);

/// The value of a header that mirrors a part of a message ("basic/transports/streamable-http", Value Encoding): the
/// text itself if it is read back unchanged, else in base64 as `=?base64?...?=`.
[[nodiscard]] std::string encode_header_value(std::string_view text);

/// The inverse. Absent: the base64 is invalid, or there is a character that headers cannot have.
[[nodiscard]] std::optional<std::string> decode_header_value(std::string_view value);

}  // namespace workbench::http
