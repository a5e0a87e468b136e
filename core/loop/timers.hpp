#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <utility>

#include "workbench/event_loop.hpp"

namespace workbench {

/// What is to be called at a time, in the order of those times. [loop thread]
class Timers {
 public:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] EventLoop::Timer start(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due);

  [[nodiscard]] bool is_empty() const { return pending_.empty(); }

  /// Calls the first timer that was due at `now`. False: there was none.
  bool call_due(Clock::time_point now);

  /// How long it is from `now` to the next one, rounded up to whole milliseconds; `most` if there is none before.
  [[nodiscard]] std::chrono::milliseconds until_next(Clock::time_point now, std::chrono::milliseconds most) const;

  /// Ends all timers without calling anybody.
  void clear();

 private:
  class Subscription;
  using Key = std::pair<Clock::time_point, std::uint64_t>;  // the number tells timers of one time apart, in order

  std::map<Key, MoveOnlyFunction<void()>> pending_;
  std::uint64_t last_number_ = 0;
};

}  // namespace workbench
