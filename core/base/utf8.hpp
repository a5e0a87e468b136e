#pragma once

#include <string>

namespace workbench::base {

/// Appends a character of Unicode in UTF-8; half of a surrogate pair as if it were one, in three bytes.
inline void append_utf8(std::string& out, char32_t value) {
  const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((value >> shift) & 0x3FU)); };
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xC0U | (value >> 6U));
    tail(0);
  } else if (value < 0x10000) {
    out += static_cast<char>(0xE0U | (value >> 12U));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0U | (value >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace workbench::base
