#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>

#include <workbench/host.hpp>

namespace workbench::gateway {

/// Times after which requests are answered with what is known by then. [loop thread]
class AnswerTimers {
 public:
  /// `host` must outlive it.
  explicit AnswerTimers(Host& host) : host_(host) {}
  AnswerTimers(const AnswerTimers&) = delete;
  AnswerTimers& operator=(const AnswerTimers&) = delete;

  /// Calls `answer` once, after `time`; never after this object.
  void after(std::chrono::milliseconds time, std::function<void()> answer) {
    const std::uint64_t number = ++last_;
    timers_.emplace(number, host_.loop().after(time, [this, number, answer = std::move(answer)] {
      const auto on_the_stack = timers_.extract(number);
      answer();
    }));
  }

 private:
  Host& host_;
  std::map<std::uint64_t, EventLoop::Timer> timers_;
  std::uint64_t last_ = 0;
};

}  // namespace workbench::gateway
