#pragma once

#include <memory>

#include "clients/method_dispatcher.hpp"
#include "clients/modern_request.hpp"
#include "jsonrpc/envelope.hpp"

namespace workbench::clients {

class Subscriptions;

/// Serves requests that carry all they need in `_meta` ("basic/index" of 2026-07-28). Nothing here depends on earlier
/// messages on the connection. [loop thread]
class ModernDispatcher {
 public:
  /// `methods`, which is its own, must outlive it.
  ModernDispatcher(const SessionParts& parts, MethodDispatcher& methods);

  /// `meta` is the request's `_meta`, which names a protocol version.
  void dispatch(const jsonrpc::Envelope& request, const Json& meta, jsonrpc::ReplyTarget target);

  /// Whether the client has sent a request of this era.
  [[nodiscard]] bool is_used() const { return is_used_; }

  /// The ClientCapabilities of the latest request; an object.
  [[nodiscard]] const Json& latest_capabilities() const { return latest_capabilities_; }

 private:
  void keep_capabilities(const Json& capabilities);
  void discover(const jsonrpc::ReplyTarget& target, const ClientInfo& client);
  void listen(const jsonrpc::Envelope& request, const jsonrpc::ReplyTarget& target);
  void serve(ModernRequest::Sending sending, jsonrpc::ReplyTarget target);
  void resume(std::string_view state, ModernRequest::Sending sending, jsonrpc::ReplyTarget target);

  Host& host_;
  Backend& backend_;
  Toolboxes& toolboxes_;
  Outgoing& outgoing_;
  OpenRequests& requests_;
  MethodDispatcher& methods_;
  Subscriptions& subscriptions_;
  SuspendedRequests& suspended_;
  const std::shared_ptr<const Principal> principal_;
  bool is_used_ = false;
  Json latest_capabilities_{"{}"};
};

}  // namespace workbench::clients
