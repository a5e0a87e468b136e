#include "lean/redundancy.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

#include "lean/characters.hpp"

namespace meta_tools {
namespace {

constexpr char kNoMore = '\0';

/// Removes the first letter or digit from `text`, and everything before it, and returns it in lower case.
char next_letter(std::string_view& text) {
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (is_letter(c) || is_digit(c) || is_beyond_ascii(c)) return to_lower(c);
  }
  return kNoMore;
}

/// Whether `text` and `name` have the same letters; a name without letters is equal to itself alone.
bool has_letters_of(std::string_view text, std::string_view name) {
  const std::string_view whole_text = text;
  const std::string_view whole_name = name;
  char letter = next_letter(name);
  if (letter == kNoMore) return whole_text == whole_name;
  for (; letter != kNoMore; letter = next_letter(name)) {
    if (next_letter(text) != letter) return false;
  }
  return next_letter(text) == kNoMore;
}

/// Whether `text` has a sign with a meaning that `name` does not have: `C++`, `Price in $` for `c`, `price_in`.
bool has_sign_beyond(std::string_view text, std::string_view name) {
  static constexpr std::string_view kSigns = "#$%&*+<=>@^|~";
  return std::any_of(text.begin(), text.end(), [name](char c) {
    return kSigns.find(c) != std::string_view::npos && name.find(c) == std::string_view::npos;
  });
}

/// `text` without the letters of `name` at its beginning; empty if it does not begin with them.
std::string_view after_letters_of(std::string_view name, std::string_view text) {
  for (char letter = next_letter(name); letter != kNoMore; letter = next_letter(name)) {
    if (next_letter(text) != letter) return {};
  }
  return text;
}

constexpr std::string_view kEscape = "\\u00";
constexpr std::size_t kEscapeSize = 6;

/// The shortest JSON for the `\u00XX` at the beginning of `json`.
std::string shortest(std::string_view json) {
  const std::string_view escape = json.substr(0, kEscapeSize);
  unsigned code = 0;
  std::from_chars(escape.data() + kEscape.size(), escape.data() + escape.size(), code, 16);
  if (code < 0x20 || code > 0x7E) return std::string(escape);
  const char character = static_cast<char>(code);
  return character == '"' || character == '\\' ? std::string("\\") + character : std::string(1, character);
}

}  // namespace

bool repeats_name(std::string_view text, std::string_view name) {
  return has_letters_of(text, name) && !has_sign_beyond(text, name);
}

bool repeats_tool_name(std::string_view title, std::string_view tool_name) {
  static constexpr std::array<std::string_view, 7> kEndings = {"arguments",  "args",   "input",  "params",
                                                               "parameters", "schema", "request"};
  if (repeats_name(title, tool_name)) return true;
  if (has_sign_beyond(title, tool_name)) return false;
  const std::string_view ending = after_letters_of(tool_name, title);
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [ending](std::string_view known) { return has_letters_of(ending, known); });
}

std::string without_needless_escapes(std::string json) {
  if (json.find(kEscape) == std::string::npos) return json;
  std::string text;
  text.reserve(json.size());
  std::string_view rest = json;
  while (!rest.empty()) {
    const std::size_t backslash = rest.find('\\');
    text.append(rest.substr(0, backslash));
    if (backslash == std::string_view::npos) break;
    rest.remove_prefix(backslash);
    if (rest.starts_with(kEscape)) {
      text.append(shortest(rest));
      rest.remove_prefix(kEscapeSize);
    } else {
      text.append(rest.substr(0, 2));
      rest.remove_prefix(2);
    }
  }
  return text;
}

}  // namespace meta_tools
