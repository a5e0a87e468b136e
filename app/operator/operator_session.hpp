#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "base/weak_handle.hpp"
#include "jsonrpc/peer.hpp"
#include "operator/approval_requests.hpp"

namespace workbench::app {

/// The actions that operators may request. [loop thread]
struct OperatorActions {
  using Answer = MoveOnlyFunction<void(const Json& result)>;
  /// See status_of(). May answer later.
  std::function<void(Answer)> status;
  /// Reads the configuration again; returns the outcome, as `{"outcome": "applied", "messages": [...]}`.
  std::function<Json()> reload;
  /// Never null; must outlive the sessions.
  ApprovalRequests* approvals;
};

/// The connection with one operator: JSON-RPC requests `workbench/status` and `workbench/reload`, without params, and
/// those of ApprovalRequests. [loop thread]
class OperatorSession final : private jsonrpc::PeerHandler {
 public:
  /// `host` and `actions` must outlive it. `ended` is called when the operator has left; the session may be destroyed
  /// in it. `user`: the name of the user whose program the operator is.
  OperatorSession(Host& host, std::unique_ptr<Connection> connection, const OperatorActions& actions, std::string user,
                  std::function<void()> ended);

  void start() { peer_.start(); }

 private:
  [[nodiscard]] bool accepts_batches() const override { return false; }
  void handle_request(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) override;
  void handle_notification(jsonrpc::Envelope&&) override {}
  void handle_unreadable(const jsonrpc::Unreadable& unreadable, const jsonrpc::ReplyTarget& target) override;
  void handle_end_of_input() override { peer_.close(); }
  void handle_closed(const Error&) override { ended_(); }

  void respond(const jsonrpc::ReplyTarget& target, const Result<Json>& result);
  void handle_approvals(const jsonrpc::Envelope& request, const jsonrpc::ReplyTarget& target);

  const OperatorActions& actions_;
  const std::string user_;
  std::function<void()> ended_;
  jsonrpc::Peer peer_;
  const base::WeakHandleSource<OperatorSession> handle_{*this};
  std::unique_ptr<EventLoop::Subscription> subscription_;  // null: it has not subscribed to changes of approvals
};

}  // namespace workbench::app
