#include "operator/operator_session.hpp"

#include <utility>

#include "jsonrpc/write.hpp"

namespace workbench::app {

OperatorSession::OperatorSession(Host& host, std::unique_ptr<Connection> connection, const OperatorActions& actions,
                                 std::function<void()> ended)
    : actions_(actions),
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
  peer_.respond_error(target, jsonrpc::kMethodNotFound,
                      "an operator may request workbench/status and workbench/reload");
}

void OperatorSession::handle_unreadable(const jsonrpc::Unreadable& unreadable, const jsonrpc::ReplyTarget& target) {
  peer_.respond_error(target, jsonrpc::kInvalidRequest, unreadable.what);
}

}  // namespace workbench::app
