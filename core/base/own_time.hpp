#pragma once

#include <chrono>
#include <ctime>
#include <utility>

namespace workbench::base {

/// Measures the time of this thread's code while it lives, minus the time measured inside it by other objects of this
/// class. Lives on the stack. Accurate to some milliseconds: it is used several times for each message, so reading the
/// clock must cost next to nothing.
class OwnTime {
 public:
  using Duration = std::chrono::nanoseconds;

  OwnTime() noexcept : outer_(std::exchange(innermost_, this)), begin_(now()) {}
  OwnTime(const OwnTime&) = delete;
  OwnTime& operator=(const OwnTime&) = delete;
  ~OwnTime() {
    if (innermost_ == this) static_cast<void>(end());
  }

  /// Ends the measurement. Returns the time of the code itself. At most once.
  [[nodiscard]] Duration end() noexcept {
    innermost_ = outer_;
    const Duration elapsed = now() - begin_;
    if (outer_ != nullptr) outer_->in_others_ += elapsed;
    return elapsed - in_others_;
  }

 private:
  /// Since an arbitrary moment.
  static Duration now() noexcept {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

  inline static constinit thread_local OwnTime* innermost_ = nullptr;

  OwnTime* const outer_;  // null: this is the outermost
  const Duration begin_;
  Duration in_others_{};
};

}  // namespace workbench::base
