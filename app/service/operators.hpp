#pragma once

#include <list>
#include <memory>

#include <workbench/listener.hpp>

#include "operator/operator_session.hpp"
#include "service/approval_surfaces.hpp"
#include "service/operator_groups.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// The connected operators, and where they learn of waiting calls. [loop thread]
class Operators {
 public:
  /// Both must outlive it.
  Operators(Startup& startup, OperatorGroups& groups);
  Operators(const Operators&) = delete;
  Operators& operator=(const Operators&) = delete;

  /// A peer has connected that is an operator (AcceptedClient::operator_view).
  void add(AcceptedClient client);

  /// Whether one of them is subscribed to changes, as an open page is.
  [[nodiscard]] bool is_watched() const;

 private:
  void add_local(std::unique_ptr<Connection> connection);

  Host& host_;
  OperatorGroups& groups_;
  const std::string user_;  // of the process; looked up once, because a directory of users may be slow
  std::list<std::unique_ptr<OperatorSession>> sessions_;
  ApprovalSurfaces surfaces_;
};

}  // namespace workbench::app
