#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "jsonrpc/peer.hpp"
#include "servers/event.hpp"
#include "servers/in_flight_requests.hpp"
#include "servers/input_requests.hpp"
#include "servers/unread_responses.hpp"

namespace workbench::servers {

/// Receives what a server sends, and the end of its connection. [loop thread]
class ServerConnectionObserver {
 public:
  virtual void on_event(Event event) = 0;
  /// A `subscriptions/listen` request of ours has been acknowledged. `granted`: the SubscriptionFilter that the server
  /// honours; absent: it has named none.
  virtual void on_subscription_acknowledged(std::uint64_t id, const Json& granted) = 0;
  /// The server has cancelled a request of ours, which may only be a `subscriptions/listen` of a modern server.
  /// `reason`: a string, or absent.
  virtual void on_subscription_cancelled(std::uint64_t id, const Json& reason) = 0;
  /// The connection has ended: nothing can be sent any more. Called before the pending requests are answered with
  /// `reason`; the connection must not be destroyed in it.
  virtual void on_ended(const Error& reason) = 0;
  /// All pending requests have been answered. The last call; the connection may be destroyed in it.
  virtual void on_closed(const Error& reason) = 0;

 protected:
  ~ServerConnectionObserver() = default;
};

/// Where a server's last words on stderr (Connection::last_words) are reported, when it has ended or does not
/// answer.
enum class LastWordsPlace {
  in_errors,    ///< in the errors that its clients get
  in_log_only,  ///< several principals use the server, and its stderr may quote what any of them has sent
};

/// The text before the last words in such an error.
inline constexpr std::string_view kBeforeLastWords = "; its last words on stderr";

/// The communication with one MCP server: requests with ids of our own, pings both ways, and the notifications that a
/// client has to know. [loop thread]
class ServerConnection final : private jsonrpc::PeerHandler {
 public:
  /// `source` names the server in logs ("dev/filesystem"). Owns `connection`; the others must outlive it.
  ServerConnection(Host& host, std::string source, std::unique_ptr<Connection> connection, LastWordsPlace last_words,
                   ServerConnectionObserver& observer);

  void start() { peer_.start(); }

  [[nodiscard]] std::uint64_t next_id() { return peer_.next_id(); }
  /// See jsonrpc::Peer.
  [[nodiscard]] bool has_ended() const { return peer_.has_ended(); }
  [[nodiscard]] std::optional<int> process_id() const { return peer_.process_id(); }

  /// See Peer::request(). When the server does not read what it was sent before, the request is answered as busy at
  /// once and nothing is sent.
  void request(std::uint64_t id, Message&& message, std::chrono::milliseconds limit,
               std::unique_ptr<jsonrpc::PendingRequest> request);
  void cancel(std::uint64_t id, const Json& reason) { peer_.cancel(id, reason); }
  /// See Peer::await_progress().
  void await_progress(std::uint64_t id, std::unique_ptr<jsonrpc::PendingRequest> request) {
    peer_.await_progress(id, std::move(request));
  }
  void drop(std::uint64_t id) { peer_.drop(id); }
  /// See Peer::complete().
  void complete(std::uint64_t id, Response response) { peer_.complete(id, std::move(response)); }
  void notify(Message&& notification) { peer_.notify(std::move(notification)); }
  /// The same for a client's requests, of which there may be any number: dropped while the server does not read.
  void notify_if_read(Message&& notification);
  /// The time limit of a `subscriptions/listen` request never passes.
  void hold(std::uint64_t id) { peer_.hold(id); }

  /// How certain it is which client's request the server's event belongs to.
  enum class Attribution {
    certain,
    guessed,  ///< other requests of the same owner are in flight: if this one ends first, the event is reported again
  };
  /// Sends an input request of the server's to the client of `request`, one of in_flight(). The time limits of all
  /// requests in flight stop until there is a response, or the client has cancelled `request`: any of them may be what
  /// the server asks about.
  void ask(detail::ClientRequest& request, InputRequested event, Attribution attribution);
  /// The same, but `ask` sends it.
  void ask(InputRequested event, MoveOnlyFunction<void(InputRequest, MoveOnlyFunction<void(InputResponse)>)> ask);

  [[nodiscard]] InFlightRequests& in_flight() { return in_flight_; }

  /// While `paused`, nothing is read from the server. The same while it sends requests and does not read the responses,
  /// until it has: either reason is enough.
  void pause_reading(bool paused);
  [[nodiscard]] std::size_t backlog() const { return peer_.backlog(); }

  /// `reason`, for which the server has ended or does not answer, with its last words if clients may see them.
  [[nodiscard]] Error with_last_words(const Error& reason);

  /// Why requests may get no answer, by what the server has sent in place of it; empty: nothing is known of it.
  [[nodiscard]] const std::string& symptom() const { return symptom_; }

  /// Begins the orderly end; on_ended and on_closed follow, with `reason` in place of the transport's reason for being
  /// closed by us.
  void close(Error reason) {
    close_reason_ = std::move(reason);
    peer_.close();
  }

 private:
  class Hold;
  class Asked;

  [[nodiscard]] bool accepts_batches() const override { return true; }
  [[nodiscard]] bool reads_any_bytes() const override { return true; }
  void handle_request(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) override;
  void handle_notification(jsonrpc::Envelope&& notification) override;
  void handle_unreadable(const jsonrpc::Unreadable& unreadable, const jsonrpc::ReplyTarget&) override;
  void handle_stray_response(const jsonrpc::Id& id, const Response& response) override;
  void handle_unexpected_response(std::uint64_t id) override { in_flight_.remove(id); }
  void handle_drained() override { unread_responses_.handle_drained(); }
  [[nodiscard]] Error handle_end(const Error& reason) override;
  void handle_closed(const Error& reason) override;

  /// Responds to a request of the server's.
  void respond(const jsonrpc::ReplyTarget& target, Message&& response);
  void update_reading();

  /// False: it is not about a list.
  [[nodiscard]] bool handle_list_change(std::string_view method);
  void handle_resource_update(const Json& params);
  void handle_cancellation(const Json& params);
  void handle_log_message(const Json& params, std::uint64_t related_request);
  void log_server_message(const Json& params);
  void log(LogLevel level, std::string_view text) { host_.log(level, source_, text); }

  Host& host_;
  const std::string source_;
  const std::size_t max_backlog_;
  const LastWordsPlace last_words_;
  ServerConnectionObserver& observer_;
  std::optional<Error> close_reason_;  // absent: we have not closed it
  InFlightRequests in_flight_;         // outlives the pending requests, which remove themselves
  jsonrpc::Peer peer_;
  UnreadResponses unread_responses_;
  InputRequests input_requests_;
  std::string symptom_;
  bool has_logged_invalid_message_ = false;
  bool is_paused_ = false;                                // by pause_reading()
  base::WeakHandleSource<ServerConnection> self_{*this};  // last: a Hold must not find what is being destroyed
};

}  // namespace workbench::servers
