#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <workbench/host.hpp>
#include <workbench/listener.hpp>

#include "access_tokens/scope_challenge.hpp"
#include "http/http_message.hpp"

namespace workbench::http {

/// Where the host's messages to a client go: the response to one request, or the streams of a session. [loop thread]
class MessageSink {
 public:
  virtual void send(Message message) = 0;
  /// Bytes of these messages that the client's system has not accepted yet.
  [[nodiscard]] virtual std::size_t unsent() const = 0;
  /// The host closes the connection, or has destroyed it. ClientConnection::end() is to be called, now or later.
  /// `was_delivered`: the host has received the first message and may have acted on it.
  virtual void close(bool was_delivered) = 0;

 protected:
  ~MessageSink() = default;
};

/// The common context of the sessions and the modern requests of a listener.
struct ListenerContext {
  Host& host;
  Listener::Accept accept;  ///< empty after close()
  bool is_accepting = true;
  ScopeChallenge scope_challenge{};
};

/// Joins the host's Connection and the MessageSink of one client, either of which may end first. [loop thread]
class ClientConnection final : public std::enable_shared_from_this<ClientConnection> {
 public:
  explicit ClientConnection(std::shared_ptr<ListenerContext> context) : context_(std::move(context)) {}

  /// Presents the client to the host and delivers its first message. `sink` gets the host's messages until end().
  /// `headers`: of the POST of a modern request, to be compared with its arguments; null: not compared.
  void open(std::shared_ptr<MessageSink> sink, AcceptedClient client, std::shared_ptr<const Headers> headers,
            CheckedMessage first_message);

  /// Delivers another message.
  void deliver(CheckedMessage message);

  /// Unsent data has been sent. Notifies the host soon, if little is left.
  void handle_drained();

  /// The client has disconnected, or MessageSink::close() is completed: notifies the host soon, and releases the sink.
  void end(Error reason);

 private:
  class HostConnection;

  void close();

  const std::shared_ptr<ListenerContext> context_;
  std::shared_ptr<MessageSink> sink_;       // null after end()
  ConnectionObserver* observer_ = nullptr;  // null: not started, or destroyed
  bool was_delivered_ = false;              // the first message
  bool is_drained_ = false;                 // the host will be notified
};

}  // namespace workbench::http
