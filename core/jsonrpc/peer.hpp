#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "base/process_limits.hpp"
#include "base/weak_handle.hpp"
#include "jsonrpc/batch.hpp"
#include "jsonrpc/envelope.hpp"
#include "jsonrpc/pending_requests.hpp"

namespace workbench::jsonrpc {

/// Handles what a peer sends, except responses to our requests. [loop thread]
class PeerHandler {
 public:
  /// Whether the revision in use has batches.
  [[nodiscard]] virtual bool accepts_batches() const = 0;

  /// Whether bytes of the peer that are not UTF-8 are read as U+FFFD, and do not make its message unreadable.
  [[nodiscard]] virtual bool reads_any_bytes() const { return false; }

  /// A request; Peer::respond() answers it, now or later.
  virtual void handle_request(Envelope&& request, ReplyTarget target) = 0;
  virtual void handle_notification(Envelope&& notification) = 0;

  /// A text that is neither a valid message nor a response to a pending request.
  virtual void handle_unreadable(const Unreadable& unreadable, const ReplyTarget& target) = 0;

  /// A response to a request that is not pending (any more).
  virtual void handle_unexpected_response(std::uint64_t /*id*/) {}

  /// The same for one whose id no request of ours has ever had; before handle_unexpected_response().
  virtual void handle_stray_response(const Id& /*id*/, const Response& /*response*/) {}

  /// See ConnectionObserver.
  virtual void handle_end_of_input() {}
  virtual void handle_drained() {}

  /// The connection has ended; a request made from now on fails at once. Returns the reason that pending requests
  /// and handle_closed() receive; `reason` is the connection's own, and its last words can still be read. Called
  /// once, before any pending request is answered.
  [[nodiscard]] virtual Error handle_end(const Error& reason) { return reason; }

  /// The connection has ended, and every pending request has been answered with `reason`. The last call; the peer may
  /// be destroyed in it.
  virtual void handle_closed(const Error& reason) = 0;

 protected:
  ~PeerHandler() = default;
};

/// One end of a JSON-RPC connection, for the client's side and the server's alike: reads and checks each message,
/// splits batches, finds the request that a response belongs to, and hands requests and notifications to a
/// handler. An invalid text is not passed on. [loop thread]
class Peer final : private ConnectionObserver {
 public:
  /// `source` names the peer in the log ("client", "dev/filesystem"). Owns `connection`; `host` and `handler` must
  /// outlive the peer.
  Peer(Host& host, std::string source, std::unique_ptr<Connection> connection, PeerHandler& handler);
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  void start() { connection_->start(*this); }

  // --- requests of ours ---

  /// The id for the next request; also good as its progress token. Never given twice.
  [[nodiscard]] std::uint64_t next_id() { return ++last_id_; }

  /// Whether the connection has ended, so that pending requests fail for the reason that its transport gave.
  [[nodiscard]] bool has_ended() const { return end_.has_value(); }

  /// Adds `request` under `id`, then sends `message`. After `limit` without a response or progress, the request fails
  /// as timed_out and the peer is sent its cancellation. After the end of the connection it fails at once.
  void request(std::uint64_t id, Message&& message, std::chrono::milliseconds limit,
               std::unique_ptr<PendingRequest> request);

  /// Adds `request` under `id`, which belonged to one that the peer has answered and still works for, or is a new one.
  /// Nothing is sent, and there is no time limit: the request gets the peer's further progress, and the reason for
  /// which the connection ends. drop() removes it.
  void await_progress(std::uint64_t id, std::unique_ptr<PendingRequest> request);
  void drop(std::uint64_t id) { static_cast<void>(pending_.extract(id)); }

  /// Drops the request without a response and notifies the peer. `reason` is a JSON string, or absent; `related` as in
  /// Message::related_request. A response that still arrives is dropped.
  void cancel(std::uint64_t id, const Json& reason, const std::string& related = {});

  /// The same, but the request gets `error` as its response.
  void fail(std::uint64_t id, const Error& error, const std::string& related = {}, const Json& reason = {});

