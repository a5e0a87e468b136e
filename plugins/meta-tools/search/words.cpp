#include "words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "../lean/characters.hpp"

namespace meta_tools {
namespace {

constexpr std::size_t kIdeographBytes = 3;

/// Whether a character of Chinese, Japanese or Korean begins with this byte (U+3000 to U+DFFF).
bool begins_ideograph(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value >= 0xE3U && value <= 0xEDU;
}

bool is_word_byte(char byte, Splitting splitting) {
  return is_letter(byte) || is_digit(byte) || is_beyond_ascii(byte) || (byte == '_' && splitting == Splitting::none);
}

/// Whether a new part of an identifier begins at `index`, which is not the first.
bool begins_part(std::string_view run, std::size_t index) {
  const char before = run[index - 1];
  const char here = run[index];
  if (is_digit(before) != is_digit(here)) return true;
  if (!is_capital(here)) return false;
  if (is_small(before)) return true;
  const std::size_t small_from = index + 1;  // the P of HTMLPage, but not the L of URLs
  return is_capital(before) && small_from < run.size() && is_small(run[small_from]) && run.substr(small_from) != "s";
}

/// Divides runs of letters and digits into words.
class Divider {
 public:
  Divider(Splitting splitting, workbench::MoveOnlyFunction<void(std::string_view, WordExtent)>& word)
      : splitting_(splitting), word_(word) {}

  void divide(std::string_view run) {
    std::size_t begin = 0;
    for (std::size_t index = 0; index < run.size();) {
      if (!begins_ideograph(run[index]) || index + kIdeographBytes > run.size()) {
        ++index;
        continue;
      }
      divide_identifier(run.substr(begin, index - begin));
      pass(run.substr(index, kIdeographBytes));
      index += kIdeographBytes;
      begin = index;
    }
    divide_identifier(run.substr(begin));
  }

 private:
  void divide_identifier(std::string_view run) {
    pass(run);
    if (splitting_ == Splitting::none) return;
    std::size_t begin = 0;
    for (std::size_t index = 1; index < run.size(); ++index) {
      if (!begins_part(run, index)) continue;
      pass_part(run.substr(begin, index - begin));
      begin = index;
    }
    if (begin > 0) pass_part(run.substr(begin));
  }

  void pass_part(std::string_view part) {
    if (part.size() > 1 || is_digit(part.front())) pass(part, WordExtent::part);
  }

  void pass(std::string_view characters, WordExtent extent = WordExtent::whole) {
    if (characters.empty()) return;
    lower_.assign(characters);
    std::transform(lower_.begin(), lower_.end(), lower_.begin(), to_lower);
    word_(lower_, extent);
  }

  const Splitting splitting_;
  workbench::MoveOnlyFunction<void(std::string_view, WordExtent)>& word_;
  std::string lower_;
};

// Sorted. First words of questions, and words that join others. No word that could be the subject of a tool.
constexpr std::array<std::string_view, 89> kStopWords{
    "a",     "about", "all",    "also",  "am",    "an",    "and",  "any",   "are",  "as",   "at",    "be",    "been",
    "but",   "by",    "can",    "could", "do",    "does",  "each", "every", "for",  "from", "had",   "has",   "have",
    "how",   "i",     "if",     "in",    "into",  "is",    "it",   "its",   "just", "let",  "like",  "may",   "me",
    "might", "must",  "my",     "need",  "no",    "not",   "of",   "on",    "only", "or",   "our",   "out",   "please",
    "s",     "see",   "should", "so",    "some",  "such",  "t",    "than",  "that", "the",  "their", "them",  "then",
    "there", "these", "they",   "this",  "those", "to",    "tool", "up",    "us",   "use",  "used",  "using", "want",
    "was",   "we",    "were",   "what",  "when",  "which", "who",  "will",  "with", "you",  "your"};
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

}  // namespace

void for_each_word(std::string_view text, Splitting splitting,
                   workbench::MoveOnlyFunction<void(std::string_view word, WordExtent extent)> word) {
  Divider divider(splitting, word);
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = begin;
    while (end < text.size() && is_word_byte(text[end], splitting)) ++end;
    if (end > begin) divider.divide(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

bool is_stop_word(std::string_view word) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), word);
}

}  // namespace meta_tools
