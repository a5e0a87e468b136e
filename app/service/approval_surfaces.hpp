#pragma once

#include <memory>
#include <optional>

#include <workbench/connection.hpp>
#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "requests/approval_requests.hpp"
#include "service/desktop_notice.hpp"
#include "service/operator_socket.hpp"

namespace workbench::app {

/// Makes waiting calls known to people: at the first one at the latest, it opens the socket that `mcp-workbench
/// approve` finds, which stays until the end, and is opened again if its file is removed; and it shows notices on the
/// desktop if `approvals.notify` says so. A workbench in which no call ever waits, and that has no console, opens
/// nothing. [loop thread]
class ApprovalSurfaces {
 public:
  enum class Notices { off, desktop };

  /// `host` and `approvals` must outlive it; `connected` gets each operator.
  ApprovalSurfaces(Host& host, ApprovalRequests& approvals, Notices notices, OperatorSocket::AcceptOperator connected);

  /// Opens the socket now, unless it is open.
  void open_socket();

 private:
  void handle_change();
  void enable_notices();

  Host& host_;
  ApprovalRequests& approvals_;
  OperatorSocket::AcceptOperator connected_;
  bool has_failed_ = false;                 // to open the socket, which is not tried again
  std::unique_ptr<OperatorSocket> socket_;  // null: no call has waited, or it could not be opened
  std::optional<DesktopNotice> notice_;     // absent: no notices are shown
  std::unique_ptr<EventLoop::Subscription> changes_;
};

}  // namespace workbench::app
