#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "clients/legacy_input_requests.hpp"
#include "clients/legacy_request.hpp"
#include "clients/method_dispatcher.hpp"
#include "clients/watched_resources.hpp"
#include "jsonrpc/envelope.hpp"

namespace workbench::clients {

/// Serves requests that do not name their protocol version: `initialize`, and what follows from it ("basic/lifecycle"
/// of 2025-11-25 and before). [loop thread]
class LegacyDispatcher {
 public:
  /// `methods`, which is its own, must outlive it.
  LegacyDispatcher(const SessionParts& parts, MethodDispatcher& methods);

  /// What was negotiated; null before `initialize`.
  [[nodiscard]] const Negotiation* negotiation() const { return negotiation_ ? &*negotiation_ : nullptr; }
  /// Whether the answer to `initialize` has declared this server capability. A client must not be sent notifications of
  /// others ("basic/lifecycle", Operation).
  [[nodiscard]] bool has_declared(std::string_view capability) const;

  void dispatch(const jsonrpc::Envelope& request, jsonrpc::ReplyTarget target);

  /// A `tools/call` whose params have been read. Only after `initialize`.
  void call_tool(Result<ToolCallParams> call, const Json& params, jsonrpc::ReplyTarget target);

  /// The resources that the session has subscribed to, or asked to subscribe to without an answer so far.
  [[nodiscard]] const std::set<std::string>& uris() const { return uris_; }

 private:
  void initialize(const jsonrpc::Envelope& request, const jsonrpc::ReplyTarget& target);
  void set_log_level(const jsonrpc::Envelope& request, const jsonrpc::ReplyTarget& target);
  void subscribe(const jsonrpc::Envelope& request, jsonrpc::ReplyTarget target);
  void unsubscribe(const jsonrpc::Envelope& request, jsonrpc::ReplyTarget target);
  void finish_subscription(const std::string& uri, bool is_new, OwnedRequest request, const Response& response);
  [[nodiscard]] OwnedRequest add_request(jsonrpc::ReplyTarget target, Json meta);

  Host& host_;
  Toolboxes& toolboxes_;
  Outgoing& outgoing_;
  OpenRequests& requests_;
  MethodDispatcher& methods_;
  LegacyInputRequests& input_requests_;
  WatchedResources& watched_;
  const std::shared_ptr<const Principal> principal_;
  std::optional<Negotiation> negotiation_;
  Json declared_;  // ServerCapabilities; absent: it is not initialized
  std::set<std::string> uris_;
};

}  // namespace workbench::clients
