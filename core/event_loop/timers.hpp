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
///
/// If the first timer is called very late, the process was stopped (SIGSTOP, a frozen container) or something
/// else has occupied it. Awaited events may have arrived meanwhile, or half of them. So timers that were due in that
/// time are called after kGrace, in which the loop reads what has arrived; later ones are called at their time.
class Timers {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::milliseconds kMaxLateness{1000};
  static constexpr std::chrono::milliseconds kGrace{1000};

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
  using Pending = std::map<Key, MoveOnlyFunction<void()>>;

  [[nodiscard]] Pending::iterator next(Clock::time_point now);
  void grant_time(Clock::time_point now);
  void set_alarm(Clock::time_point now);

  Pending pending_;
  std::uint64_t last_number_ = 0;
  FileDescriptor alarm_;
  Clock::time_point alarm_time_ = Clock::time_point::max();  // not later than the first timer that may be called
  // Timers due at this time or before were too late, and may be called at the end of the grace.
  Clock::time_point late_until_ = Clock::time_point::min();
  Clock::time_point grace_end_ = Clock::time_point::min();
};

}  // namespace workbench::event_loop
