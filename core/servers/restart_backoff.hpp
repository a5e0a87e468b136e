#pragma once

#include <algorithm>
#include <chrono>

namespace workbench::servers {

/// How soon a server that ended may be started again: at once the first time, then after 0.2 s, doubling to 30 s, so
/// that one that ends at every call does not keep the machine busy starting it. One that stayed up is forgiven.
class RestartBackoff {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kMinDelay{200};
  static constexpr std::chrono::milliseconds kMaxDelay{30'000};
  static constexpr std::chrono::seconds kForgivenAfter{30};

  void record_start(Clock::time_point now) { started_ = now; }

  /// The server ended, or did not come up.
  void record_end(Clock::time_point now) {
    if (now - started_ >= kForgivenAfter) ends_ = 0;
    ++ends_;
    delay_ = ends_ == 1 ? std::chrono::milliseconds(0) : std::clamp(delay_ * 2, kMinDelay, kMaxDelay);
    not_before_ = now + delay_;
  }

  /// How long to wait still; zero: start it.
  [[nodiscard]] std::chrono::milliseconds wait(Clock::time_point now) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(not_before_ - now);
    return std::max(left, std::chrono::milliseconds(0));
  }

  [[nodiscard]] bool is_early(Clock::time_point now) const { return now < not_before_; }

  /// How often it ended without staying up in between.
  [[nodiscard]] int ends_in_a_row() const { return ends_; }

 private:
  Clock::time_point started_{};
  Clock::time_point not_before_{};
  std::chrono::milliseconds delay_{0};
  int ends_ = 0;
};

}  // namespace workbench::servers
