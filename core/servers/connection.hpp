#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/caller.hpp>
#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "jsonrpc/envelope.hpp"
#include "jsonrpc/pending_requests.hpp"
#include "protocol/list_kind.hpp"
#include "servers/input_requests.hpp"

namespace workbench::servers {

/// What the owner of a server connection hears of it. [loop thread]
class ServerEvents {
 public:
  /// The server says that this list of its is another now.
  virtual void on_list_changed(protocol::ListKind kind) = 0;
  /// The server asks a client something; `answer` must be called once, now or later. What it is given is sent as the
  /// response: a result, a client's own error, or an Error, which becomes -32603. It may be called after the connection
  /// has ended, and does nothing then.
  virtual void on_input_request(InputRequest input_request, MoveOnlyFunction<void(Response)> answer) = 0;
  /// The params of a `notifications/message` of the server's.
  virtual void on_log(const Json& params) = 0;
  /// The params of a `notifications/resources/updated`, without what ties it to a subscription of ours.
  virtual void on_resource_updated(const Json& params) = 0;
  /// The params of a `notifications/elicitation/complete`.
  virtual void on_elicitation_complete(const Json& params) = 0;
  /// The connection has ended and all waiting requests have been answered with `reason`. The last call; the connection
  /// may be destroyed in it.
  virtual void on_ended(const Error& reason) = 0;

 protected:
  ~ServerEvents() = default;
};

/// Our conversation with one MCP server: requests with ids of our own, answers by id, pings both ways, and the
/// notifications that a legacy client has to know. Whatever the server writes that is no valid message
/// goes no further than here. [loop thread]
class ServerConnection final : private ConnectionObserver {
 public:
  /// `source` names the server in logs ("dev/filesystem"). Owns `connection`; `host` and `events` must outlive it.
  ServerConnection(Host& host, std::string source, std::unique_ptr<Connection> connection, ServerEvents& events);

  void start() { connection_->start(*this); }

  /// The id for the next request; also good as its progress token. Never given twice.
  [[nodiscard]] std::uint64_t next_id() { return ++last_id_; }

  /// Enters `request` under `id`, then sends `message`. When the server does not take what was sent before, the request
  /// is answered as busy at once and nothing is sent.
  void request(std::uint64_t id, Message message, std::chrono::milliseconds limit,
               std::unique_ptr<jsonrpc::WaitingRequest> request);

  /// Lets the time of a request stand still, and run again from the beginning.
  void hold(std::uint64_t id) { waiting_.hold(id); }
  void resume(std::uint64_t id) { waiting_.resume(id); }

  void notify(Message message) { connection_->send(std::move(message)); }

  /// Tells the server that nobody waits for `id` any more, and drops the request without an answer. `reason` is a JSON
  /// string, or absent. An answer that comes all the same is thrown away.
  void cancel(std::uint64_t id, const Json& reason);

  void pause_reading(bool paused) { connection_->pause_reading(paused); }

  /// See Connection.
  [[nodiscard]] std::string last_words() const { return connection_->last_words(); }

  /// Begins the orderly end; on_ended follows.
  void close() { connection_->close(); }

 private:
  void on_message(std::string message) override;
  void on_undeliverable(const Error& what, std::string_view beginning) override;
  void on_end_of_input() override {}  // on_closed follows, and that is what matters of a server
  void on_drained() override {}
  void on_closed(const Error& reason) override;

  void take(jsonrpc::Envelope&& message);
  void handle_unreadable(const jsonrpc::Unreadable& unreadable);
  void answer(const jsonrpc::Id& id, Response answer);
  void answer_request(const jsonrpc::Envelope& request);
  void handle_notification(const jsonrpc::Envelope& notification);
  void handle_resource_update(const Json& params);
  void log_server_message(const Json& params);
  void notify_cancelled(std::uint64_t id, const Json& reason);
  void expire(std::uint64_t id, std::chrono::milliseconds limit);
  void log(LogLevel level, std::string_view text) { host_.log(level, source_, text); }

  Host& host_;
  const std::string source_;
  ServerEvents& events_;
  jsonrpc::WaitingRequests waiting_;
  std::uint64_t last_id_ = 0;
  std::unique_ptr<Connection> connection_;  // it ends before what hears it goes
  InputRequests input_requests_;
};

/// "60 s", "1.5 s", "250 ms".
[[nodiscard]] std::string format_duration(std::chrono::milliseconds duration);

}  // namespace workbench::servers
