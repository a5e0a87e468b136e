#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "question.hpp"

namespace workbench::approvals {

/// How a question ended, for records.
struct QuestionOutcome {
  std::string decision;  ///< "once", "same arguments", "tool", "no", "expired", "cancelled" or "closed"
  std::string who;
  std::string how;
  std::string reason;
};

/// Reports how questions end: a line of the workbench's log, a DecisionRecord for the plugin that logs calls, and
/// counters. [loop thread]
class DecisionReport {
 public:
  /// `count_waiting` returns how many questions are open; it must stay callable as long as this object.
  DecisionReport(Host& host, MoveOnlyFunction<std::size_t()> count_waiting);

  void record(const Question& question, const QuestionOutcome& outcome);
  /// A request passed, or was refused, by an earlier decision.
  void count(std::string_view decision) { ++decided_[std::string(decision)]; }

 private:
  void write(MetricsWriter& writer);

  Host& host_;
  MoveOnlyFunction<std::size_t()> count_waiting_;
  std::map<std::string, std::uint64_t, std::less<>> decided_;
  const std::unique_ptr<EventLoop::Subscription> collector_;
};

/// "was answered with no by ada (terminal): REASON", "expired", ...
[[nodiscard]] std::string shown_outcome(const QuestionOutcome& outcome);

}  // namespace workbench::approvals
