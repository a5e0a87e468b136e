#include "scan/confusables.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/ascii.hpp"
#include "base/code_point.hpp"

namespace workbench::scan {
namespace {

using Lookalike = std::pair<char32_t, char>;

/// In ascending order. Of Cyrillic, Greek, Armenian and Cherokee only letters that look like Latin ones in most fonts.
constexpr std::array<Lookalike, 82> kLookalikes{{
    {0x391, 'A'},  {0x392, 'B'},  {0x395, 'E'},  {0x396, 'Z'},  {0x397, 'H'},  {0x399, 'I'},  {0x39A, 'K'},
    {0x39C, 'M'},  {0x39D, 'N'},  {0x39F, 'O'},  {0x3A1, 'P'},  {0x3A4, 'T'},  {0x3A5, 'Y'},  {0x3A7, 'X'},
    {0x3B1, 'a'},  {0x3B9, 'i'},  {0x3BA, 'k'},  {0x3BD, 'v'},  {0x3BF, 'o'},  {0x3C1, 'p'},  {0x3C4, 't'},
    {0x3C5, 'u'},  {0x3C7, 'x'},  {0x3F2, 'c'},  {0x3F3, 'j'},  {0x405, 'S'},  {0x406, 'I'},  {0x408, 'J'},
    {0x410, 'A'},  {0x412, 'B'},  {0x415, 'E'},  {0x41A, 'K'},  {0x41C, 'M'},  {0x41D, 'H'},  {0x41E, 'O'},
    {0x420, 'P'},  {0x421, 'C'},  {0x422, 'T'},  {0x423, 'Y'},  {0x425, 'X'},  {0x430, 'a'},  {0x433, 'r'},
    {0x435, 'e'},  {0x43A, 'k'},  {0x43C, 'm'},  {0x43D, 'h'},  {0x43E, 'o'},  {0x43F, 'n'},  {0x440, 'p'},
    {0x441, 'c'},  {0x442, 't'},  {0x443, 'y'},  {0x445, 'x'},  {0x455, 's'},  {0x456, 'i'},  {0x458, 'j'},
    {0x4AE, 'Y'},  {0x4AF, 'y'},  {0x4BB, 'h'},  {0x4C0, 'I'},  {0x4CF, 'l'},  {0x501, 'd'},  {0x51B, 'q'},
    {0x51D, 'w'},  {0x555, 'O'},  {0x566, 'q'},  {0x570, 'h'},  {0x575, 'j'},  {0x578, 'n'},  {0x57D, 'u'},
    {0x581, 'g'},  {0x584, 'f'},  {0x585, 'o'},  {0x13A0, 'D'}, {0x13A1, 'R'}, {0x13A2, 'T'}, {0x13AA, 'A'},
    {0x13B3, 'W'}, {0x13BB, 'H'}, {0x13C3, 'Z'}, {0x13E2, 'P'}, {0x13DA, 'S'},
}};

/// Letters as far as words are concerned: of ASCII, and of other scripts all that is not a symbol.
bool is_letter(char32_t value) {
  if (value < 0x80) return base::is_ascii_letter(static_cast<char>(value));
  return value >= 0xC0 && !base::is_pictograph(value) && (value < 0x2000 || value > 0x2BFF) && value != 0x3000 &&
         value != 0xD7 && value != 0xF7;
}

struct Word {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t letters = 0;
  std::size_t latin = 0;
  std::size_t lookalikes = 0;

  [[nodiscard]] bool is_mixed() const {
    return letters > 3 && latin > 0 && latin + lookalikes == letters && lookalikes;
  }
};

/// The next word from `at`; absent: its end is its beginning.
Word word_from(std::string_view text, std::size_t at) {
  Word word;
  bool is_in = false;
  while (at < text.size()) {
    const base::CodePoint present = base::first_code_point(text.substr(at));
    const bool belongs = present.length != 0 && is_letter(present.value);
    if (!belongs && is_in) break;
    if (belongs && !is_in) word.begin = at;
    is_in = belongs;
    at += std::max<std::size_t>(present.length, 1);
    if (!belongs) continue;
    word.end = at;
    ++word.letters;
    if (present.value < 0x250) ++word.latin;
    if (latin_lookalike(present.value) != 0) ++word.lookalikes;
  }
  if (!is_in && word.letters == 0) word.begin = word.end = text.size();
  return word;
}

void append_latin(std::string& out, std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const base::CodePoint present = base::first_code_point(word.substr(at));
    const std::size_t length = std::max<std::size_t>(present.length, 1);
    const char latin = latin_lookalike(present.value);
    latin != 0 ? out.append(1, base::ascii_lower(latin)) : out.append(word.substr(at, length));
    at += length;
  }
}

char letter_like(char byte) {
  switch (byte) {
    case '0': return 'o';
    case '1':
    case 'i':
    case '|': return 'l';
    case '3': return 'e';
    case '4': return 'a';
    case '5': return 's';
    default: return byte;
  }
}

}  // namespace

char latin_lookalike(char32_t value) {
  if (value < kLookalikes.front().first || value > 0x13E2) return 0;
  const auto found = std::find_if(kLookalikes.begin(), kLookalikes.end(),
                                  [value](const Lookalike& one) { return one.first == value; });
  return found == kLookalikes.end() ? '\0' : found->second;
}

std::string_view mixed_word(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Word word = word_from(text, at);
    if (word.is_mixed()) return text.substr(word.begin, word.end - word.begin);
    at = std::max(word.end, at + 1);
  }
  return {};
}

bool has_only_lookalikes(std::string_view name) {
  std::size_t foreign = 0;
  for (std::size_t at = 0; at < name.size();) {
    const base::CodePoint present = base::first_code_point(name.substr(at));
    at += std::max<std::size_t>(present.length, 1);
    if (present.value < 0x250 || !is_letter(present.value)) continue;
    if (latin_lookalike(present.value) == 0) return false;
    ++foreign;
  }
  return foreign > 0;
}

std::string without_lookalikes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Word word = word_from(text, at);
    out.append(text.substr(at, word.begin - at));
    const std::string_view letters = text.substr(word.begin, word.end - word.begin);
    word.is_mixed() ? append_latin(out, letters) : static_cast<void>(out.append(letters));
    at = std::max(word.end, at + 1);
  }
  return out;
}

std::string likeness(std::string_view name) {
  std::string latin;
  append_latin(latin, name);
  std::string out;
  for (const char byte : latin) {
    if (byte == '_' || byte == '-' || byte == '.' || byte == ' ' || byte == '/') continue;
    const char like = letter_like(base::ascii_lower(byte));
    if (out.empty() || out.back() != like) out += like;
  }
  return out;
}

}  // namespace workbench::scan
