#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <workbench/error.hpp>
#include <workbench/json.hpp>
#include <workbench/message.hpp>
#include <workbench/result.hpp>

namespace workbench {

/// Hears one connection. All calls: [loop thread], never from inside start() or send().
class ConnectionObserver {
 public:
  /// One whole message, without its newline, exactly as it came. It has not been checked in any way.
  virtual void on_message(std::string message) = 0;

  /// Something came that cannot be delivered as a message: it was longer than Limits::message_bytes, or the stream
  /// ended in the middle of it. `beginning` is as much of it as was kept (4 KiB at most, valid during the call); it may
  /// hold the id by which a waiting call can be told. The connection goes on.
  virtual void on_undeliverable(const Error& what, std::string_view beginning) = 0;

  /// The peer will send nothing more, but can still be sent to: a client that has written all its requests and waits
  /// for the answers. Followed by on_closed, at the latest after Connection::close(). A connection whose peer cannot
  /// read on after its last word skips this and goes to on_closed.
  virtual void on_end_of_input() = 0;

  /// What send() accepted has been written down to the low mark (Connection::backlog() is small again).
  virtual void on_drained() = 0;

  /// The connection has ended and everything that could still be read has been delivered. The last call, exactly once,
  /// also after close(). `reason` says what a person wants to know: exit code or signal, the operating system's reason
  /// for a failed start. It quotes nothing that the peer wrote beside the protocol, which may belong to another client
  /// than the one that gets the reason: that is last_words(). The observer may destroy the connection in this call.
  virtual void on_closed(const Error& reason) = 0;

 protected:
  ~ConnectionObserver() = default;
};

/// One ordered stream of whole JSON-RPC messages with one peer. Knows nothing of MCP. All calls: [loop thread].
/// Destroying a connection ends it at once, by force if need be, and calls nobody.
class Connection {
 public:
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  virtual ~Connection() = default;

  /// Begins to deliver to `observer`, which must outlive the connection or its on_closed. Called once, before anything
  /// else.
  virtual void start(ConnectionObserver& observer) = 0;

  /// Takes `message` and writes it after all earlier ones, gathered in one write where possible. Never blocks and never
  /// fails: after the end of the connection the message is dropped, and on_closed tells why.
  virtual void send(Message message) = 0;

  /// Bytes that send() took and that are not yet written. The caller decides how much is too much.
  [[nodiscard]] virtual std::size_t backlog() const = 0;

  /// While paused, no new input is read, so that the peer feels back pressure. on_message stops no later than after
  /// the messages of what had been read already.
  virtual void pause_reading(bool paused) = 0;

  /// Asked before a client's `tools/call` of a server's tool is passed on: whether what the transport carried beside
  /// that message agrees with it. HTTP mirrors in headers those `arguments` (absent: none) that the tool's
  /// `definition` marks with `x-mcp-header`; a transport that carries nothing but messages has nothing to compare.
  /// invalid_argument: it does not agree; the client is told so (HeaderMismatch, -32020).
  [[nodiscard]] virtual Result<void> agrees_with(const Json& /*definition*/, const Json& /*arguments*/) const {
    return {};
  }

  /// What the peer last said beside the protocol, in one line of a few hundred bytes at most, for messages about why it
  /// does not answer or has ended: of a server over stdio, the end of its stderr. Empty: nothing. May be called inside
  /// on_closed, too.
  [[nodiscard]] virtual std::string last_words() const { return {}; }

  /// Begins the transport's orderly end, which takes a limited time and ends in on_closed. Calling it again is
  /// harmless.
  virtual void close() noexcept = 0;
};

}  // namespace workbench
