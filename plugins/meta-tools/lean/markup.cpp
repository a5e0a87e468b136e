#include "lean/markup.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lean/characters.hpp"

namespace meta_tools {
namespace {

constexpr int kMaxTags = 32;  // the whole text is searched for the end of each

/// Whether a line begins or ends a block of code.
bool is_fence(std::string_view line) {
  return line.starts_with("```") || line.starts_with("~~~");
}

/// `---`, `***`, `===`, `- - -`
bool is_rule(std::string_view line) {
  if (line.empty() || std::string_view("-*_=").find(line.front()) == std::string_view::npos) return false;
  const auto marks = std::count(line.begin(), line.end(), line.front());
  return marks >= 3 && line.find_first_not_of(std::string{line.front(), ' '}) == std::string_view::npos;
}

/// The length of the marks of a heading and the blank after them, or 0.
std::size_t heading_mark(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > 6) return 0;
  if (level == line.size()) return level;
  return line[level] == ' ' ? level + 1 : 0;
}

/// `**Overview**`, `**Overview:**`, `**Overview**:`
bool is_all_bold(std::string_view line) {
  if (line.ends_with(':')) line.remove_suffix(1);
  return line.size() > 4 && line.starts_with("**") && line.find("**", 2) == line.size() - 2;
}

/// `Args:`, `Example usage:`: at most `max_words` words; the first one begins with a capital letter.
bool is_section(std::string_view line, int max_words) {
  if (line.size() < 2 || !line.ends_with(':') || !is_capital(line.front())) return false;
  return std::count(line.begin(), line.end(), ' ') < max_words;
}

/// The length of a list marker or quotation mark and the blank after it, or 0. `text` may continue after the line.
std::size_t list_marker(std::string_view text) {
  if (text.size() >= 2 && text[1] == ' ' && std::string_view("-*+>").find(text.front()) != std::string_view::npos) {
    return 2;
  }
  if (text.starts_with("\xE2\x80\xA2 ")) return 4;  // U+2022, a bullet
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > 3 || text.size() < digits + 2) return 0;
  return (text[digits] == '.' || text[digits] == ')') && text[digits + 1] == ' ' ? digits + 2 : 0;
}

/// Whether a line inside a paragraph begins a list. In Markdown only a list that begins with 1 can interrupt a
/// paragraph: in "is new in version\n2. Use it" there is none.
bool interrupts_as_list(std::string_view line) {
  return list_marker(line) != 0 && (!is_digit(line.front()) || (line.front() == '1' && !is_digit(line[1])));
}

/// An XML-like tag.
struct Tag {
  std::string_view name;
  std::size_t size = 0;
  bool stands_alone = false;  ///< `</x>` or `<x/>`
};

/// The tag at the beginning of `text`.
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

std::string closing(std::string_view name) {
  return "</" + std::string(name);
}

class MarkupSkipper {
 public:
  MarkupSkipper(std::string_view text, Headings headings) : rest_(text), headings_(headings) {}

  std::string_view prose() && {
    do {
      rest_ = rest_.substr(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
    } while (!rest_.empty() && (skip_tag() || skip_block() || skip_marker()));
    for (const std::string_view tag : open_tags_) rest_ = rest_.substr(0, rest_.find(closing(tag)));
    return rest_;
  }

 private:
  bool skip_tag() {
    if (rest_.starts_with("<!--")) {
      const std::size_t end = rest_.find("-->");
      if (end == std::string_view::npos) return false;
      rest_.remove_prefix(end + 3);
      return true;
    }
    const std::optional<Tag> tag = tag_at(rest_);
    if (!tag || tag_count_ == kMaxTags) return false;
    // `<path> is the file to read`: a placeholder, not a tag.
    if (!tag->stands_alone && rest_.find(closing(tag->name)) == std::string_view::npos) return false;
    ++tag_count_;
    if (!tag->stands_alone) open_tags_.push_back(tag->name);
    rest_.remove_prefix(tag->size);
    return true;
  }

  bool skip_block() {
    const std::string_view line = trimmed(first_line(rest_));
    const std::string_view below = after_first_line(rest_);
    if (is_fence(line)) {
      rest_ = headings_ == Headings::read ? below : after_fence(below, line.substr(0, 3));
      return true;
    }
    const bool is_heading =
        heading_mark(line) != 0 || is_all_bold(line) || is_section(line, 1) || is_underlined(line, below);
    if (!is_rule(line) && (!is_heading || headings_ == Headings::read)) return false;
    rest_ = below;
    return true;
  }

  bool skip_marker() {
    const std::size_t marker = std::max(list_marker(rest_), heading_mark(first_line(rest_)));
    rest_.remove_prefix(marker);
    return marker != 0;
  }

  /// Whether the line of `=` or `-` below `line` makes it a heading. A sentence above a rule is not a heading.
  static bool is_underlined(std::string_view line, std::string_view below) {
    if (line.find_last_of(".!?:") == line.size() - 1) return false;
    const std::string_view under = trimmed(first_line(below));
    return is_rule(under) && under.find_first_not_of(under.front() == '=' ? '=' : '-') == std::string_view::npos;
  }

  static std::string_view after_fence(std::string_view text, std::string_view fence) {
    while (!text.empty()) {
      const bool is_end = trimmed(first_line(text)).starts_with(fence);
      text = after_first_line(text);
      if (is_end) break;
    }
    return text;
  }

  std::string_view rest_;
  const Headings headings_;
  int tag_count_ = 0;
  std::vector<std::string_view> open_tags_;
};

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \n") + 1 - begin);
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

std::string_view after_first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
}

bool begins_block(std::string_view line) {
  return line.empty() || is_fence(line) || is_rule(line) || heading_mark(line) != 0 || is_all_bold(line) ||
         is_section(line, 3) || interrupts_as_list(line) || line.starts_with("<!--") || tag_at(line).has_value();
}

std::string_view skip_markup(std::string_view text, Headings headings) {
  return MarkupSkipper(text, headings).prose();
}

}  // namespace meta_tools
