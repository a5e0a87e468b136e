#pragma once

#include <cstddef>

namespace workbench::detail {

/// The length of the character at `at` (which is not `end`) in bytes; 0 if it is not valid UTF-8.
[[nodiscard]] inline std::size_t utf8_length(const char* at, const char* end) noexcept {
  const auto byte = [at](std::size_t index) { return static_cast<unsigned char>(at[index]); };
  const auto continues = [byte](std::size_t index) { return (byte(index) & 0xC0U) == 0x80U; };
  const auto left = static_cast<std::size_t>(end - at);
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;  // a continuation byte, or an overlong form of ASCII
  if (first < 0xE0) return left >= 2 && continues(1) ? 2 : 0;
  if (first < 0xF0) {
    if (left < 3 || !continues(1) || !continues(2)) return 0;
    if (first == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
    if (first == 0xED && byte(1) > 0x9F) return 0;  // a surrogate
    return 3;
  }
  if (first > 0xF4 || left < 4 || !continues(1) || !continues(2) || !continues(3)) return 0;
  if (first == 0xF0 && byte(1) < 0x90) return 0;  // overlong
  if (first == 0xF4 && byte(1) > 0x8F) return 0;  // beyond U+10FFFF
  return 4;
}

}  // namespace workbench::detail
