#include "operator/operator_session.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

#include "jsonrpc/write.hpp"

namespace workbench::app {

OperatorSession::OperatorSession(Host& host, std::unique_ptr<Connection> connection, const OperatorActions& actions,
                                 std::string user, std::function<void()> ended)
    : actions_(actions),
      user_(std::move(user)),
      ended_(std::move(ended)),
      peer_(host, "operator", std::move(connection), static_cast<jsonrpc::PeerHandler&>(*this)) {}

void OperatorSession::handle_request(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) {
  if (request.method == "workbench/status") {
    return actions_.status([session = handle_.handle(), target = std::move(target)](const Json& status) {
      if (OperatorSession* const found = session.get()) {
        found->peer_.respond(target, jsonrpc::write_result(target.id, status));
      }
    });
  }
  if (request.method == "workbench/reload") {
    return peer_.respond(target, jsonrpc::write_result(target.id, actions_.reload()));
  }
  if (ApprovalRequests::has(request.method)) return handle_approvals(request, target);
  peer_.respond_error(
      target, jsonrpc::kMethodNotFound,
      "an operator may request workbench/status, workbench/reload, workbench/approvals (also /standing, "
      "/revoke and /subscribe) and workbench/approve");
}

void OperatorSession::handle_approvals(const jsonrpc::Envelope& request, const jsonrpc::ReplyTarget& target) {
  const auto result = actions_.approvals->respond(request.method, request.params, user_);
  if (result && request.method == "workbench/approvals/subscribe") {
    subscription_ = actions_.approvals->on_change(
        [this] { peer_.notify(jsonrpc::write_notification("workbench/approvals/changed", {})); });
  }
  respond(target, result);
}

void OperatorSession::respond(const jsonrpc::ReplyTarget& target, const Result<Json>& result) {
  if (result) return peer_.respond(target, jsonrpc::write_result(target.id, *result));
  const bool is_unknown = result.error().kind == ErrorKind::not_found;
  Json data;
  if (is_unknown) data = std::move(JsonWriter().object().member("kind", kNotFoundKind).end()).json();
  const bool is_ours = result.error().kind == ErrorKind::internal;
  peer_.respond_error(target, is_ours ? jsonrpc::kInternalError : jsonrpc::kInvalidParams, result.error().message,
                      data);
}

void OperatorSession::handle_unreadable(const jsonrpc::Unreadable& unreadable, const jsonrpc::ReplyTarget& target) {
  peer_.respond_error(target, jsonrpc::kInvalidRequest, unreadable.what);
}

}  // namespace workbench::app
