#pragma once

#include <chrono>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::http {

/// A time limit that is set again and again, usually long before it has passed. Setting it costs no timer: the
/// timer that is running is left alone, and looks at the time limit when it is due. [loop thread]
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  /// `passed` is called once for each set() whose time has passed; it may destroy the deadline. `loop` must outlive it.
  Deadline(EventLoop& loop, MoveOnlyFunction<void()> passed) : loop_(loop), passed_(std::move(passed)) {}

  /// From now on; replaces the earlier limit.
  void set(std::chrono::milliseconds limit) {
    due_ = Clock::now() + limit;
    if (timer_ == nullptr || timer_due_ > due_) start(limit);
  }

  void clear() { due_ = Clock::time_point::max(); }

 private:
  void start(std::chrono::milliseconds limit) {
    timer_due_ = due_;
    timer_ = loop_.after(limit, [this] { look(); });
  }

  void look() {
    timer_.reset();
    if (due_ == Clock::time_point::max()) return;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(due_ - Clock::now());
    if (left > std::chrono::milliseconds(0)) return start(left);
    clear();
    passed_();
  }

  EventLoop& loop_;
  MoveOnlyFunction<void()> passed_;
  Clock::time_point due_ = Clock::time_point::max();
  Clock::time_point timer_due_;
  EventLoop::Timer timer_;
};

}  // namespace workbench::http
