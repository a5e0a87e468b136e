#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include <workbench/host.hpp>

namespace workbench::traces {

/// What has become of spans; losses are logged, at most once a minute. [any thread]
class SpanTally {
 public:
  struct Counts {
    std::uint64_t exported = 0;
    std::uint64_t dropped = 0;  ///< there was no room for them
    std::uint64_t failed = 0;   ///< the collector could not be reached, or refused them
  };

  explicit SpanTally(Host& host) : host_(&host) {}

  void add_exported(std::uint64_t spans);
  void add_dropped(std::uint64_t spans);
  /// `reason` is a clause.
  void add_failed(std::uint64_t spans, const std::string& reason);
  [[nodiscard]] Counts counts() const;

  /// From now on nothing is logged, so that the host may be destroyed.
  void detach_host();

 private:
  using Clock = std::chrono::steady_clock;

  void report(const std::string& reason);

  mutable std::mutex mutex_;
  Host* host_;  // null: detached
  Counts counts_;
  std::uint64_t unreported_ = 0;
  std::optional<Clock::time_point> reported_;
};

}  // namespace workbench::traces
