#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "clients/backend.hpp"
#include "clients/client.hpp"
#include "clients/input_requests.hpp"
#include "clients/legacy_request.hpp"
#include "clients/subscriptions.hpp"
#include "clients/suspended_requests.hpp"
#include "jsonrpc/batch.hpp"
#include "jsonrpc/envelope.hpp"
#include "protocol/revision.hpp"

namespace workbench::clients {

/// What the owner of a client session hears of it. [loop thread]
class ClientEvents {
 public:
  /// The client has said all it has to say. The session ends by itself when its last request is answered.
  virtual void on_client_finished() = 0;
  /// The session is over; it may be destroyed in this call.
  virtual void on_client_gone(const Error& reason) = 0;

 protected:
  ~ClientEvents() = default;
};

/// One client's conversation with us. The era belongs to the message: a request that names its protocol version in
/// `_meta` is served by what it says itself, any other by the handshake that came before it; a client may mix both on
/// one connection ("basic/versioning", section Backward Compatibility). [loop thread]
class ClientSession final : public ClientPeer, private ConnectionObserver, private SessionRequestHome {
 public:
  /// Owns `connection`; the others must outlive the session. `parked` is where its modern requests wait
  /// to be repeated, in this session or another.
  ClientSession(Host& host, std::unique_ptr<Connection> connection, Backend& offer, SuspendedRequests& suspended,
                ClientEvents& events);
  ~ClientSession();
  ClientSession(const ClientSession&) = delete;
  ClientSession& operator=(const ClientSession&) = delete;

  void start() { connection_->start(*this); }

  /// Cancels what is running and begins the end of the connection; on_client_gone follows.
  void close();

  /// The same, but when all that is running has been answered.
  void close_when_idle();

  // ClientPeer
  [[nodiscard]] bool has_session() const override { return negotiation_ != nullptr; }
  [[nodiscard]] Json capabilities() const override { return capabilities_; }
  void ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) override;
  void log(const Json& params) override;
  void list_changed(protocol::ListKind kind) override;
  void resource_updated(const std::string& uri, const Json& params) override;
  void elicitation_complete(const Json& params) override;

 private:
  // what comes in
  void on_message(std::string message) override;
  void on_undeliverable(const Error& what, std::string_view beginning) override;
  void on_end_of_input() override;
  void on_drained() override;
  void on_closed(const Error& reason) override;
  void handle_batch(std::string message);
  void take(jsonrpc::Envelope&& message, const std::shared_ptr<jsonrpc::BatchAnswers>& batch);
  void handle_unreadable(const jsonrpc::Unreadable& unreadable, const std::shared_ptr<jsonrpc::BatchAnswers>& batch);
  void handle_request(const jsonrpc::Envelope& request, jsonrpc::ReplyAddress address);
  void handle_notification(const jsonrpc::Envelope& notification);
  void cancel_request(const Json& params);
  void cancel_all(std::string_view reason);

  // the legacy era (client_session_handshake.cpp)
  void initialize(const jsonrpc::Envelope& request, const jsonrpc::ReplyAddress& address);
  void handle_legacy_request(const jsonrpc::Envelope& request, jsonrpc::ReplyAddress address);
  void call_tool(const jsonrpc::Envelope& request, jsonrpc::ReplyAddress address);
  void set_log_level(const jsonrpc::Envelope& request, const jsonrpc::ReplyAddress& address);
  void subscribe(const jsonrpc::Envelope& request, const jsonrpc::ReplyAddress& address, bool wants);
  [[nodiscard]] std::unique_ptr<SessionRequest> legacy_request(jsonrpc::ReplyAddress address, Json meta);

  // the modern era (client_session_stateless.cpp)
  void handle_modern_request(const jsonrpc::Envelope& request, const Json& meta, jsonrpc::ReplyAddress address);
  void discover(const jsonrpc::Id& id, const ClientInfo& client);
  void listen(const jsonrpc::Envelope& request, const jsonrpc::ReplyAddress& address);
  void dispatch_modern(std::unique_ptr<ModernRequest> request);
  void resume(std::string_view state, const jsonrpc::Envelope& request, const Json& meta,
              protocol::RequestMetadata metadata, jsonrpc::ReplyAddress address);

  // both
  [[nodiscard]] bool serves(std::string_view method, protocol::Revision revision) const;
  void serve_list(protocol::ListKind kind, const Json& params, std::unique_ptr<SessionRequest> request);
  void serve_tool_call(const std::string& tool, Json arguments, const Json& params,
                       std::unique_ptr<SessionRequest> request);
  void serve_by_a_server(std::string_view method, const Json& params, std::unique_ptr<SessionRequest> request);
  [[nodiscard]] PendingRequest enter(std::unique_ptr<SessionRequest> request);
  [[nodiscard]] bool has_room(const jsonrpc::ReplyAddress& address);
  void update_watched();

  // what goes out
  void finish_request(SessionRequest& request, Message&& answer) override;
  void send_related(Message notification) override { send(std::move(notification)); }
  [[nodiscard]] Result<void> agrees_with(const Json& definition, const Json& arguments) const override {
    return connection_->agrees_with(definition, arguments);
  }
  void forget_request(SessionRequest& request) override;
  void answer(const jsonrpc::ReplyAddress& address, Message&& message);
  void answer_error(const jsonrpc::ReplyAddress& address, int code, std::string_view message, const Json& data = {});
  void send(Message&& message);
  void end_if_finished();
  void note(LogLevel level, std::string_view text) { host_.log(level, "client", text); }

  Host& host_;
  Backend& offer_;
  ClientEvents& events_;
  std::shared_ptr<Negotiation> negotiation_;  // null before initialize; shared with its requests
  Json capabilities_{"{}"};                   // of the handshake, else of the latest modern request
  std::set<std::string> subscribed_;          // by the session
  // Not a map: a client that uses an id twice at once gets two answers, and neither is lost.
  std::unordered_multimap<jsonrpc::Id, SessionRequest*, jsonrpc::Id::Hash> requests_;
  SuspendedRequests& suspended_;
  InputRequests input_requests_;
  ClientListens listens_;
  bool servers_are_paused_ = false;
  bool is_finishing_ = false;               // the client has closed its end
  std::unique_ptr<Connection> connection_;  // last: it ends before what hears it goes
};

}  // namespace workbench::clients
