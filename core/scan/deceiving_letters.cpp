#include <algorithm>
#include <cstddef>

#include "base/code_point.hpp"
#include "scan/confusables.hpp"
#include "scan/hidden_text.hpp"

namespace workbench::scan {
namespace {

/// Letters in the style of mathematics, in circles or squares, or as wide as those of Chinese: models read them as
/// letters, and rules for words do not.
bool is_styled(char32_t value) {
  return (value >= 0x1D400 && value <= 0x1D7FF) || (value >= 0x24B6 && value <= 0x24E9) ||
         (value >= 0x1F130 && value <= 0x1F189) || (value >= 0xFF21 && value <= 0xFF5A);
}

bool is_private(char32_t value) {
  return (value >= 0xE000 && value <= 0xF8FF) || value >= 0xF0000;
}

bool is_mark(char32_t value) {
  return (value >= 0x300 && value <= 0x36F) || (value >= 0x1AB0 && value <= 0x1AFF) ||
         (value >= 0x1DC0 && value <= 0x1DFF) || (value >= 0x20D0 && value <= 0x20FF);
}

struct Letters {
  std::size_t styled = 0;
  std::size_t first_styled = 0;
  std::size_t private_use = 0;
  std::size_t first_private = 0;
  std::size_t stacked = 0;  // the most marks in a row
};

Letters letters_of(std::string_view text) {
  Letters letters;
  std::size_t marks = 0;
  for (std::size_t at = 0; at < text.size();) {
    const base::CodePoint present = base::first_code_point(text.substr(at));
    if (is_styled(present.value) && letters.styled++ == 0) letters.first_styled = at;
    if (is_private(present.value) && letters.private_use++ == 0) letters.first_private = at;
    marks = is_mark(present.value) ? marks + 1 : 0;
    letters.stacked = std::max(letters.stacked, marks);
    at += std::max<std::size_t>(present.length, 1);
  }
  return letters;
}

bool has_no_other_script(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

}  // namespace

void find_deceiving_letters(const ScannedText& text, FindingList& findings) {
  constexpr std::size_t kAWord = 6;
  constexpr std::size_t kManyPrivate = 4;
  constexpr std::size_t kManyMarks = 5;
  if (has_no_other_script(text.text)) return;
  const bool is_name = text.role == TextRole::name;
  if (const std::string_view word = mixed_word(text.text); !word.empty()) {
    findings.add(is_name ? Severity::critical : Severity::warn, "look-alikes",
                 "has a word with letters of two scripts that look alike, so that it is not the word that people read",
                 word, is_name);
  } else if (is_name && has_only_lookalikes(text.text)) {
    findings.add(Severity::warn, "look-alikes", "is a name of letters that look like Latin ones and are not",
                 text.text);
  }
  const Letters letters = letters_of(text.text);
  if (letters.styled >= kAWord) {
    findings.add(Severity::warn, "styled-letters",
                 "has words of signs that look like letters, which a search for words does not find",
                 text.text.substr(letters.first_styled));
  }
  if (letters.private_use >= kManyPrivate) {
    findings.add(Severity::warn, "private-characters", "has characters without a meaning that is public",
                 text.text.substr(letters.first_private));
  }
  if (letters.stacked >= kManyMarks) {
    findings.add(Severity::warn, "stacked-marks", "has letters below so many marks that they cannot be read",
                 text.text);
  }
}

}  // namespace workbench::scan
