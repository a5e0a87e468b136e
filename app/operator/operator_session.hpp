#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "base/weak_handle.hpp"
#include "jsonrpc/peer.hpp"
#include "operator/operator_subscription.hpp"
#include "requests/operator_methods.hpp"

namespace workbench::app {

/// The connection with one operator: JSON-RPC requests, each for the first group that has its method. [loop thread]
class OperatorSession final : private jsonrpc::PeerHandler, private SubscriptionOutput {
 public:
  /// What `methods` and `topics` name must outlive it, and so must `host`. `ended` is called when the
  /// operator has left; the session may be destroyed in it.
  OperatorSession(Host& host, std::unique_ptr<Connection> connection, const std::vector<OperatorMethods*>& methods,
                  OperatorTopics& topics, Operator peer, std::function<void()> ended);

  void start() { peer_.start(); }

  /// Whether it has a subscription.
  [[nodiscard]] bool is_watching() const { return subscription_ != nullptr; }

 private:
  [[nodiscard]] bool accepts_batches() const override { return false; }
  void handle_request(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) override;
  void handle_notification(jsonrpc::Envelope&& notification) override;
  void handle_unreadable(const jsonrpc::Unreadable& unreadable, const jsonrpc::ReplyTarget& target) override;
  void handle_end_of_input() override { peer_.close(); }
  void handle_closed(const Error&) override { ended_(); }

  struct Pending {
    jsonrpc::ReplyTarget target;
    RequestWorkPlace request;
  };

  void finish(const std::weak_ptr<Pending>& pending, const Result<Json>& result);
  void respond(const jsonrpc::ReplyTarget& target, const Result<Json>& result);
  void subscribe(const Json& params, jsonrpc::ReplyTarget target);

  // SubscriptionOutput
  void notify(std::string_view method, const Json& params) override;
  [[nodiscard]] bool has_unsent() const override { return peer_.backlog() > 0; }
  void end_subscription() override;

  const std::vector<OperatorMethods*>& methods_;
  OperatorTopics& topics_;
  const Operator operator_;
  std::function<void()> ended_;
  jsonrpc::Peer peer_;
  const base::WeakHandleSource<OperatorSession> handle_{*this};
  std::list<std::shared_ptr<Pending>> pending_;         // requests without a response
  jsonrpc::ReplyTarget subscribing_;                    // the request that has begun subscription_
  std::unique_ptr<OperatorSubscription> subscription_;  // null: none, or it has ended
};

}  // namespace workbench::app
