#pragma once

#include <map>
#include <string>

#include <workbench/host.hpp>
#include <workbench/principal.hpp>

#include "clients/request_quota.hpp"
#include "servers/run_quota.hpp"

namespace workbench::gateway {

/// Whether a client shares the quotas of its principal.
enum class Quotas {
  of_principal,
  none,  ///< the client for which the program runs; it is counted, but not limited
};

/// What all clients of one principal use at the moment. [loop thread]
struct PrincipalUsage {
  /// `limits` must outlive it.
  PrincipalUsage(const Limits& limits, bool is_limited) : servers(limits, is_limited) {
    requests.is_limited = is_limited;
  }

  clients::RequestUsage requests;
  servers::RunQuota servers;
};

/// The usage of each principal, by name. All anonymous clients are one principal. It outlives everything that counts in
/// it. A principal is kept until the process ends: listeners know as many as they can authenticate. [loop thread]
class Principals {
 public:
  /// `host` must outlive it.
  explicit Principals(Host& host) : host_(host), unlimited_(host.limits(), false) {}

  /// `principal`: null if anonymous.
  [[nodiscard]] PrincipalUsage& usage_of(const Principal* principal, Quotas quotas) {
    if (quotas == Quotas::none) return unlimited_;
    const std::string& name = principal == nullptr ? kAnonymous : principal->name;
    return by_name_.try_emplace(name, host_.limits(), true).first->second;
  }

  /// Calls `function(name, usage)` for each, the name of anonymous and of unlimited clients being empty.
  template <typename Function>
  void for_each(Function function) const {
    function(kAnonymous, unlimited_);
    for (const auto& [name, usage] : by_name_) function(name, usage);
  }

 private:
  inline static const std::string kAnonymous;

  Host& host_;
  PrincipalUsage unlimited_;
  std::map<std::string, PrincipalUsage> by_name_;
};

}  // namespace workbench::gateway