  /// The request gets `response` in place of one of the peer's, which has said that there will be none.
  void complete(std::uint64_t id, Response response);

  /// See PendingRequests.
  void hold(std::uint64_t id) { pending_.hold(id); }
  void resume(std::uint64_t id) { pending_.resume(id); }
  bool handle_progress(std::uint64_t id, const Json& params) { return pending_.handle_progress(id, params); }

  // --- responses and notifications ---

  /// Sends the response to one of the peer's requests, or adds it to the batch of the request.
  void respond(const ReplyTarget& target, Message&& response);
  void respond_error(const ReplyTarget& target, int code, std::string_view message, const Json& data = {});
  /// Sends a notification.
  void notify(Message&& notification) { send(std::move(notification)); }

  // --- the connection; see Connection ---

  [[nodiscard]] std::size_t backlog() const { return connection_->backlog(); }
  /// Whether more than `limit` bytes wait to be written. Asks the connection only when enough has been sent since the
  /// last time that it may be true.
  [[nodiscard]] bool has_backlog_over(std::size_t limit) {
    if (max_backlog_ <= limit) return false;
    max_backlog_ = connection_->backlog();
    return max_backlog_ > limit;
  }
  void pause_reading(bool paused) { connection_->pause_reading(paused); }
  [[nodiscard]] std::string last_words() const { return connection_->last_words(); }
  [[nodiscard]] std::optional<int> process_id() const { return connection_->process_id(); }
  /// Begins the orderly end; handle_closed follows.
  void close() { connection_->close(); }

 private:
  void on_message(std::string message) override;
  void on_checked_message(CheckedMessage message) override;
  void on_undeliverable(const Error& what, std::string_view beginning) override;
  void on_request_failed(const Json& id, const Error& reason) override { handle_response(Id::from(id), reason); }
  void on_end_of_input() override { handler_.handle_end_of_input(); }
  void on_drained() override { handler_.handle_drained(); }
  void on_closed(const Error& reason) override;

  void send(Message&& message);
  void handle_text(std::string&& message);
  void handle_text_of_any_bytes(std::string&& message);
  /// `size`: bytes of the text.
  void handle_reading(std::variant<Envelope, Unreadable>&& reading, std::size_t size);
  /// `scopes`: of each of its messages.
  void handle_batch(std::variant<std::vector<Json>, Unreadable> reading, const std::shared_ptr<const Scopes>& scopes);
  void refuse_batch();
  void handle(Envelope&& message, std::shared_ptr<Batch> batch, std::size_t size);
  void handle_unreadable(const Unreadable& unreadable, std::shared_ptr<Batch> batch);
  void log_unreadable(const Unreadable& unreadable);
  void pass_unreadable(const Unreadable& unreadable, std::shared_ptr<Batch> batch);
  void handle_response(const Id& id, Response response);
  /// See Id::own_number_in_any_form().
  [[nodiscard]] std::uint64_t number_in_other_form(const Id& id);
  void drop_response(const Id& id, std::uint64_t number, const Response& response);
  void expire(std::uint64_t id, std::chrono::milliseconds limit);
  void notify_cancelled(std::uint64_t id, const Json& reason, const std::string& related);
  void log(LogLevel level, std::string_view text) { host_.log(level, source_, text); }
  /// What is accepted although it is not valid.
  enum class Leniency : std::size_t { ids, errors, bytes, kCount };
  void log_once(Leniency what, std::string_view text);

  Host& host_;
  const base::ProcessLimits& limits_;
  const std::string source_;
  PeerHandler& handler_;
  base::WeakHandleSource<Peer> self_{*this};  // for batches, which may outlive the peer
  PendingRequests pending_;
  std::uint64_t last_id_ = 0;
  std::size_t max_backlog_ = 0;  // what the connection's backlog cannot exceed
  std::array<bool, static_cast<std::size_t>(Leniency::kCount)> logged_{};
  std::optional<Error> end_;                // why the connection has ended
  std::unique_ptr<Connection> connection_;  // last: it ends before what it calls
};

}  // namespace workbench::jsonrpc
