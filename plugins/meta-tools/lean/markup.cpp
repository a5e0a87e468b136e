#include "lean/markup.hpp"

#include <algorithm>
#include <string>

namespace meta_tools {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

bool is_fence(std::string_view line) {
  return line.starts_with("```") || line.starts_with("~~~");
}

bool is_rule(std::string_view line) {
  if (line.empty() || std::string_view("-*_=").find(line.front()) == std::string_view::npos) return false;
  const auto marks = std::count(line.begin(), line.end(), line.front());
  return marks >= 3 && line.find_first_not_of(std::string{line.front(), ' '}) == std::string_view::npos;
}

std::size_t heading_mark(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > 6) return 0;
  if (level == line.size()) return level;
  return line[level] == ' ' ? level + 1 : 0;
}

bool is_all_bold(std::string_view line) {
  if (line.ends_with(':')) line.remove_suffix(1);
  return line.size() > 4 && line.starts_with("**") && line.find("**", 2) == line.size() - 2;
}

bool is_section(std::string_view line, int max_words) {
  if (line.size() < 2 || !line.ends_with(':') || line.front() < 'A' || line.front() > 'Z') return false;
  return std::count(line.begin(), line.end(), ' ') < max_words;
}

std::size_t list_marker(std::string_view line) {
  if (line.size() >= 2 && line[1] == ' ' && std::string_view("-*+>").find(line.front()) != std::string_view::npos) {
    return 2;
  }
  if (line.starts_with("\xE2\x80\xA2 ")) return 4;  // U+2022, a bullet
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits == 0 || digits > 3 || line.size() < digits + 2) return 0;
  return (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ' ? digits + 2 : 0;
}

// Markdown lets only a list that begins with 1 interrupt a paragraph: "is new in version\n2. Use it" is none.
bool interrupts_as_list(std::string_view line) {
  return list_marker(line) != 0 && (!is_digit(line.front()) || (line.front() == '1' && !is_digit(line[1])));
}

std::optional<Tag> tag_at(std::string_view text) {
  if (text.size() < 3 || text.front() != '<') return std::nullopt;
  const bool is_closing = text[1] == '/';
  const std::size_t begin = is_closing ? 2 : 1;
  if (!is_letter(text[begin])) return std::nullopt;
  const auto is_name = [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == ':'; };
  std::size_t end = begin;
  while (end < text.size() && is_name(text[end])) ++end;
  const std::size_t close = text.find_first_of("<>", end);
  if (close == std::string_view::npos || text[close] != '>') return std::nullopt;
  return Tag{text.substr(begin, end - begin), close + 1, is_closing || text[close - 1] == '/'};
}

}  // namespace meta_tools
