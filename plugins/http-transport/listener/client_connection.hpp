#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <workbench/host.hpp>
#include <workbench/listener.hpp>

#include "listener/http_message.hpp"

namespace workbench::http {

/// A message from the host to a client.
struct OutgoingMessage {
  std::string text;
  std::string related_request;  ///< see Message
  bool is_response = false;
  int error_code = 0;
};

/// Where the host's messages to a client go: an exchange, or the streams of a session. [io thread]
class MessageSink {
 public:
  /// `written` is to be called once when the bytes have been accepted or dropped.
  virtual void send(OutgoingMessage message, std::function<void()> written) = 0;
  /// The host closes the connection. Messages sent before are still written; then ClientConnection::end() is to be
  /// called. `was_delivered`: the host has received the first message and may have acted on it.
  virtual void close(bool was_delivered) = 0;

 protected:
  ~MessageSink() = default;
};

/// What sessions and modern calls share: the host, the io thread, and whether new clients are accepted.
struct ListenerContext {
  Host& host;
  boost::asio::io_context& io;
  Listener::Accept accept;  ///< [loop thread]; empty after close()
  std::atomic<bool> is_accepting{true};

  ListenerContext(Host& the_host, boost::asio::io_context& the_io) : host(the_host), io(the_io) {}
};

/// Joins the two threads for one client: the host has a Connection on the loop thread, HTTP has this object and a
/// MessageSink on the io thread.
class ClientConnection final : public std::enable_shared_from_this<ClientConnection> {
 public:
  explicit ClientConnection(std::shared_ptr<ListenerContext> context) : context_(std::move(context)) {}

  /// What the host receives about the client; see AcceptedClient.
  struct ClientDescription {
    std::shared_ptr<const Principal> principal;
    bool is_modern = false;
    std::string capabilities;
    std::shared_ptr<const Headers> headers;  ///< of the POST of a modern request; null: none
  };

  /// Presents the client to the host and delivers its first message. `sink` gets the host's messages until end().
  /// [io thread]
  void open(std::shared_ptr<MessageSink> sink, ClientDescription client, std::string first_message);

  /// Delivers another message. [io thread]
  void deliver(std::string message);

  /// The client has disconnected, or MessageSink::close() is completed: notifies the host and releases the sink.
  /// [io thread]
  void end(Error reason);

 private:
  class HostConnection;
  friend class HostConnection;

  // [loop thread]
  void send(Message message);
  void close();
  [[nodiscard]] std::size_t backlog() const { return backlog_.load(std::memory_order_relaxed); }
  void record_written(std::size_t bytes);  // [io thread]

  const std::shared_ptr<ListenerContext> context_;
  std::shared_ptr<MessageSink> sink_;       // [io thread]; null after end()
  ConnectionObserver* observer_ = nullptr;  // [loop thread]; null: not started, or destroyed
  bool was_delivered_ = false;              // [loop thread]; the first message
  bool has_ended_ = false;                  // [loop thread]
  std::atomic<std::size_t> backlog_{0};
};

}  // namespace workbench::http
