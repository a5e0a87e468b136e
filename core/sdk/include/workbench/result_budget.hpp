#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string_view>

namespace workbench {

/// How a host counts the length of a tool result before it cuts it for its model.
enum class ResultMeasure {
  bytes,          ///< of UTF-8: never less than what `characters` counts
  characters,     ///< code units of UTF-16, as the strings of JavaScript have them
  escaped,        ///< the same of the result written as JSON: a quote, backslash or line break counts twice
  escaped_bytes,  ///< bytes of the result written as JSON: never less than what any other counts
};

/// What a text may take of a result, counted as the host counts. A pure value. Not tied to a thread.
struct ResultBudget {
  static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

  std::size_t size = kUnlimited;
  ResultMeasure measure = ResultMeasure::bytes;

  /// The length of a part of a text, which is cut at a character's border: the parts of a text add up to its length.
  [[nodiscard]] std::size_t length_of(std::string_view text) const {
    if (measure == ResultMeasure::bytes) return text.size();
    std::size_t length = 0;
    for (const char byte : text) length += length_of_byte(static_cast<unsigned char>(byte));
    return length;
  }

  [[nodiscard]] bool fits(std::string_view text) const { return size == kUnlimited || length_of(text) <= size; }

  /// The rest when `used` has been taken.
  [[nodiscard]] std::size_t left_after(std::size_t used) const { return size - std::min(size, used); }

 private:
  /// Where characters are counted, one of UTF-8 is counted at its first byte; beyond U+FFFF, it is two code units of
  /// UTF-16.
  [[nodiscard]] std::size_t length_of_byte(unsigned char byte) const {
    constexpr unsigned char kFirstControl = 0x20;
    constexpr unsigned char kFirstBeyondAscii = 0x80;
    if (byte >= kFirstBeyondAscii) return measure == ResultMeasure::escaped_bytes ? 1 : length_at_first_byte(byte);
    if (measure == ResultMeasure::characters) return 1;
    if (byte >= kFirstControl) return byte == '"' || byte == '\\' ? 2 : 1;
    const bool has_short_form = byte >= '\b' && byte <= '\r' && byte != '\v';
    return has_short_form ? 2 : 6;  // \n or \u001b
  }

  [[nodiscard]] static std::size_t length_at_first_byte(unsigned char byte) {
    const bool continues_character = (byte & 0xC0U) == 0x80U;
    if (continues_character) return 0;
    return byte >= 0xF0U ? 2 : 1;
  }
};

}  // namespace workbench
