#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace workbench::http {

/// How often something has happened lately for each address (address_group()) of another machine: so many times at
/// once, and then at a steady rate. Addresses of this machine, behind which there may be a proxy with many clients, are
/// not limited. The time is passed in. Not tied to a thread.
class AddressRate {
 public:
  using Clock = std::chrono::steady_clock;

  /// `burst` 0: no limit.
  AddressRate(double burst, double per_second) : burst_(burst), per_second_(per_second) {}

  /// Whether it may happen for this address. It has no port.
  [[nodiscard]] bool has_room(std::string_view address, Clock::time_point now) const;
  /// It has happened, whether or not there was room.
  void add(std::string_view address, Clock::time_point now);

  /// How many addresses are remembered; at most 10,000.
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

/// How many checks of credentials that take time may fail for one address: of signatures, and questions to
/// authorization servers and authenticators. Any client can send credentials that have to be checked.
inline constexpr double kMaxRefusedChecks = 100;
inline constexpr double kRefusedChecksPerSecond = 5;

}  // namespace workbench::http
