#include "lock/common_runs.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace workbench::lock {
namespace {

using Span = std::span<const std::string_view>;

/// For each pair of parts from there to the end, how many both texts have in the same order.
class CommonCounts {
 public:
  CommonCounts(Span before, Span after) : width_(after.size() + 1), counts_((before.size() + 1) * width_) {
    for (std::size_t i = before.size(); i-- > 0;) {
      for (std::size_t j = after.size(); j-- > 0;) {
        counts_[i * width_ + j] = before[i] == after[j] ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                                        : std::max(at(i + 1, j), at(i, j + 1));
      }
    }
  }
  [[nodiscard]] std::uint16_t at(std::size_t i, std::size_t j) const { return counts_[i * width_ + j]; }

 private:
  const std::size_t width_;
  std::vector<std::uint16_t> counts_;  // at most the square root of the steps
};

class RunList {
 public:
  void add(std::size_t before, std::size_t after, std::size_t count) {
    const bool is_next = !runs_.empty() && runs_.back().before + runs_.back().count == before &&
                         runs_.back().after + runs_.back().count == after;
    if (is_next) {
      runs_.back().count += count;
    } else if (count != 0) {
      runs_.push_back({before, after, count});
    }
  }
  [[nodiscard]] std::vector<CommonRun> ended(std::size_t before, std::size_t after) && {
    runs_.push_back({before, after, 0});
    return std::move(runs_);
  }

 private:
  std::vector<CommonRun> runs_;
};

/// `at`: where the two spans begin in their texts.
void add_common(RunList& runs, Span before, Span after, std::size_t at) {
  const CommonCounts counts(before, after);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.size() && j < after.size()) {
    if (before[i] == after[j]) {
      runs.add(at + i++, at + j++, 1);
    } else {
      ++(counts.at(i + 1, j) >= counts.at(i, j + 1) ? i : j);
    }
  }
}

}  // namespace

std::vector<CommonRun> common_runs(const TextParts& before, const TextParts& after, std::size_t max_steps) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t first = 0;
  while (first < shorter && before[first] == after[first]) ++first;
  std::size_t last = 0;
  while (last < shorter - first && before[before.size() - 1 - last] == after[after.size() - 1 - last]) ++last;
  RunList runs;
  runs.add(0, 0, first);
  const std::size_t left = before.size() - first - last;
  const std::size_t right = after.size() - first - last;
  if (left != 0 && right != 0 && left <= max_steps / right)
    add_common(runs, Span(before).subspan(first, left), Span(after).subspan(first, right), first);
  runs.add(before.size() - last, after.size() - last, last);
  return std::move(runs).ended(before.size(), after.size());
}

}  // namespace workbench::lock
