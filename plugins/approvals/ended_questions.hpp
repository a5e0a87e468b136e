#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace workbench::approvals {

/// What became of the latest questions that are not open any more, so that a person who answers one of them is told.
class EndedQuestions {
 public:
  /// `how` completes "it ...": "was answered with no by ada (terminal)".
  void add(std::string id, std::string how) {
    constexpr std::size_t kMaxEnded = 1'000;
    if (ended_.size() >= kMaxEnded) ended_.pop_front();
    ended_.emplace_back(std::move(id), std::move(how));
  }

  /// A sentence about why nothing waits under `id`, which is not checked and so is not repeated.
  [[nodiscard]] std::string explain(std::string_view id) const {
    for (const auto& [ended, how] : ended_) {
      if (ended == id) return "this call does not wait any more: it " + how;
    }
    return "no call waits under this id; the list of waiting calls has those that do";
  }

 private:
  std::deque<std::pair<std::string, std::string>> ended_;  // the oldest first
};

}  // namespace workbench::approvals
