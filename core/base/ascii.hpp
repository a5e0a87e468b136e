#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace workbench::base {

// ASCII alone, whatever the locale: bytes of other characters are neither letters nor changed.

[[nodiscard]] constexpr bool is_ascii_digit(char byte) {
  return byte >= '0' && byte <= '9';
}
[[nodiscard]] constexpr bool is_ascii_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}
[[nodiscard]] constexpr bool is_ascii_letter_or_digit(char byte) {
  return is_ascii_letter(byte) || is_ascii_digit(byte);
}
[[nodiscard]] constexpr char ascii_lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}
[[nodiscard]] inline std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char byte) { return ascii_lower(byte); });
  return lower;
}

/// The lower-case hexadecimal digit for a value from 0 to 15.
[[nodiscard]] constexpr char hex_digit(unsigned value) {
  return "0123456789abcdef"[value & 0xFU];
}

/// The value of a hexadecimal digit, in upper or lower case. Absent: `digit` is not one.
[[nodiscard]] constexpr std::optional<unsigned> hex_value(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a' + 10);
  if (digit >= 'A' && digit <= 'F') return static_cast<unsigned>(digit - 'A' + 10);
  return std::nullopt;
}

/// Two lower-case hexadecimal digits for each byte.
[[nodiscard]] inline std::string hex(std::string_view bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char character : bytes) {
    const auto byte = static_cast<unsigned char>(character);
    text.push_back(hex_digit(byte >> 4U));
    text.push_back(hex_digit(byte));
  }
  return text;
}

}  // namespace workbench::base
