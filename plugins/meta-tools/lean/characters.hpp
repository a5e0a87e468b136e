#pragma once

namespace meta_tools {

// Classes of ASCII characters, without regard to the locale.

[[nodiscard]] constexpr bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}
[[nodiscard]] constexpr bool is_small(char c) {
  return c >= 'a' && c <= 'z';
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return is_capital(c) || is_small(c);
}
[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr char to_lower(char c) {
  return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether a byte continues a character of UTF-8 that began before it.
[[nodiscard]] constexpr bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}
/// Whether a byte belongs to a character beyond ASCII.
[[nodiscard]] constexpr bool is_beyond_ascii(char c) {
  return static_cast<unsigned char>(c) >= 0x80U;
}

}  // namespace meta_tools
