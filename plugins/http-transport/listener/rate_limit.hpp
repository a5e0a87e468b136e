#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace workbench::http {

/// Lets so many requests a second pass, and as many at once after a second of rest. Not tied to a thread.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  /// `per_second` 0: every request passes.
  explicit RateLimit(std::size_t per_second) : per_second_(static_cast<double>(per_second)), left_(per_second_) {}

  [[nodiscard]] bool passes(Clock::time_point now) {
    if (per_second_ == 0) return true;
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    left_ = std::min(per_second_, left_ + seconds * per_second_);
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double per_second_;
  double left_;
  Clock::time_point last_ = Clock::now();
};

}  // namespace workbench::http
