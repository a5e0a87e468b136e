#pragma once

#include <string>
#include <string_view>
#include <vector>

// Text that a hostile server or repository may have in every place, and what must never be seen of it raw.

namespace test_support {

/// A character that is invisible, or that controls the terminal or program that shows it.
struct HiddenCharacter {
  std::string_view bytes;  ///< in UTF-8
  std::string_view json;   ///< as a JSON string may have it, in lower case
};

/// One of each kind: control characters of ASCII and C1, a string for a terminal (OSC 52 begins with ESC or U+009D),
/// overrides and isolates of the writing direction, tags, zero-width characters, a byte order mark, separators,
/// fillers.
inline const std::vector<HiddenCharacter>& hidden_characters() {
  static const std::vector<HiddenCharacter> kAll{
      {"\x01", "\\u0001"},
      {"\x07", "\\u0007"},
      {"\x08", "\\b"},
      {"\x0B", "\\u000b"},
      {"\x1B", "\\u001b"},
      {"\x7F", "\\u007f"},
      {"\u0085", "\\u0085"},
      {"\u009b", "\\u009b"},
      {"\u009d", "\\u009d"},
      {"\u00ad", "\\u00ad"},
      {"\u061c", "\\u061c"},
      {"\u200b", "\\u200b"},
      {"\u200d", "\\u200d"},
      {"\u200f", "\\u200f"},
      {"\u2028", "\\u2028"},
      {"\u2029", "\\u2029"},
      {"\u202e", "\\u202e"},
      {"\u2060", "\\u2060"},
      {"\u2066", "\\u2066"},
      {"\u2069", "\\u2069"},
      {"\u3164", "\\u3164"},
      {"\ufe0f", "\\ufe0f"},
      {"\ufeff", "\\ufeff"},
      {"\U000E0041", "\\udb40\\udc41"},
      {"\U000E0101", "\\udb40\\udd01"},
  };
  return kAll;
}

/// A text with all of them, in the form of a JSON string without its quotes: one of two as JSON's escape, the others
/// raw, where JSON allows it.
inline std::string hostile_json() {
  std::string text;
  bool as_escape = false;
  for (const HiddenCharacter& one : hidden_characters()) {
    as_escape = !as_escape;
    const bool must_be_escaped = static_cast<unsigned char>(one.bytes.front()) < 0x20;
    text.append("x").append(must_be_escaped || as_escape ? one.json : one.bytes);
  }
  return text + "x";
}

/// The same as characters.
inline std::string hostile_text() {
  std::string text;
  for (const HiddenCharacter& one : hidden_characters()) text.append("x").append(one.bytes);
  return text + "x";
}

/// Those that `output` has raw, as JSON's escapes.
inline std::vector<std::string> raw_in(std::string_view output) {
  std::vector<std::string> found;
  for (const HiddenCharacter& one : hidden_characters()) {
    if (output.find(one.bytes) != std::string_view::npos) found.emplace_back(one.json);
  }
  return found;
}

/// The hidden characters of a JSON text, raw or as JSON's escapes: a reader of its string values gets them.
inline std::vector<std::string> values_in(std::string_view json) {
  std::vector<std::string> found = raw_in(json);
  std::string lower(json);
  for (char& byte : lower) byte = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
  for (const HiddenCharacter& one : hidden_characters()) {
    for (std::size_t at = lower.find(one.json); at != std::string::npos; at = lower.find(one.json, at + 1)) {
      std::size_t backslashes = 0;
      while (backslashes < at && lower[at - 1 - backslashes] == '\\') ++backslashes;
      if (backslashes % 2 == 0) found.emplace_back(one.json);
    }
  }
  return found;
}

}  // namespace test_support
