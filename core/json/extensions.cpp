#include "json/extensions.hpp"

#include <algorithm>
#include <optional>

namespace workbench::json {
namespace {

using Kind = ExtendedJson::Kind;

/// Where the string ends whose opening quote is at `at`: behind its closing quote.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

/// Where the comment ends that begins at `at`. Absent: none begins there.
std::optional<std::size_t> end_of_comment(std::string_view text, std::size_t at) {
  const std::string_view opening = text.substr(at, 2);
  if (opening == "//") return std::min(text.find('\n', at), text.size());
  if (opening != "/*") return std::nullopt;
  const std::size_t closing = text.find("*/", at + 2);
  return closing == std::string_view::npos ? text.size() : closing + 2;
}

/// Overwrites the bytes with blanks, so that the ends of lines, and with them all places, stay.
void blank_out(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at) {
    if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
  }
}

}  // namespace

ExtendedJson without_extensions(std::string_view text) {
  ExtendedJson result{std::string(text), {}};
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t comma = kNone;  // the last one, if nothing but blanks and comments came after it
  for (std::size_t at = 0; at < text.size();) {
    const char byte = text[at];
    if (const auto end = end_of_comment(text, at)) {
      result.extensions.push_back({text[at + 1] == '/' ? Kind::line_comment : Kind::block_comment, at});
      blank_out(result.plain, at, *end);
      at = *end;
      continue;
    }
    if (comma != kNone && (byte == '}' || byte == ']')) {
      result.extensions.push_back({Kind::trailing_comma, comma});
      blank_out(result.plain, comma, comma + 1);
    }
    if (byte == ',') {
      comma = at;
    } else if (byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n') {
      comma = kNone;
    }
    at = byte == '"' ? end_of_string(text, at) : at + 1;
  }
  std::sort(result.extensions.begin(), result.extensions.end(),
            [](const auto& a, const auto& b) { return a.offset < b.offset; });
  return result;
}

}  // namespace workbench::json
