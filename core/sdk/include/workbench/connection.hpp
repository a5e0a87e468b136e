#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/checked_message.hpp>
#include <workbench/error.hpp>
#include <workbench/json_writer.hpp>
#include <workbench/message.hpp>

namespace workbench {

/// Receives the events of one connection. All calls: [loop thread], never inside a call of the connection's own
/// functions (start(), send(), close(), ...): a transport that notices something there posts it to the loop.
class ConnectionObserver {
 public:
  /// One whole message, without its newline, to the byte. It has not been checked at all.
  virtual void on_message(std::string message) = 0;

  /// The same for a message that the host's JsonAccess has checked already, with checked_message() or a MessageCheck;
  /// it is not read again. A connection may use both for different messages; each message is delivered once, by one
  /// of them, and they keep their order.
  virtual void on_checked_message(CheckedMessage message) { on_message(std::string(message.whole.text())); }

  /// Input that cannot be delivered as a message: it was longer than Limits::message_bytes, or the stream ended in the
  /// middle of it. `what` is a protocol error with a sentence for the log. `beginning` is as much of the input as was
  /// kept (4 KiB at most, valid during the call); it may contain the id of the request that it answers. The connection
  /// continues.
  virtual void on_undeliverable(const Error& what, std::string_view beginning) = 0;

  /// The request with this `id`, which send() has accepted, will not be answered by the server, because the transport
  /// could not deliver it: the server has certainly not carried it out. The connection continues. `reason`:
  /// login_required, if a login would help; its message says how. Without an implementation of its own, the observer
  /// receives a JSON-RPC error with the message.
  virtual void on_request_failed(const Json& id, const Error& reason);

  /// The peer will send nothing more, but still reads: a client that has written all its requests and waits for the
  /// responses. Called at most once. on_closed() follows, at the latest after Connection::close(). A connection whose
  /// peer does not read either reports on_closed() alone.
  virtual void on_end_of_input() = 0;

  /// Connection::backlog() had grown and has fallen to the transport's low mark again: 0, or little.
  virtual void on_drained() = 0;

  /// The connection has ended and everything that could still be read has been delivered. The last call, exactly once,
  /// also after close(). `reason` is a sentence for a person, with its kind: cancelled after close() or when a client
  /// has disconnected; unavailable when a server has ended or could not be reached (with the exit code or signal, or
  /// the operating system's reason); timed_out; protocol when the peer broke the rules of the transport. It quotes
  /// nothing that the peer wrote outside the protocol, which may belong to another client than the one that receives
  /// the reason: that is Connection::last_words(). The observer may destroy the connection in this call.
  virtual void on_closed(const Error& reason) = 0;

 protected:
  ~ConnectionObserver() = default;
};

inline void ConnectionObserver::on_request_failed(const Json& id, const Error& reason) {
  JsonWriter error;
  error.object().member("jsonrpc", "2.0").member("id", id).key("error").object();
  error.member("code", -32603).member("message", reason.message).end().end();
  on_message(std::move(error).take());
}

/// One ordered stream of whole JSON-RPC messages with one peer. Knows nothing of MCP. All calls: [loop thread]; all of
/// them may be made inside a call of the observer. Destroying a connection ends it at once, by force if necessary,
/// without a further call of the observer.
class Connection {
 public:
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  virtual ~Connection() = default;

  /// Begins to deliver to `observer`, which must outlive the connection or its on_closed. Called once, before anything
  /// else.
  virtual void start(ConnectionObserver& observer) = 0;

  /// Writes `message` after all earlier ones, gathered in one write where possible. Never blocks and never fails: after
  /// close() or the end of the connection the message is dropped, and on_closed() reports the reason.
  virtual void send(Message message) = 0;

  /// Bytes that send() has accepted and that are not written yet. The caller decides how many are too many.
  [[nodiscard]] virtual std::size_t backlog() const = 0;

  /// While `paused`, no new input is read, so that the peer cannot send without limit. Messages in the input that had
  /// been read before may still be delivered.
  virtual void pause_reading(bool paused) = 0;

  /// What the peer last wrote outside the protocol, in one line of a few hundred bytes at most, for messages about why
  /// it does not respond or has ended: of a server over stdio, the end of its stderr. Empty: nothing. May be called
  /// inside on_closed(), too.
  [[nodiscard]] virtual std::string last_words() const { return {}; }

  /// The process that ends with the connection and is the root of all processes behind it: of a server over stdio, its
  /// launcher. Absent: there is none, or it has ended. For reports alone.
  [[nodiscard]] virtual std::optional<int> process_id() const { return std::nullopt; }

  /// Begins the orderly end of the connection: what send() has accepted is still written, then the peer is disconnected
  /// (a server's process is ended), and on_closed() follows with ErrorKind::cancelled, unless the connection had
  /// already begun to end for another reason. It takes no longer than Limits::shutdown, or, of a server's connection
  /// while the workbench stays, than EndPatience has it; what is not written by then is dropped. Calling it again has
  /// no effect.
  virtual void close() noexcept = 0;
};

}  // namespace workbench
