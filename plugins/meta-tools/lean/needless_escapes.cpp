#include "lean/needless_escapes.hpp"

#include <charconv>
#include <cstddef>
#include <string_view>
#include <utility>

namespace meta_tools {
namespace {

constexpr std::string_view kEscape = "\\u00";
constexpr std::size_t kEscapeSize = 6;

/// The shortest way to write what the `\u00XX` at the beginning of `json` stands for.
std::string shortest(std::string_view json) {
  const std::string_view escape = json.substr(0, kEscapeSize);
  unsigned code = 0;
  std::from_chars(escape.data() + kEscape.size(), escape.data() + escape.size(), code, 16);
  if (code < 0x20 || code > 0x7E) return std::string(escape);
  const char character = static_cast<char>(code);
  return character == '"' || character == '\\' ? std::string("\\") + character : std::string(1, character);
}

}  // namespace

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
