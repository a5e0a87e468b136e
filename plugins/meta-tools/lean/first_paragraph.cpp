#include "lean/first_sentence.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "lean/markup.hpp"

namespace meta_tools {
namespace {

constexpr std::size_t kConsidered = 8192;
constexpr int kMaxTags = 32;  // each is looked for in all of the text

/// The length of the white space character at the beginning of `text`, or 0.
std::size_t white_space(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte <= 0x20 || byte == 0x7F) return 1;
  if (text.starts_with("\xC2\xA0") || text.starts_with("\xC2\x85")) return 2;
  if (text.starts_with("\xE2\x80")) {
    const auto last = text.size() > 2 ? static_cast<unsigned char>(text[2]) : 0U;
    return (last >= 0x80 && last <= 0x8B) || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0;
  }
  return text.starts_with("\xE3\x80\x80") || text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

/// Whether a character cannot be white space, nor the first byte of it.
bool is_word_byte(char c) {
  if (c > 0x20 && c < 0x7F) return true;
  return static_cast<unsigned char>(c) >= 0x80 && c != '\xC2' && c != '\xE2' && c != '\xE3' && c != '\xEF';
}

/// `text` without white space at its beginning, with no other white space than blanks and line feeds.
std::string normalized(std::string_view text) {
  std::string out;
  out.reserve(std::min(text.size(), kConsidered));
  while (!text.empty() && out.size() < kConsidered) {
    const auto word_end = std::find_if_not(text.begin(), text.end(), is_word_byte);
    const auto word = std::min(static_cast<std::size_t>(word_end - text.begin()), kConsidered - out.size());
    out.append(text.substr(0, word));
    text.remove_prefix(word);
    if (text.empty() || out.size() == kConsidered) break;
    const std::size_t space = white_space(text);
    if (space == 0) {
      out.push_back(text.front());
    } else if (!out.empty()) {
      const bool is_break = text.front() == '\n' || (text.front() == '\r' && !text.starts_with("\r\n"));
      out.push_back(is_break ? '\n' : ' ');
    }
    text.remove_prefix(std::max<std::size_t>(space, 1));
  }
  const bool is_cut_in_character = !text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80;
  while (is_cut_in_character && !out.empty() && static_cast<unsigned char>(out.back()) >= 0x80) {
    const bool is_lead = (static_cast<unsigned char>(out.back()) & 0xC0U) == 0xC0;
    out.pop_back();
    if (is_lead) break;
  }
  return out;
}

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

std::string closing(std::string_view name) {
  return "</" + std::string(name);
}

/// Whether a line inside a paragraph is not part of it.
bool begins_a_block(std::string_view line) {
  return line.empty() || is_fence(line) || is_rule(line) || heading_mark(line) != 0 || is_all_bold(line) ||
         is_section(line, 3) || interrupts_as_list(line) || line.starts_with("<!--") || tag_at(line).has_value();
}

/// Steps over markup until prose begins.
class Opening {
 public:
  enum class Headings { skipped, read };

  Opening(std::string_view text, Headings headings) : rest_(text), headings_(headings) {
    do {
      rest_ = rest_.substr(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
    } while (!rest_.empty() && (skip_tag() || skip_block() || skip_marker()));
  }

  [[nodiscard]] std::string_view prose() const { return rest_; }
  [[nodiscard]] const std::vector<std::string_view>& tags() const { return tags_; }

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
    if (!tag->stands_alone) tags_.push_back(tag->name);
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

  /// Whether `line` is a heading by the line of `=` or `-` below it; a sentence above a rule is none.
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
  std::vector<std::string_view> tags_;  // that were opened
};

void append_words(std::string& out, std::string_view line) {
  while (!line.empty()) {
    const std::size_t word = std::min(line.find_first_of(" \n"), line.size());
    out.append(line.substr(0, word));
    line.remove_prefix(word);
    const std::size_t blanks = std::min(line.find_first_not_of(" \n"), line.size());
    if (blanks != 0 && !out.empty() && out.back() != ' ') out.push_back(' ');
    line.remove_prefix(blanks);
  }
}

std::string on_one_line(std::string_view text) {
  std::string line;
  append_words(line, trimmed(text));
  return line;
}

std::string paragraph(const Opening& opening, std::size_t enough) {
  std::string_view rest = opening.prose();
  for (const std::string_view tag : opening.tags()) rest = rest.substr(0, rest.find(closing(tag)));
  std::string text;
  for (bool is_first = true; !rest.empty() && text.size() < enough; rest = after_first_line(rest), is_first = false) {
    const std::string_view line = trimmed(first_line(rest));
    if (!is_first && begins_a_block(line)) break;
    if (!is_first) text.push_back(' ');
    append_words(text, line);
  }
  if (text.starts_with("**")) {
    const std::size_t end = text.find("**", 2);
    if (end != std::string::npos) text.erase(end, 2).erase(0, 2);
  }
  return on_one_line(text);
}

}  // namespace

std::string first_paragraph(std::string_view text, std::size_t enough) {
  const std::string plain = normalized(text);
  std::string found = paragraph(Opening(plain, Opening::Headings::skipped), enough);
  if (found.empty()) found = paragraph(Opening(plain, Opening::Headings::read), enough);
  return found.empty() ? on_one_line(plain) : found;
}

}  // namespace meta_tools
