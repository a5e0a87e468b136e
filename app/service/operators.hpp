#pragma once

#include <chrono>
#include <list>
#include <memory>

#include "operator/operator_session.hpp"
#include "process/container_table.hpp"
#include "service/reload.hpp"
#include "service/service.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// The connected operators, and the actions for them. [loop thread]
class Operators {
 public:
  /// All must outlive it.
  Operators(Startup& startup, Service& service, Reload& reload);
  Operators(const Operators&) = delete;
  Operators& operator=(const Operators&) = delete;

  void add(std::unique_ptr<Connection> connection);

 private:
  void answer_status(OperatorActions::Answer answer);
  [[nodiscard]] Json status(ContainerUsages containers) const;
  [[nodiscard]] Json reload_configuration();

  Startup& startup_;
  Service& service_;
  Reload& reload_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const OperatorActions actions_;
  std::list<std::unique_ptr<OperatorSession>> sessions_;
};

}  // namespace workbench::app
