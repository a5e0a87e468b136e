#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/file_descriptor.hpp>

namespace workbench::event_loop {

/// Callbacks that are due at a time, in the order of those times. One timer of the operating system serves all. It is
/// set only when the first time changes; a time limit of epoll_wait would have to be set with every sleep.
/// [loop thread]
class Timers {
 public:
  using Clock = std::chrono::steady_clock;

  /// Throws std::system_error if the operating system refuses a timer.
  Timers();

  [[nodiscard]] EventLoop::Timer start(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due);

  /// Readable when a timer may be due, until call_due() finds no more. The loop waits on it.
  [[nodiscard]] int alarm() const { return alarm_.get(); }

  /// Calls the first timer that is due at `now`. False: none is due.
  bool call_due(Clock::time_point now);

  /// Removes all timers without calling them.
  void clear();

 private:
  class Subscription;
  using Key = std::pair<Clock::time_point, std::uint64_t>;  // the number orders timers of the same time

  void set_alarm();

  std::map<Key, MoveOnlyFunction<void()>> pending_;
  std::uint64_t last_number_ = 0;
  FileDescriptor alarm_;
  Clock::time_point alarm_time_ = Clock::time_point::max();  // not later than the first timer
};

}  // namespace workbench::event_loop
