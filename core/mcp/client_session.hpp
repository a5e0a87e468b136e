#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "jsonrpc/envelope.hpp"
#include "mcp/client_offer.hpp"
#include "mcp/client_peer.hpp"
#include "mcp/handshake_request.hpp"
#include "mcp/reply_address.hpp"
#include "mcp/revision.hpp"
#include "workbench/connection.hpp"
#include "workbench/host.hpp"

namespace workbench::mcp {

/// What the owner of a client session hears of it. [loop thread]
class ClientEvents {
 public:
  /// The client has said all it has to say. The session ends by itself when its last call is answered.
  virtual void on_client_finished() = 0;
  /// The session is over; it may be destroyed in this call.
  virtual void on_client_gone(const Error& reason) = 0;

 protected:
  ~ClientEvents() = default;
};

/// One client's conversation with us, in the revisions that open with a handshake. [loop thread]
class ClientSession final : public ClientPeer, private ConnectionObserver, private HandshakeRequestHome {
 public:
  /// Owns `connection`; the others must outlive the session.
  ClientSession(Host& host, std::unique_ptr<Connection> connection, ClientOffer& offer, ClientEvents& events);
  ~ClientSession();
  ClientSession(const ClientSession&) = delete;
  ClientSession& operator=(const ClientSession&) = delete;

  void start() { connection_->start(*this); }

  /// Cancels what is running and begins the end of the connection; on_client_gone follows.
  void close();

  [[nodiscard]] bool has_session() const override { return revision_.has_value(); }
  [[nodiscard]] Json session_capabilities() const override { return capabilities_; }
  void ask(Question, MoveOnlyFunction<void(PeerAnswer)> answered) override {
    answered(Error{ErrorKind::unavailable, "no"});
  }
  void log(const Json&) override {}
  void list_changed(ListKind) override {
    connection_->send(Message(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"));
  }
  void resource_updated(const std::string&, const Json&) override {}

 private:
  void on_message(std::string message) override;
  void on_undeliverable(const Error& what, std::string_view beginning) override;
  void on_end_of_input() override;
  void on_drained() override;
  void on_closed(const Error& reason) override;

  void take_batch(std::string message);
  void take(jsonrpc::Envelope message, const std::shared_ptr<BatchAnswers>& batch);
  void take_unreadable(const jsonrpc::Unreadable& unreadable, const std::shared_ptr<BatchAnswers>& batch);
  void take_request(const jsonrpc::Envelope& request, ReplyAddress address);
  void take_notification(const jsonrpc::Envelope& notification);

  void initialize(const jsonrpc::Envelope& request, const ReplyAddress& address);
  void refuse_modern(const jsonrpc::Envelope& request, const Json& version, const ReplyAddress& address);
  void list_tools(const jsonrpc::Envelope& request, const ReplyAddress& address);
  void call_tool(const jsonrpc::Envelope& request, ReplyAddress address);
  void cancel_request(const Json& params);
  void cancel_all(std::string_view reason);

  void finish_request(HandshakeRequest& request, Message answer) override;
  void send_related(Message notification) override { send(std::move(notification)); }
  [[nodiscard]] Json client_capabilities() const override { return capabilities_; }

  void answer(const ReplyAddress& address, Message message);
  void answer_error(const ReplyAddress& address, int code, std::string_view message, const Json& data = {});
  void send(Message message);
  void log(LogLevel level, std::string_view text) { host_.log(level, "client", text); }

  Host& host_;
  ClientOffer& offer_;
  ClientEvents& events_;
  std::optional<Revision> revision_;  // set by initialize
  Json capabilities_{"{}"};           // the client's; set by initialize
  // Not a map: a client that uses an id twice at once gets two answers, and neither is lost.
  std::unordered_multimap<jsonrpc::Id, HandshakeRequest*, jsonrpc::Id::Hash> requests_;
  bool servers_are_paused_ = false;
  bool is_finishing_ = false;               // the client has closed its end
  std::unique_ptr<Connection> connection_;  // last: it ends before what hears it goes
};

}  // namespace workbench::mcp
