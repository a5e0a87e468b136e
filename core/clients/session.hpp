#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/listener.hpp>

#include "clients/client.hpp"
#include "clients/legacy_dispatcher.hpp"
#include "clients/legacy_input_requests.hpp"
#include "clients/method_dispatcher.hpp"
#include "clients/modern_dispatcher.hpp"
#include "clients/open_requests.hpp"
#include "clients/outgoing.hpp"
#include "clients/request_quota.hpp"
#include "clients/session_parts.hpp"
#include "clients/subscriptions.hpp"
#include "clients/watched_resources.hpp"
#include "jsonrpc/peer.hpp"

namespace workbench::clients {

/// Receives the end of a session. [loop thread]
class SessionObserver {
 public:
  /// The client will send nothing more. The session ends by itself when its last request is answered.
  virtual void on_client_finished() = 0;
  /// The session has ended; it may be destroyed in this call.
  virtual void on_client_gone(const Error& reason) = 0;

 protected:
  ~SessionObserver() = default;
};

/// The communication with one client over its connection. The era belongs to the message: a request that names its
/// protocol version in `_meta` is served by its own metadata, any other by the `initialize` that preceded it; a
/// client may mix both on one connection ("basic/versioning", section Backward Compatibility). [loop thread]
class Session final : public Client, private jsonrpc::PeerHandler {
 public:
  /// Serves `client`, whose connection it owns; the others must outlive the session. `suspended` keeps its suspended
  /// requests, which may be repeated in another session; `usage` counts the open requests of its principal.
  Session(Host& host, AcceptedClient client, Backend& backend, SuspendedRequests& suspended, RequestUsage& usage,
          SessionObserver& observer);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void start() { peer_.start(); }

  /// Cancels what is running and begins the end of the connection; on_client_gone follows.
  void close();

  /// The same, but only when all open requests have been answered.
  void close_when_idle();

  // Client
  [[nodiscard]] bool has_session() const override { return legacy_.negotiation() != nullptr; }
  [[nodiscard]] std::string name() const override;
  [[nodiscard]] Json capabilities() const override;
  [[nodiscard]] Json implementation() const override;
  [[nodiscard]] OpenInputs open_inputs() const override { return input_requests_.open(); }
  void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) override;
  void notify(const protocol::Notification& notification) override;

 private:
  // PeerHandler
  [[nodiscard]] bool accepts_batches() const override;
  void handle_request(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) override;
  void handle_notification(jsonrpc::Envelope&& notification) override;
  void handle_unreadable(const jsonrpc::Unreadable& unreadable, const jsonrpc::ReplyTarget& target) override;
  void handle_end_of_input() override;
  void handle_drained() override { outgoing_.handle_drained(); }
  void handle_closed(const Error& reason) override;

  // The notifications of a legacy session.
  void send(const protocol::ListChanged& changed);
  void send(const protocol::LogMessage& message);
  void send(const protocol::ResourceUpdated& updated);
  void send(const protocol::TaskStatusChanged& changed);
  void send(const protocol::TaskProgressed& progressed);
  void send(const protocol::PlainNotification& plain);
  void send(const protocol::VendorNotification& notification);

  /// The revision in which the client speaks: that of its session, or the modern one if it has sent requests of that
  /// and begun no session. Absent: nothing says it yet.
  [[nodiscard]] std::optional<protocol::Revision> revision() const;
  void cancel_request(const jsonrpc::Envelope& notification);
  [[nodiscard]] std::set<std::string> watched_uris() const;
  void close_if_finished();
  void log(LogLevel level, std::string_view text) { host_.log(level, "client", text); }

  Host& host_;
  Backend& backend_;
  SessionObserver& observer_;
  const std::shared_ptr<const Scopes> scopes_;  // of the principal; null: it is not limited by scopes
  bool is_finishing_ = false;                   // ends when its open requests are answered
  jsonrpc::Peer peer_;
  Outgoing outgoing_;
  LegacyInputRequests input_requests_;
  RequestQuota quota_;
  WatchedResources watched_;
  Subscriptions subscriptions_;
  OpenRequests requests_;
  const SessionParts parts_;
  MethodDispatcher legacy_methods_;
  MethodDispatcher modern_methods_;
  LegacyDispatcher legacy_;
  ModernDispatcher modern_;
};

}  // namespace workbench::clients
