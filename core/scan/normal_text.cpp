#include "scan/normal_text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "scan/confusables.hpp"

namespace workbench::scan {
namespace {

/// utf8proc needs up to eighty times as much memory as its text has, so that a large text is done in pieces.
constexpr std::size_t kPieceBytes = 64 * 1024;

struct Free {
  void operator()(utf8proc_uint8_t* text) const { std::free(text); }  // NOLINT: it comes from malloc()
};

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

/// A beginning of at most kPieceBytes. It ends before a character of ASCII, which never combines with what precedes it,
/// if there is one.
std::string_view first_piece(std::string_view text) {
  if (text.size() <= kPieceBytes) return text;
  std::size_t end = kPieceBytes;
  while (end > kPieceBytes / 2 && static_cast<unsigned char>(text[end]) >= 0x80) --end;
  if (static_cast<unsigned char>(text[end]) < 0x80) return text.substr(0, end);
  return base::up_to_character(text, kPieceBytes);
}

void append_normal(std::string& out, std::string_view piece) {
  constexpr auto kOptions = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE |
                                                           UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_STRIPMARK);
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(piece.data()),
                                             static_cast<utf8proc_ssize_t>(piece.size()), &mapped, kOptions);
  const std::unique_ptr<utf8proc_uint8_t, Free> owner(mapped);
  if (size < 0) return static_cast<void>(out.append(base::ascii_lower(piece)));  // not UTF-8
  out.append(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size));
}

/// 0: it stands for no letter.
char letter_for(char byte) {
  switch (byte) {
    case '0': return 'o';
    case '1':
    case '!': return 'i';
    case '3': return 'e';
    case '4':
    case '@': return 'a';
    case '5':
    case '$': return 's';
    case '7': return 't';
    default: return '\0';
  }
}

bool is_of_digit_word(char byte) {
  return base::is_ascii_letter_or_digit(byte) || byte == '@' || byte == '$';
}

/// Whether the byte is a letter with no letter or digit beside it.
bool is_single_letter(std::string_view text, std::size_t at) {
  const auto is_part = [&](std::size_t index) {
    return index < text.size() &&
           (base::is_ascii_letter_or_digit(text[index]) || static_cast<unsigned char>(text[index]) >= 0x80);
  };
  return base::is_ascii_letter(text[at]) && !is_part(at + 1) && (at == 0 || !is_part(at - 1));
}

/// The letters from `at` with at most three separators between each two. Sets `at` to what follows.
std::string letters_from(std::string_view text, std::size_t& at) {
  constexpr std::size_t kMaxGap = 3;
  std::string letters(1, text[at]);
  char separator = '\0';
  for (std::size_t before = at++;;) {
    std::size_t next = at;
    while (next < text.size() && next - at <= kMaxGap && !base::is_ascii_letter_or_digit(text[next])) ++next;
    if (next >= text.size() || next - at > kMaxGap || !is_single_letter(text, next)) return letters;
    if (separator == '\0') separator = text[before + 1];
    if (next - before > 2 || text[before + 1] != separator) letters += ' ';
    letters += text[next];
    before = next;
    at = next + 1;
  }
}

}  // namespace

std::string normal_text(std::string_view text) {
  if (is_ascii(text)) return base::ascii_lower(text);
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::string_view piece = first_piece(text);
    if (piece.empty()) break;
    append_normal(out, piece);
    text.remove_prefix(piece.size());
  }
  return without_lookalikes(out);
}

std::string without_digit_letters(std::string_view normal) {
  constexpr std::size_t kMinWords = 3;
  std::string out(normal);
  std::size_t words = 0;
  for (std::size_t at = 0; at < out.size();) {
    if (!is_of_digit_word(out[at])) {
      ++at;
      continue;
    }
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = std::find_if_not(begin, out.end(), is_of_digit_word);
    at = static_cast<std::size_t>(end - out.begin());
    const bool has_letters = std::any_of(begin, end, base::is_ascii_letter);
    if (!has_letters || std::all_of(begin, end, base::is_ascii_letter)) continue;
    std::transform(begin, end, begin, [](char byte) { return letter_for(byte) != 0 ? letter_for(byte) : byte; });
    ++words;
  }
  return words < kMinWords ? std::string() : out;
}

std::string joined_letters(std::string_view normal) {
  constexpr std::size_t kMinLetters = 8;
  std::string out;
  for (std::size_t at = 0; at < normal.size();) {
    if (!is_single_letter(normal, at)) {
      ++at;
      continue;
    }
    const std::string letters = letters_from(normal, at);
    if (letters.size() >= kMinLetters) out.append(out.empty() ? "" : ". ").append(letters);
  }
  return out;
}

std::string rotated(std::string_view normal) {
  std::string out(normal);
  std::transform(out.begin(), out.end(), out.begin(), [](char byte) {
    return byte >= 'a' && byte <= 'z' ? static_cast<char>('a' + (byte - 'a' + 13) % 26) : byte;
  });
  return out;
}

std::string reversed(std::string_view normal) {
  return {normal.rbegin(), normal.rend()};
}

}  // namespace workbench::scan
