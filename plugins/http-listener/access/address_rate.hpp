#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace workbench::http {

/// Limits how often an event may happen for each address (address_group()) of another machine: `burst` times at once,
/// and then `per_second` times a second. Addresses of this machine are not limited, because a proxy with many clients
/// may use them. The caller passes in the time. Not tied to a thread.
class AddressRate {
 public:
  using Clock = std::chrono::steady_clock;

  /// `burst` 0: no limit.
  AddressRate(double burst, double per_second) : burst_(burst), per_second_(per_second) {}

  /// Whether the event may happen for this address, which has no port.
  [[nodiscard]] bool has_room(std::string_view address, Clock::time_point now) const;
  /// Counts an event, whether or not has_room() was true.
  void add(std::string_view address, Clock::time_point now);

  /// The number of addresses with a count; at most 10,000.
  [[nodiscard]] std::size_t remembered() const { return counts_.size(); }

 private:
  struct Count {
    double used;
    Clock::time_point updated;
  };

  [[nodiscard]] double used_at(const Count& count, Clock::time_point now) const;
  void make_room(Clock::time_point now);

  const double burst_;
  const double per_second_;
  std::unordered_map<std::string, Count> counts_;  // by address group
};

/// How many expensive checks of credentials may fail for one address: verifications of signatures, and requests to
/// authorization servers and authenticators. They are limited because any client can send credentials to check.
inline constexpr double kMaxRefusedChecks = 100;
inline constexpr double kRefusedChecksPerSecond = 5;

}  // namespace workbench::http
