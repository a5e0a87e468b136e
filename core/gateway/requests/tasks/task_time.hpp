#pragma once

#include <chrono>
#include <optional>

#include "protocol/tasks.hpp"

namespace workbench::gateway {

/// How long the workbench follows a task in place of a client that waits for its call. An answered poll is a sign of
/// life, as a progress notification is one of a call: as long as there are some, the task may take the time for which
/// its server keeps it. A poll without an answer is not its end, but no answer for the time limit of a call is.
///
/// Receives the time with each call, so that it can be tested without a clock. Not tied to a thread.
class TaskTime {
 public:
  using Clock = std::chrono::steady_clock;

  /// For a task that its server keeps longer, or without a limit.
  static constexpr std::chrono::hours kMaxTime{24};

  /// `call_limit`: how long a call may take without a sign of life.
  TaskTime(Clock::time_point created, std::chrono::milliseconds call_limit, const protocol::Task& task);

  /// The server has said how the task is.
  void record_state(const protocol::Task& task);
  /// The server has sent something else about it.
  void record_sign_of_life() { failing_since_.reset(); }

  /// The server has been asked about the task, and has not answered. Returns whether it has not for too long: for the
  /// time limit of a call since the first failure in a row.
  [[nodiscard]] bool record_failure(Clock::time_point now);

  /// How long the task may take in all: its lifetime, which counts from its creation in both vocabularies, but no less
  /// than a call that shows no sign of life. While it waits for input, it is not ended for its lifetime: its server
  /// decides whether it keeps it longer.
  [[nodiscard]] std::chrono::milliseconds total() const;
  /// When that has passed.
  [[nodiscard]] Clock::time_point end() const { return created_ + total(); }

 private:
  const Clock::time_point created_;
  const std::chrono::milliseconds call_limit_;
  std::optional<std::chrono::milliseconds> lifetime_;
  bool waits_for_input_ = false;
  std::optional<Clock::time_point> failing_since_;  // absent: the latest question was answered
};

}  // namespace workbench::gateway
