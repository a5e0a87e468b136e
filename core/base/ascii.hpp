#pragma once

#include <algorithm>
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
[[nodiscard]] constexpr char ascii_lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}
[[nodiscard]] inline std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char byte) { return ascii_lower(byte); });
  return lower;
}

}  // namespace workbench::base
