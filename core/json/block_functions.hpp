#pragma once

#include <cstddef>
#include <cstdint>

namespace workbench::json {

/// The size of a block.
inline constexpr std::ptrdiff_t kBlock = 64;

/// The state of stepping over a checked container, from block to block.
struct Nesting {
  std::uint64_t depth = 0;      ///< open containers
  std::uint64_t in_string = 0;  ///< all ones: the next byte is inside a string; or else 0
  std::uint64_t escaped = 0;    ///< 1: the next byte is, by the backslash before it
};

/// What was found in strings.
struct FoundEscapes {
  bool any = false;
  bool surrogates = false;  ///< `\uD800` to `\uDFFF`
};

/// Whether the hexadecimal digits behind a `\u` are those of half a surrogate pair, by the first two of them.
[[nodiscard]] [[gnu::always_inline]] inline bool are_of_surrogate(const char* digits) noexcept {
  return (digits[0] == 'd' || digits[0] == 'D') && digits[1] > '7';
}

/// Functions that read long strings and containers in blocks of 64 bytes, compiled for one instruction set. Each reads
/// whole blocks only, from `at` on and none beyond `end`; the rest is left to the caller.
struct BlockFunctions {
  /// Checks a string on from `at`, which is inside of it and between two characters. Returns its closing quote, or a
  /// place between two characters up to which there is neither that nor a fault: close to the end, or before a fault.
  /// Sets in `escapes` which there are on the way.
  const char* (*check_string)(const char* at, const char* end, FoundEscapes& escapes) noexcept;

  /// Steps over a checked string from `at` on, which is inside of it: to its closing quote, or close to the end.
  /// `escaped` is 1 if the byte there is escaped, before and after; `has_escapes` is set if there are escapes on the
  /// way.
  const char* (*skip_string)(const char* at, const char* end, std::uint64_t& escaped, bool& has_escapes) noexcept;

  /// Steps over a checked container from `at` on, of which `nesting` is known so far. When it ends, `nesting.depth` is
  /// 0 and the place behind its bracket is returned; otherwise where the rest begins.
  const char* (*skip_container)(const char* at, const char* end, Nesting& nesting) noexcept;

  /// Writes characters from `at` on as they appear inside a JSON string, to `out` and not beyond `out_end`. Returns
  /// the place between two characters where the rest begins: close to the end, or before something that is not valid
  /// UTF-8, or because `out` is nearly full. Sets `out` to behind what it has written.
  const char* (*escape)(const char* at, const char* end, char*& out, const char* out_end) noexcept;
};

/// How much room escape() needs to continue.
inline constexpr std::ptrdiff_t kRoomToEscape = 7 * kBlock;

}  // namespace workbench::json
