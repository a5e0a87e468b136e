#pragma once

#include <new>
#include <utility>

#include <workbench/event_loop.hpp>

namespace workbench::test {

/// A loop that has no memory for its requests, when the test wants it.
class FailingLoop final : public EventLoop {
 public:
  explicit FailingLoop(EventLoop& loop) : loop_(loop) {}

  void post(MoveOnlyFunction<void()> task) override {
    fail_if(fails_to_post);
    loop_.post(std::move(task));
  }
  [[nodiscard]] Watch watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) override {
    fail_if(fails_to_watch);
    return loop_.watch(fd, readiness, std::move(ready));
  }
  [[nodiscard]] Timer after(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) override {
    fail_if(fails_to_wait);
    return loop_.after(delay, std::move(due));
  }

  // How many of the next calls fail.
  int fails_to_post = 0;
  int fails_to_watch = 0;
  int fails_to_wait = 0;

 private:
  static void fail_if(int& count) {
    if (count == 0) return;
    --count;
    throw std::bad_alloc();
  }

  EventLoop& loop_;
};

}  // namespace workbench::test
