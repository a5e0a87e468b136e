#include "operator/operator_session.hpp"

#include <algorithm>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "requests/error_kinds.hpp"

namespace workbench::app {
OperatorSession::OperatorSession(Host& host, std::unique_ptr<Connection> connection,
                                 const std::vector<OperatorMethods*>& methods, OperatorTopics& topics, Operator peer,
                                 std::function<void()> ended)
    : methods_(methods),
      topics_(topics),
      operator_(std::move(peer)),
      ended_(std::move(ended)),
      peer_(host, "operator", std::move(connection), static_cast<jsonrpc::PeerHandler&>(*this)) {}

void OperatorSession::handle_request(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) {
  if (request.method == "workbench/subscribe") return subscribe(request.params, std::move(target));
  const auto group = std::find_if(methods_.begin(), methods_.end(),
                                  [&](const OperatorMethods* methods) { return methods->has(request.method); });
  if (group == methods_.end()) {
    return peer_.respond_error(target, jsonrpc::kMethodNotFound,
                               "'" + request.method + "' is not a method of operators; operate/console.md has all");
  }
  const auto pending = std::make_shared<Pending>(Pending{std::move(target), {}});
  pending_.push_back(pending);
  (*group)->respond({request.method, request.params, operator_, pending->request},
                    [session = handle_.handle(), weak = std::weak_ptr(pending)](const Result<Json>& result) {
                      if (OperatorSession* const found = session.get()) found->finish(weak, result);
                    });
}

/// Nothing for a request that was cancelled.
void OperatorSession::finish(const std::weak_ptr<Pending>& pending, const Result<Json>& result) {
  const auto answered = pending.lock();
  if (answered == nullptr || pending_.remove(answered) == 0) return;
  respond(answered->target, result);
}

void OperatorSession::subscribe(const Json& params, jsonrpc::ReplyTarget target) {
  if (subscription_ != nullptr) {
    return respond(target, Error{ErrorKind::busy, "this connection has a subscription; open another connection"});
  }
  auto begun = OperatorSubscription::begin(params, operator_, topics_, *this);
  if (!begun) return respond(target, begun.error());
  subscribing_ = std::move(target);
  subscription_ = *std::move(begun);
}

void OperatorSession::notify(std::string_view method, const Json& params) {
  peer_.notify(jsonrpc::write_notification(method, params));
}

void OperatorSession::end_subscription() {
  subscription_.reset();
  respond(subscribing_, Json("{}"));
}

/// A cancelled request has no response.
void OperatorSession::handle_notification(jsonrpc::Envelope&& notification) {
  if (notification.method != "notifications/cancelled") return;
  const auto cancelled = jsonrpc::Id::from(json::member(notification.params, "requestId"));
  if (subscription_ != nullptr && cancelled == subscribing_.id) return subscription_.reset();
  pending_.remove_if([&cancelled](const auto& one) { return cancelled == one->target.id; });
}

void OperatorSession::respond(const jsonrpc::ReplyTarget& target, const Result<Json>& result) {
  if (result) return peer_.respond(target, jsonrpc::write_result(target.id, *result));
  const std::string_view kind = word_of(result.error().kind);
  Json data;
  if (!kind.empty()) data = std::move(JsonWriter().object().member("kind", kind).end()).json();
  const bool is_ours = result.error().kind == ErrorKind::internal;
  peer_.respond_error(target, is_ours ? jsonrpc::kInternalError : jsonrpc::kInvalidParams, result.error().message,
                      data);
}

void OperatorSession::handle_unreadable(const jsonrpc::Unreadable& unreadable, const jsonrpc::ReplyTarget& target) {
  peer_.respond_error(target, jsonrpc::kInvalidRequest, unreadable.what);
}

}  // namespace workbench::app
