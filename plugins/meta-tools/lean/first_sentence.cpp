#include "lean/first_sentence.hpp"

#include <algorithm>
#include <array>

#include "lean/characters.hpp"
#include "lean/markup.hpp"

namespace meta_tools {
namespace {

/// The part of a text that is read.
constexpr std::size_t kMaxReadBytes = 8192;

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

/// Whether a byte is certainly neither white space nor the first byte of white space.
bool is_word_byte(char c) {
  if (c > 0x20 && c < 0x7F) return true;
  return is_beyond_ascii(c) && c != '\xC2' && c != '\xE2' && c != '\xE3' && c != '\xEF';
}

/// The first 8 KiB of `text` without leading white space; all other white space becomes blanks and line feeds.
std::string normalized(std::string_view text) {
  std::string out;
  out.reserve(std::min(text.size(), kMaxReadBytes));
  while (!text.empty() && out.size() < kMaxReadBytes) {
    const auto word_end = std::find_if_not(text.begin(), text.end(), is_word_byte);
    const auto word = std::min(static_cast<std::size_t>(word_end - text.begin()), kMaxReadBytes - out.size());
    out.append(text.substr(0, word));
    text.remove_prefix(word);
    if (text.empty() || out.size() == kMaxReadBytes) break;
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

/// The first paragraph of prose, on one line, without the markup at its beginning. If the text is all markup, the text
/// in it; if there is none either, the markup itself. Lines after the first `enough` bytes of the paragraph may be left
/// out.
std::string first_paragraph(std::string_view text, std::size_t enough) {
  const std::string plain = normalized(text);
  std::string found = paragraph(skip_markup(plain, Headings::skipped), enough);
  if (found.empty()) found = paragraph(skip_markup(plain, Headings::read), enough);
  return found.empty() ? joined_words(plain) : found;
}

constexpr std::string_view kDots = "...";

template <std::size_t size>
bool is_one_of(std::string_view text, const std::array<std::string_view, size>& known) {
  return std::find(known.begin(), known.end(), text) != known.end();
}

/// The bytes at the beginning of `text` that are one of `known`, or 0.
template <std::size_t size>
std::size_t prefix_among(std::string_view text, const std::array<std::string_view, size>& known) {
  const auto found =
      std::find_if(known.begin(), known.end(), [text](std::string_view k) { return text.starts_with(k); });
  return found == known.end() ? 0 : found->size();
}

/// The full stop, exclamation mark and question mark of Chinese and Japanese, after which there is no white space.
constexpr std::array<std::string_view, 4> kCjkEnds = {"\u3002", "\uFF01", "\uFF1F", "\uFF61"};

/// The characters that may be between the end of a sentence and the white space after it.
constexpr std::array<std::string_view, 12> kClosers = {"\"",     "'",      ")",      "]",      "*",      "_",
                                                       "\u2019", "\u201D", "\u00BB", "\u300D", "\u300F", "\uFF09"};

std::size_t closers(std::string_view text) {
  std::size_t length = 0;
  while (const std::size_t closer = prefix_among(text.substr(length), kClosers)) length += closer;
  return length;
}

/// The word that ends at `end`, without leading brackets and quotation marks.
std::string_view word_before(std::string_view text, std::size_t end) {
  const std::string_view before = text.substr(0, end);
  const std::string_view word = before.substr(before.rfind(' ') + 1);  // npos + 1 is 0
  return word.substr(std::min(word.find_first_not_of("([{\"'*/"), word.size()));
}

std::string lower_case(std::string_view word) {
  std::string out(word);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

/// `J`, `U.S`, `e.g`
bool are_initials(std::string_view word) {
  if (word.size() == 1) return is_capital(word.front());
  if (word.size() % 2 == 0) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i % 2 == 0 ? !is_letter(word[i]) : word[i] != '.') return false;
  }
  return true;
}

/// Whether the full stop at `stop` belongs to the word before it. `next` is the first character of the word after it.
bool is_abbreviation(std::string_view text, std::size_t stop, char next) {
  static constexpr std::array<std::string_view, 17> kAlways = {"eg",   "ie",   "vs",  "cf",   "ca",   "viz",
                                                               "mr",   "mrs",  "ms",  "dr",   "prof", "approx",
                                                               "incl", "excl", "esp", "resp", "aka"};
  static constexpr std::array<std::string_view, 12> kWithinASentence = {"etc", "inc", "ltd", "corp", "co", "al",
                                                                        "max", "min", "avg", "dept", "jr", "st"};
  static constexpr std::array<std::string_view, 10> kBeforeANumber = {"no",  "nos", "fig", "p",  "pp",
                                                                      "vol", "sec", "ch",  "eq", "ver"};
  if (stop == 0 || text[stop - 1] == ' ') return !is_capital(next);  // a folder: "in . and below"
  const std::string_view written = word_before(text, stop);
  if (are_initials(written)) return true;
  const std::string word = lower_case(written);
  if (is_one_of(word, kAlways)) return true;
  if (is_one_of(word, kWithinASentence)) return !is_capital(next);
  return is_one_of(word, kBeforeANumber) && is_digit(next);
}

/// The end of the inline code that begins at `begin`; the end of its backticks if it has no end.
std::size_t after_code(std::string_view text, std::size_t begin) {
  const std::size_t inside = std::min(text.find_first_not_of('`', begin), text.size());
  const std::size_t end = text.find(text.substr(begin, inside - begin), inside);
  return end == std::string_view::npos ? inside : end + (inside - begin);
}

/// Whether the sentence ends with the `.`, `!` and `?` in [begin, end). `closed` is the end of the quotation marks and
/// brackets after them.
bool ends_sentence(std::string_view text, std::size_t begin, std::size_t end, std::size_t closed) {
  if (closed == text.size()) return true;
  if (text[closed] != ' ') return false;
  const char next = text[std::min(closed + 1, text.size() - 1)];
  const bool follows_blank = begin != 0 && text[begin - 1] == ' ';
  if (end - begin == 1 && text[begin] == '.' && is_abbreviation(text, begin, next)) return false;
  const bool is_ellipsis = text[begin] == '.' && end - begin > 1;
  return !is_small(next) || !(is_ellipsis || closed != end || follows_blank);
}

std::size_t sentence_end(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '`') {
      at = after_code(text, at);
    } else if (c == '.' || c == '!' || c == '?') {
      const std::size_t end = std::min(text.find_first_not_of(".!?", at), text.size());
      const std::size_t closed = end + closers(text.substr(end));
      if (ends_sentence(text, at, end, closed)) return closed;
      at = end;
    } else if (const std::size_t stop = prefix_among(text.substr(at), kCjkEnds)) {
      return at + stop + closers(text.substr(at + stop));
    } else {
      ++at;
    }
  }
  return text.size();
}

std::size_t whole_characters(std::string_view text, std::size_t max_bytes) {
  while (max_bytes != 0 && is_continuation(text[max_bytes])) --max_bytes;
  return max_bytes;
}

std::string cut(std::string_view sentence, std::size_t max_bytes) {
  std::size_t kept = max_bytes > kDots.size() ? whole_characters(sentence, max_bytes - kDots.size()) : 0;
  if (kept == 0) {  // the dots do not fit
    kept = whole_characters(sentence, max_bytes);
    if (kept == 0) kept = 1;
    while (kept < sentence.size() && is_continuation(sentence[kept])) ++kept;
    return std::string(sentence.substr(0, kept));
  }
  const std::size_t blank = sentence.rfind(' ', kept);
  if (blank != std::string_view::npos && blank * 2 >= kept) kept = blank;
  const std::size_t last = sentence.substr(0, kept).find_last_not_of(" ,;:(");
  if (last != std::string_view::npos) kept = last + 1;
  return std::string(sentence.substr(0, kept)).append(kDots);
}

}  // namespace

std::string cut_at_word(std::string_view text, std::size_t max_bytes) {
  return text.size() <= max_bytes ? std::string(text) : cut(text, max_bytes);
}

std::string first_sentence(std::string_view description, std::size_t max_bytes) {
  constexpr std::size_t kBeyond = 256;  // to find the end of `code` that begins before max_bytes
  const std::string text = first_paragraph(description, std::min(max_bytes, description.size()) + kBeyond);
  const std::string_view sentence = std::string_view(text).substr(0, sentence_end(text));
  return cut_at_word(sentence, max_bytes);
}

}  // namespace meta_tools
