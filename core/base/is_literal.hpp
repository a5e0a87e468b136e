#pragma once

#include <cstddef>
#include <string_view>

namespace workbench::base {

/// Whether the text is this literal. Its length is known to the compiler, which therefore compares in place: a usual
/// comparison of strings is a call of memcmp(), and a request is asked for its method some ten times.
template <std::size_t Size>
[[nodiscard]] constexpr bool is_literal(std::string_view text, const char (&literal)[Size]) noexcept {
  constexpr std::size_t kLength = Size - 1;
  return text.size() == kLength && std::string_view(text.data(), kLength) == std::string_view(literal, kLength);
}

}  // namespace workbench::base
