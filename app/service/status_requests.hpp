#pragma once

#include <chrono>
#include <string_view>

#include "requests/approval_requests.hpp"
#include "requests/operator_methods.hpp"
#include "requests/process_usages.hpp"
#include "service/reload.hpp"
#include "service/service.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// The status of the whole:
///
///   workbench/status  {"all": true}: also servers that no client has used -> as `mcp-workbench status --json`
///
/// An operator that sees its own alone gets its own clients and servers, and of shared servers what their clients may
/// know. [loop thread]
class StatusRequests final : public OperatorMethods {
 public:
  /// All must outlive it.
  StatusRequests(Startup& startup, Service& service, const Reload& reload, const ApprovalRequests& approvals)
      : startup_(startup), service_(service), reload_(reload), approvals_(approvals), usages_(startup.host().loop()) {}

  [[nodiscard]] bool has(std::string_view method) const override { return method == "workbench/status"; }
  void respond(const OperatorRequest& request, OperatorAnswer answer) override;

 private:
  struct Wanted {
    Operator from;
    bool has_unused;
  };

  void measure(Wanted wanted, OperatorAnswer answer);
  void measure_processes(Wanted wanted, ContainerUsages containers, OperatorAnswer answer);
  [[nodiscard]] gateway::Overview overview(const Wanted& wanted) const;
  [[nodiscard]] Json status(const Wanted& wanted, UsageByRoot processes, ContainerUsages containers) const;

  Startup& startup_;
  Service& service_;
  const Reload& reload_;
  const ApprovalRequests& approvals_;
  ProcessUsages usages_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace workbench::app
