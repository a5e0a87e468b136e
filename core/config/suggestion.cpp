#include "config/suggestion.hpp"

#include <algorithm>
#include <cstddef>

#include "base/ascii.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

bool was_called(const RenamedWord& renamed, std::string_view word) {
  const bool is_prefix = renamed.old_name.back() == '.';
  return renamed.old_name == (is_prefix ? word.substr(0, renamed.old_name.size()) : word);
}

// The restricted Damerau-Levenshtein distance, computed with the last three rows of the table.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> new_name(WordKind kind, std::string_view word) {
  for (const RenamedWord& renamed : renamed_words()) {
    if (renamed.kind != kind || !was_called(renamed, word)) continue;
    return std::string(renamed.new_name).append(word.substr(renamed.old_name.size()));
  }
  return std::nullopt;
}

std::optional<std::string> closest_match(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kMaxBytes = 100;  // bounds the work; longer words are not typos of a key
  if (word.size() > kMaxBytes) return std::nullopt;
  const std::string wanted = base::ascii_lower(word);
  std::size_t fewest_edits = wanted.size() <= 4 ? 2 : 3;
  std::optional<std::string> closest;
  for (const std::string& candidate : known) {
    const std::size_t edits = edit_distance(wanted, base::ascii_lower(candidate));
    if (edits >= fewest_edits) continue;
    fewest_edits = edits;
    closest = candidate;
  }
  return closest;
}

std::string quoted_list(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) {
    if (!list.empty()) list += ", ";
    list += json::quoted(word);
  }
  return list;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  if (const auto meant = closest_match(word, known)) return "did you mean " + json::quoted(*meant) + "?";
  if (known.empty()) return "nothing is known here";
  return "known here: " + quoted_list(known);
}

}  // namespace workbench::config
