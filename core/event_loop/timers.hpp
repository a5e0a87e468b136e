#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <utility>

#include <workbench/event_loop.hpp>

#include "event_loop/descriptor.hpp"

namespace workbench::event_loop {

/// What is to be called at a time, in the order of those times. One timer of the operating system stands for all, and
/// is set only when the first time changes: a time limit for epoll_wait would be set anew with every sleep.
/// [loop thread]
class Timers {
 public:
  using Clock = std::chrono::steady_clock;

  /// Throws std::system_error if the operating system has no timer to give.
  Timers();

  [[nodiscard]] EventLoop::Timer start(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due);

  /// Readable when a timer may be due, until call_due() finds no more. For the loop to wait on.
  [[nodiscard]] int alarm() const { return alarm_.fd(); }

  /// Calls the first timer that was due at `now`. False: there was none left.
  bool call_due(Clock::time_point now);

  /// Ends all timers without calling anybody.
  void clear();

 private:
  class Subscription;
  using Key = std::pair<Clock::time_point, std::uint64_t>;  // the number tells timers of one time apart, in order

  void set_alarm();

  std::map<Key, MoveOnlyFunction<void()>> pending_;
  std::uint64_t last_number_ = 0;
  Descriptor alarm_;
  Clock::time_point alarm_time_ = Clock::time_point::max();  // not later than the first timer
};

}  // namespace workbench::event_loop
