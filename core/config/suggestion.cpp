#include "config/suggestion.hpp"

#include <algorithm>
#include <cstddef>

#include "json/escape.hpp"

namespace workbench::config {
namespace {

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// The restricted Damerau-Levenshtein distance, with the last three rows of the table.
std::size_t slips_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t wrong = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, wrong});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 100;  // nobody misspells a longer one; it bounds the work
  if (word.size() > kLongest) return std::nullopt;
  const std::string wanted = lower_case(word);
  std::size_t best_slips = wanted.size() <= 4 ? 2 : 3;
  std::optional<std::string> best;
  for (const std::string& candidate : known) {
    const std::size_t slips = slips_between(wanted, lower_case(candidate));
    if (slips >= best_slips) continue;
    best_slips = slips;
    best = candidate;
  }
  return best;
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) {
    if (!list.empty()) list += ", ";
    list += json::quoted(word);
  }
  return list;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  if (const auto meant = nearest(word, known)) return "did you mean " + json::quoted(*meant) + "?";
  if (known.empty()) return "nothing is known here";
  return "known here: " + listed(known);
}

}  // namespace workbench::config
