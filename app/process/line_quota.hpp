#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace workbench::app {

/// How many warnings and errors each part of the workbench may log: kBurst at once, and kPerSecond from then on. Once
/// some are left out, no other one is admitted before there is room for kPerSecond. Peers can cause
/// any number of them: a client that is refused, a server whose messages are invalid. Not tied to a thread.
class LineQuota {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::size_t kBurst = 500;
  static constexpr std::size_t kPerSecond = 50;
  static constexpr std::size_t kMaxSources = 1'000;  ///< others have one quota together

  enum class Verdict {
    admitted,
    first_left_out,  ///< after one that was admitted
    left_out,
  };

  struct Decision {
    Verdict verdict;
    std::uint64_t left_out_before;  ///< since the one before that was admitted; 0 unless this one is
  };

  /// Decides about one line of `source`.
  [[nodiscard]] Decision decide(std::string_view source, Clock::time_point now = Clock::now());

  /// Omitted lines that no decision has reported yet, by source.
  [[nodiscard]] std::map<std::string, std::uint64_t> left_out() const;

 private:
  struct Used {
    double left = kBurst;
    Clock::time_point refilled;
    std::uint64_t left_out = 0;
  };

  std::map<std::string, Used, std::less<>> sources_;
};

}  // namespace workbench::app
