#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>

// Parts of the messages that the workbench writes: compact, with `id` and `method` before `params`. No parser of ours,
// for its mistakes would not be noticed.

namespace soak {

/// What follows `key` in `text`, up to one of `ends`; empty: there is no such key.
inline std::string_view value_after(std::string_view text, std::string_view key, std::string_view ends = ",}") {
  const std::size_t found = text.find(key);
  if (found == std::string_view::npos) return {};
  const std::string_view rest = text.substr(found + key.size());
  return rest.substr(0, rest.find_first_of(ends));
}

inline std::size_t number_after(std::string_view text, std::string_view key) {
  const std::string_view digits = value_after(text, key);
  std::size_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

/// The object with which `text` begins, strings with braces and escaped quotation marks included.
inline std::string_view object_at_begin(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const char character = text[index];
    if (in_string) {
      if (character == '\\') ++index;
      in_string = character != '"';
    } else if (character == '"') {
      in_string = true;
    } else if (character == '{') {
      ++depth;
    } else if (character == '}' && --depth == 0) {
      return text.substr(0, index + 1);
    }
  }
  return text;
}

/// The beginning of a message, which has its id and its method.
inline std::string_view head_of(std::string_view message) {
  return message.substr(0, std::min<std::size_t>(message.size(), 256));
}
/// Raw; empty: a notification.
inline std::string_view id_of(std::string_view message) {
  return value_after(head_of(message), "\"id\":");
}
/// Empty: a response.
inline std::string_view method_of(std::string_view message) {
  return value_after(head_of(message), "\"method\":\"", "\"");
}

}  // namespace soak
