#include "lock/differing_parts.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "lock/common_runs.hpp"

namespace workbench::lock {
namespace {

constexpr std::size_t kContextBytes = 60;
constexpr std::size_t kMaxStepsOfWords = 16'000'000;
constexpr std::string_view kLeftOut = "\xE2\x80\xA6";  // …

bool is_part_of_word(char byte) {
  return base::is_ascii_letter_or_digit(byte) || static_cast<unsigned char>(byte) >= 0x80;
}

/// Words with the blank behind them, and each byte between two of them.
TextParts words_of(std::string_view line) {
  TextParts words;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at + 1;
    while (is_part_of_word(line[at]) && end < line.size() && is_part_of_word(line[end])) ++end;
    if (is_part_of_word(line[at]) && end < line.size() && line[end] == ' ') ++end;
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string_view last_bytes(std::string_view text, std::size_t count) {
  std::size_t first = text.size() - std::min(count, text.size());
  while (first < text.size() && base::continues_character(text[first])) ++first;
  return text.substr(first);
}

/// What both lines have. `is_first`: nothing is before it; `is_last`: nothing is behind it.
void append_common(std::string& out, std::string_view text, bool is_first, bool is_last) {
  const std::string_view before = is_first ? std::string_view() : base::up_to_character(text, kContextBytes);
  const std::string_view behind = is_last ? std::string_view() : last_bytes(text, kContextBytes);
  if (before.size() + behind.size() + kLeftOut.size() >= text.size()) {
    out.append(text);
  } else {
    out.append(before).append(kLeftOut).append(behind);
  }
}

}  // namespace

std::string differing_parts(std::string_view line, std::string_view other) {
  const TextParts words = words_of(line);
  const auto offset = [&](std::size_t word) {
    return word == words.size() ? line.size() : static_cast<std::size_t>(words[word].data() - line.data());
  };
  const TextParts others = words_of(other);
  std::string parts;
  std::size_t done = 0;  // bytes of the line
  for (const CommonRun& run : common_runs(words, others, kMaxStepsOfWords)) {
    const std::size_t begin = offset(run.before);
    const std::size_t end = offset(run.before + run.count);
    parts.append(line.substr(done, begin - done));
    const bool is_first = run.before == 0 && run.after == 0;
    const bool is_last = run.before + run.count == words.size() && run.after + run.count == others.size();
    append_common(parts, line.substr(begin, end - begin), is_first, is_last);
    done = end;
  }
  return parts;
}

}  // namespace workbench::lock
