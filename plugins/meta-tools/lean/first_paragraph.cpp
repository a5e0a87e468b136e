#include "lean/first_paragraph.hpp"

#include <algorithm>

#include "lean/characters.hpp"
#include "lean/markup.hpp"

namespace meta_tools {
namespace {

constexpr std::size_t kMaxBytes = 8192;

/// The bytes of the white space character at the beginning of `text`, or 0.
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

/// Whether a byte is certain to be no white space, nor the first byte of it.
bool is_word_byte(char c) {
  if (c > 0x20 && c < 0x7F) return true;
  return is_beyond_ascii(c) && c != '\xC2' && c != '\xE2' && c != '\xE3' && c != '\xEF';
}

/// The first 8 KiB of `text` without leading white space; all other white space becomes blanks and line feeds.
std::string normalized(std::string_view text) {
  std::string out;
  out.reserve(std::min(text.size(), kMaxBytes));
  while (!text.empty() && out.size() < kMaxBytes) {
    const auto word_end = std::find_if_not(text.begin(), text.end(), is_word_byte);
    const auto word = std::min(static_cast<std::size_t>(word_end - text.begin()), kMaxBytes - out.size());
    out.append(text.substr(0, word));
    text.remove_prefix(word);
    if (text.empty() || out.size() == kMaxBytes) break;
    const std::size_t space = white_space(text);
    if (space == 0) {
      out.push_back(text.front());
    } else if (!out.empty()) {
      const bool is_break = text.front() == '\n' || (text.front() == '\r' && !text.starts_with("\r\n"));
      out.push_back(is_break ? '\n' : ' ');
    }
    text.remove_prefix(std::max<std::size_t>(space, 1));
  }
  const bool is_cut_in_character = !text.empty() && is_continuation(text.front());
  while (is_cut_in_character && !out.empty() && is_beyond_ascii(out.back())) {
    const bool is_first_byte = !is_continuation(out.back());
    out.pop_back();
    if (is_first_byte) break;
  }
  return out;
}

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

std::string joined_words(std::string_view text) {
  std::string line;
  append_words(line, trimmed(text));
  return line;
}

std::string paragraph(std::string_view rest, std::size_t enough) {
  std::string text;
  for (bool is_first = true; !rest.empty() && text.size() < enough; rest = after_first_line(rest), is_first = false) {
    const std::string_view line = trimmed(first_line(rest));
    if (!is_first && begins_block(line)) break;
    if (!is_first) text.push_back(' ');
    append_words(text, line);
  }
  if (text.starts_with("**")) {
    const std::size_t end = text.find("**", 2);
    if (end != std::string::npos) text.erase(end, 2).erase(0, 2);
  }
  return joined_words(text);
}

}  // namespace

std::string first_paragraph(std::string_view text, std::size_t enough) {
  const std::string plain = normalized(text);
  std::string found = paragraph(skip_markup(plain, Headings::skipped), enough);
  if (found.empty()) found = paragraph(skip_markup(plain, Headings::read), enough);
  return found.empty() ? joined_words(plain) : found;
}

}  // namespace meta_tools
