#pragma once

#include <algorithm>
#include <chrono>

namespace workbench::stdio {

/// Limits a rate: `burst` at once, and `per_second` from then on. Not tied to a thread.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  RateLimit(double per_second, double burst) : per_second_(per_second), burst_(burst), left_(burst) {}

  /// Uses one, if there are `at_least` so many.
  [[nodiscard]] bool admit(double at_least = 1, Clock::time_point now = Clock::now()) {
    refill(now);
    if (left_ < at_least) return false;
    left_ -= 1;
    return true;
  }

  /// Uses `amount`, whether there is so much or not. Returns the time until there is something left again; 0: there is.
  [[nodiscard]] std::chrono::milliseconds use(double amount, Clock::time_point now = Clock::now()) {
    refill(now);
    left_ -= amount;
    if (left_ >= 0) return std::chrono::milliseconds(0);
    return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(-left_ / per_second_));
  }

 private:
  void refill(Clock::time_point now) {
    const double seconds = std::chrono::duration<double>(now - refilled_).count();
    left_ = std::min(burst_, left_ + seconds * per_second_);
    refilled_ = now;
  }

  const double per_second_;
  const double burst_;
  double left_;
  Clock::time_point refilled_ = Clock::now();
};

}  // namespace workbench::stdio
