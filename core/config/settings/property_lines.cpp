#include "config/settings/property_lines.hpp"

#include <algorithm>
#include <utility>

namespace workbench::config {
namespace {

constexpr std::string_view kBlanks = " \t\n\v\f\r";
constexpr std::string_view kLineEnds = "\r\n";

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1));
}

/// Behind the value that begins at `at`: a backslash takes the next character with it, the end of a line included.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  while (at < text.size() && kLineEnds.find(text[at]) == std::string_view::npos) {
    const bool joins = text[at] == '\\';
    const bool joins_crlf = joins && text.substr(at + 1, 2) == "\r\n";
    at += joins_crlf ? 3 : joins ? 2 : 1;
  }
  return std::min(at, text.size());
}

}  // namespace

std::vector<PropertyLine> property_lines(std::string_view text) {
  std::vector<PropertyLine> lines;
  std::size_t line = 1;
  std::size_t counted = 0;
  for (std::size_t at = 0; (at = text.find_first_not_of(kBlanks, at)) != std::string_view::npos;) {
    line += static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    if (text[at] == '#' || text[at] == '!') {
      at = std::min(text.find_first_of(kLineEnds, at), text.size());
      continue;
    }
    const std::size_t end_of_key = std::min(text.find_first_of("=:\r\n", at), text.size());
    const bool has_value = end_of_key < text.size() && kLineEnds.find(text[end_of_key]) == std::string_view::npos;
    lines.push_back({line, trimmed(text.substr(at, end_of_key - at)), has_value});
    at = has_value ? end_of_value(text, end_of_key + 1) : end_of_key;
  }
  return lines;
}

}  // namespace workbench::config
