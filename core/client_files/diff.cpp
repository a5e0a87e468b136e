#include "client_files/diff.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace workbench::client_files {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// A line of the diff before it is divided into hunks.
struct Change {
  char sign;  ///< ' ', '-' or '+'
  std::string_view line;
};

/// The shortest edit from one text to the other, by the table of longest common subsequences. Two very long texts with
/// differences far apart are replaced whole in between.
std::vector<Change> changes_between(const Lines& before, const Lines& after) {
  constexpr std::size_t kMaxCells = 25'000'000;
  const auto [differs, differs_there] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  const auto head = static_cast<std::size_t>(differs - before.begin());
  std::size_t tail = 0;
  const std::size_t shorter = std::min(before.size(), after.size());
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  const std::size_t rows = before.size() - head - tail;
  const std::size_t columns = after.size() - head - tail;
  const bool fits = rows == 0 || columns <= kMaxCells / rows;
  std::vector<unsigned> lengths(fits ? (rows + 1) * (columns + 1) : 0);
  const auto cell = [&](std::size_t row, std::size_t column) -> unsigned& {
    return lengths[row * (columns + 1) + column];
  };
  for (std::size_t row = rows; fits && row-- > 0;) {
    for (std::size_t column = columns; column-- > 0;) {
      cell(row, column) = before[head + row] == after[head + column]
                              ? cell(row + 1, column + 1) + 1
                              : std::max(cell(row + 1, column), cell(row, column + 1));
    }
  }
  std::vector<Change> changes;
  for (std::size_t index = 0; index < head; ++index) changes.push_back({' ', before[index]});
  std::size_t row = 0;
  std::size_t column = 0;
  while (row < rows || column < columns) {
    const bool both = row < rows && column < columns;
    if (fits && both && before[head + row] == after[head + column]) {
      changes.push_back({' ', before[head + row]});
      ++row;
      ++column;
    } else if (row < rows && (!both || !fits || cell(row + 1, column) >= cell(row, column + 1))) {
      changes.push_back({'-', before[head + row++]});
    } else {
      changes.push_back({'+', after[head + column++]});
    }
  }
  for (std::size_t index = before.size() - tail; index < before.size(); ++index)
    changes.push_back({' ', before[index]});
  return changes;
}

std::string range(std::size_t first, std::size_t count) {
  return std::to_string(count == 0 ? first : first + 1) + (count == 1 ? "" : "," + std::to_string(count));
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const std::string& name, bool is_new) {
  constexpr std::size_t kContext = 3;
  if (before == after) return {};
  const std::vector<Change> changes = changes_between(lines_of(before), lines_of(after));
  std::string diff = "--- " + (is_new ? std::string("/dev/null") : name) + "\n+++ " + name + "\n";
  std::size_t old_line = 0;
  std::size_t new_line = 0;
  std::size_t at = 0;
  const auto pass = [&](std::size_t until) {
    for (; at < until; ++at) {
      if (changes[at].sign != '+') ++old_line;
      if (changes[at].sign != '-') ++new_line;
    }
  };
  const auto is_change = [](const Change& change) { return change.sign != ' '; };
  for (;;) {
    const auto first = std::find_if(changes.begin() + static_cast<std::ptrdiff_t>(at), changes.end(), is_change);
    if (first == changes.end()) return diff;
    const auto begin = static_cast<std::size_t>(first - changes.begin());
    std::size_t end = begin;  // behind the last change of the hunk
    for (std::size_t next = begin; next < changes.size() && next <= end + 2 * kContext; ++next) {
      if (is_change(changes[next])) end = next + 1;
    }
    pass(std::max(at, begin < kContext ? 0 : begin - kContext));
    const std::size_t old_first = old_line;
    const std::size_t new_first = new_line;
    const std::size_t from = at;
    pass(std::min(end + kContext, changes.size()));
    diff += "@@ -" + range(old_first, old_line - old_first) + " +" + range(new_first, new_line - new_first) + " @@\n";
    for (std::size_t index = from; index < at; ++index) {
      diff += changes[index].sign;
      diff += changes[index].line;
      if (!changes[index].line.ends_with('\n')) diff += "\n\\ No newline at end of file\n";
    }
  }
}

}  // namespace workbench::client_files
