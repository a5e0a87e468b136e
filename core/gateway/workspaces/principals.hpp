#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include <workbench/host.hpp>
#include <workbench/principal.hpp>

#include "base/process_limits.hpp"
#include "clients/request_quota.hpp"
#include "servers/run_quota.hpp"

namespace workbench::gateway {

/// Whether a client shares the quotas of its principal.
enum class Quotas {
  of_principal,
  none,  ///< the client for which the program runs; it is counted, but not limited
};

/// The present usage of all clients of one principal. [loop thread]
struct PrincipalUsage {
  /// `limits` must outlive it.
  PrincipalUsage(const base::ProcessLimits& limits, bool is_limited) : servers(limits, is_limited) {
    requests.is_limited = is_limited;
  }

  clients::RequestUsage requests;
  servers::RunQuota servers;
  std::size_t workspaces = 0;                         ///< that count in it
  std::size_t modern_workspaces = 0;                  ///< of them: of modern clients, ending ones included
  std::uint64_t refused_by_principal_workspaces = 0;  ///< requests, since the start of the process
};

/// The usage of each principal, by name. All anonymous clients are one principal. It outlives everything that counts in
/// it. Principals without a workspace are kept for the figures, unless there are many: with client certificates, a
/// listener may meet ever more names. [loop thread]
class Principals {
 public:
  /// Beyond as many, those without a workspace are forgotten.
  static constexpr std::size_t kMaxKept = 1'000;

  /// `host` must outlive it.
  explicit Principals(Host& host)
      : limits_(base::process_limits(host)), unlimited_(limits_, false), of_user_(limits_, true) {}

  /// `principal`: null if it is the user who runs the workbench; with an empty name if anonymous.
  [[nodiscard]] PrincipalUsage& usage_of(const Principal* principal, Quotas quotas) {
    if (quotas == Quotas::none) return unlimited_;
    if (principal == nullptr) return of_user_;
    const std::string& name = principal->name;
    if (by_name_.size() >= kMaxKept && by_name_.count(name) == 0) {
      std::erase_if(by_name_, [](const auto& known) { return known.second.workspaces == 0; });
    }
    return by_name_.try_emplace(name, limits_, true).first->second;
  }

  /// Calls `function(name, usage)` for each, the name of anonymous and of unlimited clients being empty.
  template <typename Function>
  void for_each(Function function) const {
    function(kAnonymous, unlimited_);
    function(kAnonymous, of_user_);
    for (const auto& [name, usage] : by_name_) function(name, usage);
  }

 private:
  inline static const std::string kAnonymous;

  const base::ProcessLimits& limits_;
  PrincipalUsage unlimited_;
  PrincipalUsage of_user_;
  std::map<std::string, PrincipalUsage> by_name_;
};

}  // namespace workbench::gateway
