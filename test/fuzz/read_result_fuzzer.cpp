// The search of read_result finds what a naive search finds, however the text is divided, and its time and memory grow
// with the length of the text alone. The first line of the input is what is searched for, the rest the text; its first
// byte decides how the text is divided.

#include <ctime>
#include <utility>

#include "fuzzing.hpp"
#include "line_search.hpp"

namespace {

using fuzzing::require;
using meta_tools::LineSearch;
using Lines = std::vector<std::pair<std::size_t, std::string>>;

char small_letter(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_at(std::string_view text, std::size_t at, std::string_view wanted) {
  if (at + wanted.size() > text.size()) return false;
  for (std::size_t index = 0; index < wanted.size(); ++index) {
    if (small_letter(text[at + index]) != small_letter(wanted[index])) return false;
  }
  return true;
}

std::string_view without_parts_of_characters(std::string_view text) {
  const auto continues = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
  while (!text.empty() && continues(text.front())) text.remove_prefix(1);
  std::size_t end = text.size();
  while (end > 0 && continues(text[end - 1])) --end;
  return end > 0 && static_cast<unsigned char>(text[end - 1]) >= 0xC0U ? text.substr(0, end - 1) : text;
}

std::string shown(std::string_view line, std::size_t at) {
  constexpr std::size_t kMax = LineSearch::kMaxLine;
  if (line.size() <= kMax) return std::string(line);
  const std::size_t begin = std::min(at - std::min(at, kMax / 2), line.size() - kMax);
  std::string text(without_parts_of_characters(line.substr(begin, kMax)));
  return (begin > 0 ? "..." : "") + text + (begin + kMax < line.size() ? "..." : "");
}

Lines find_naively(std::string_view text, std::string_view wanted) {
  Lines lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
    for (std::size_t at = 0; at + wanted.size() <= line.size(); ++at) {
      if (!is_at(line, at, wanted)) continue;
      lines.emplace_back(begin + at, shown(line, at));
      break;
    }
    begin += line.size() + 1;
  }
  return lines;
}

Lines find(std::string_view text, std::string_view wanted, std::uint8_t division) {
  Lines lines;
  LineSearch search(wanted, [&](std::size_t at, const std::string& line) {
    lines.emplace_back(at, line);
    return true;
  });
  for (const std::vector<char>& piece : fuzzing::pieces_of(text, division)) search.add(fuzzing::view(piece));
  search.finish();
  return lines;
}

/// The text again and again, up to a megabyte: what is quadratic takes minutes.
void require_linear_time(std::string_view text, std::string_view wanted) {
  std::string large;
  while (large.size() < 1'000'000) large.append(text);
  std::string long_wanted;
  while (long_wanted.size() < 4'000) long_wanted.append(wanted);
  const std::clock_t begin = std::clock();
  LineSearch search(long_wanted, [](std::size_t, const std::string&) { return false; });
  search.add(large);
  search.finish();
  require(std::clock() - begin < 2 * CLOCKS_PER_SEC, "the time is linear", wanted);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::uint8_t division = fuzzing::take_byte(input);
  const std::string_view wanted = fuzzing::take_line(input);
  if (wanted.empty()) return 0;
  require(find(input, wanted, division) == find_naively(input, wanted), "the lines are those of a naive search", input);
  constexpr std::uint8_t kSeldom = 64;
  if (division % kSeldom == 0 && !input.empty()) require_linear_time(input, wanted);
  return 0;
}
