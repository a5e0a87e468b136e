#pragma once

#include <algorithm>
#include <chrono>

namespace workbench::servers {

/// How soon a server that ended may be started again: at once the first time, then after 0.2 s, doubling to 30 s, so
/// that a server that ends at every call does not keep the machine busy with starts. An answered call, or staying up
/// for a while, resets the pause: a server that ends now and then loses no call to one.
class RestartBackoff {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kMinDelay{200};
  static constexpr std::chrono::milliseconds kMaxDelay{30'000};
  static constexpr std::chrono::seconds kForgivenAfter{30};

  void record_start(Clock::time_point now) { started_ = now; }

  /// The server ended, or did not start.
  void record_end(Clock::time_point now) {
    if (now - started_ >= kForgivenAfter) ends_ = 0;
    if (++ends_ == 1) first_end_ = now;
    last_end_ = now;
    delay_ = ends_ == 1 ? std::chrono::milliseconds(0) : std::clamp(delay_ * 2, kMinDelay, kMaxDelay);
    not_before_ = now + delay_;
  }

  /// The server has answered a call.
  void record_answer() {
    ends_ = 0;
    not_before_ = {};
  }

  /// How long to wait still; zero: start it.
  [[nodiscard]] std::chrono::milliseconds wait(Clock::time_point now) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(not_before_ - now);
    return std::max(left, std::chrono::milliseconds(0));
  }

  /// How often it ended or did not start, without answering a call or staying up in between.
  [[nodiscard]] int ends_in_a_row() const { return ends_; }

  /// Between the first of them and the last.
  [[nodiscard]] std::chrono::milliseconds span() const {
    return std::chrono::ceil<std::chrono::milliseconds>(last_end_ - first_end_);
  }

 private:
  Clock::time_point started_{};
  Clock::time_point first_end_{};
  Clock::time_point last_end_{};
  Clock::time_point not_before_{};
  std::chrono::milliseconds delay_{0};
  int ends_ = 0;
};

}  // namespace workbench::servers
