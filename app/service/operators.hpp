#pragma once

#include <chrono>
#include <list>
#include <memory>

#include "operator/approval_requests.hpp"
#include "operator/operator_session.hpp"
#include "process/container_table.hpp"
#include "service/approval_surfaces.hpp"
#include "service/reload.hpp"
#include "service/service.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// The connected operators, the actions for them, and where they learn of waiting calls. [loop thread]
class Operators {
 public:
  /// All must outlive it.
  Operators(Startup& startup, Service& service, Reload& reload);
  Operators(const Operators&) = delete;
  Operators& operator=(const Operators&) = delete;

  /// A program of the user that runs the workbench has connected.
  void add(std::unique_ptr<Connection> connection);

 private:
  void answer_status(OperatorActions::Answer answer);
  [[nodiscard]] Json status(ContainerUsages containers) const;
  [[nodiscard]] Json reload_configuration();

  Startup& startup_;
  Service& service_;
  Reload& reload_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  ApprovalRequests approvals_;
  const OperatorActions actions_;
  std::list<std::unique_ptr<OperatorSession>> sessions_;
  ApprovalSurfaces surfaces_;
};

}  // namespace workbench::app
