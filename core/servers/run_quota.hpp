#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <workbench/host.hpp>
#include <workbench/result.hpp>

#include "base/process_limits.hpp"

namespace workbench::servers {

/// How many servers may run at once for all clients of a principal: `limits.principalServers`. [loop thread]
class RunQuota {
 public:
  /// One server from the beginning of its start until all of its processes have exited. An empty one counts nothing.
  class Place {
   public:
    Place() = default;
    explicit Place(RunQuota& quota) : quota_(&quota) { ++quota.running_; }
    Place(Place&& other) noexcept : quota_(std::exchange(other.quota_, nullptr)) {}
    Place& operator=(Place&& other) noexcept {
      std::swap(quota_, other.quota_);
      return *this;
    }
    ~Place() {
      if (quota_ != nullptr) --quota_->running_;
    }

   private:
    RunQuota* quota_ = nullptr;
  };

  /// `limits` must outlive it, and it must outlive its places. `is_limited`: false if servers are only counted.
  RunQuota(const base::ProcessLimits& limits, bool is_limited) : limits_(limits), is_limited_(is_limited) {}
  RunQuota(const RunQuota&) = delete;
  RunQuota& operator=(const RunQuota&) = delete;

  /// A place for one more server, which replaces `ending` ones that have not exited yet. busy: there is none, which is
  /// counted as a refused start; the message names the limit.
  [[nodiscard]] Result<Place> acquire(std::size_t ending) {
    const std::size_t limit = limits_.principal_servers;
    if (!is_limited_ || limit == 0 || running_ - ending < limit) return Place(*this);
    ++refused_;
    return Error{ErrorKind::busy, "the limit of limits.principalServers is reached: " + std::to_string(limit) +
                                      (limit == 1 ? " server runs" : " servers run") +
                                      " already for this principal; close a toolbox that is not needed, or try again "
                                      "later"};
  }

  [[nodiscard]] std::size_t running() const { return running_; }
  /// Starts that were refused since the start of the process.
  [[nodiscard]] std::uint64_t refused() const { return refused_; }

 private:
  const base::ProcessLimits& limits_;
  const bool is_limited_;
  std::size_t running_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace workbench::servers
