#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include <workbench/host.hpp>

namespace workbench::gateway {

/// Times after which requests are answered with what is known by then. [loop thread]
class AnswerTimers {
 public:
  /// `host` must outlive it.
  explicit AnswerTimers(Host& host) : host_(host) {}
  AnswerTimers(const AnswerTimers&) = delete;
  AnswerTimers& operator=(const AnswerTimers&) = delete;

  /// Calls `answer` once: after `time`, or when what it returns is called, whichever is first. Never after this object,
  /// which must also outlive the calls of what it returns.
  std::function<void()> after(std::chrono::milliseconds time, std::function<void()> answer) {
    const std::uint64_t number = ++last_;
    auto now = [this, number, answer = std::move(answer)] {
      const auto on_the_stack = timers_.extract(number);  // the timer may be calling this
      if (!on_the_stack.empty()) answer();
    };
    timers_.emplace(number, host_.loop().after(time, now));
    return now;
  }

 private:
  Host& host_;
  std::map<std::uint64_t, EventLoop::Timer> timers_;
  std::uint64_t last_ = 0;
};

}  // namespace workbench::gateway
