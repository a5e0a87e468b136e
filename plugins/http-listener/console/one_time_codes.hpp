#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace workbench::http {

/// Codes by which the user who runs the workbench opens the console without a token. Each is random (128 bits), counts
/// once, and for 2 minutes. Only their digests are kept. The time is passed in. Not tied to a thread.
class OneTimeCodes {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kLifetime{2};
  /// Codes that have not been used yet; a further one replaces the oldest.
  static constexpr std::size_t kMax = 100;

  /// A new code: 32 hexadecimal digits. Throws std::system_error if there is no randomness.
  [[nodiscard]] std::string make(Clock::time_point now);

  /// Whether this is a code that still counts; it does not count again. Takes a time that does not depend on which one
  /// it is.
  [[nodiscard]] bool redeem(std::string_view code, Clock::time_point now);

  [[nodiscard]] std::size_t size() const { return codes_.size(); }

 private:
  struct Code {
    std::string digest;
    Clock::time_point end;
  };

  void drop_expired(Clock::time_point now);

  std::deque<Code> codes_;  // the oldest first
};

}  // namespace workbench::http
