#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.hpp"

namespace workbench::base {

inline constexpr std::uint64_t kFirstFingerprint = 14695981039346656037U;

/// FNV-1a of `text`, continuing what has come before it. The same in every build and process, which the hash of the
/// standard library need not be. Not a protection against forgery.
[[nodiscard]] constexpr std::uint64_t fingerprint(std::string_view text, std::uint64_t before = kFirstFingerprint) {
  std::uint64_t hash = before;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
  return hash;
}

/// Eight hexadecimal digits of it, for names.
[[nodiscard]] inline std::string fingerprint_digits(std::uint64_t hash) {
  std::string digits;
  for (unsigned shift = 32; shift != 0; shift -= 4) digits += hex_digit(static_cast<unsigned>(hash >> (shift - 4)));
  return digits;
}

}  // namespace workbench::base
