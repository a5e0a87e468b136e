#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/message.hpp>
#include <workbench/move_only_function.hpp>

#include "http/accept_header.hpp"
#include "http/http_message.hpp"

namespace workbench::http {

/// What a response needs of the connection that it is written to. [loop thread]
class ResponseTarget {
 public:
  virtual void write(Message bytes) = 0;
  /// Bytes that the client's system has not accepted yet.
  [[nodiscard]] virtual std::size_t unsent() const = 0;

  /// Whether another request may follow on the connection.
  [[nodiscard]] virtual bool keeps_alive() const = 0;
  virtual void close_after_response() = 0;

  /// Whether something is unsent although too much is held for the client: with it, if something was unread before, so
  /// that a single message may have any size; else besides it.
  [[nodiscard]] virtual bool is_beyond_memory(bool had_unread) const = 0;

  /// The whole response has been passed to write(). If some of it is unsent, handle_drained() follows.
  virtual void end_response() = 0;
  /// Closes the connection at once, with a line in the log.
  virtual void abort_response(const std::string& reason) = 0;

 protected:
  ~ResponseTarget() = default;
};

/// Why a connection is closed that is_beyond_memory().
inline constexpr const char* kBeyondMemory =
    "disconnecting a client that reads too little: more is held for it than listener.http.heldBytesPerPrincipal, or "
    "than "
    "its part of listener.http.heldBytes";

/// The response to one request: whole, if nothing is sent before it; else a stream of events ("basic/transports",
/// Server-Sent Events), which begins with the first event, or after a silence that could make a proxy close the
/// connection. To a client that accepts no events it is whole, however long it takes, and what would precede it is
/// dropped; to one that accepts nothing else, a result is an event. After the client has disconnected, everything is
/// dropped. [loop thread]
class OutgoingResponse {
 public:
  /// What the request and the settings demand of the response.
  struct Options {
    Headers headers;             ///< added to it, whole or stream
    bool sends_body = true;      ///< false for HEAD: only the head that a GET would get
    bool may_chunk = true;       ///< false before HTTP/1.1: the end of a stream is the end of the connection
    std::size_t max_unread = 0;  ///< a client that has more bytes of its events unread is disconnected
  };

  /// `target` is used until it calls handle_disconnect(), or the response is complete and the client has read it.
  OutgoingResponse(ResponseTarget& target, Options options) : target_(&target), options_(std::move(options)) {}
  OutgoingResponse(const OutgoingResponse&) = delete;
  OutgoingResponse& operator=(const OutgoingResponse&) = delete;

  /// `disconnected` is called once if the client disconnects before the response is complete. Replaces the earlier
  /// callback.
  void on_disconnect(MoveOnlyFunction<void()> disconnected) { disconnected_ = std::move(disconnected); }
  /// `ended` is called if the client's credentials are no longer accepted before the response is complete: it may
  /// complete the response, with the reason. The connection is closed afterwards in any case.
  void on_end_of_access(MoveOnlyFunction<void(const char* reason)> ended) { access_ended_ = std::move(ended); }
  /// `drained` is called when nothing is unsent any more that was: the client has read it, or has disconnected. Also
  /// after the response is complete.
  void on_drained(MoveOnlyFunction<void()> drained) { drained_ = std::move(drained); }
  /// `begun` is called when the stream begins, before its first event.
  void on_begin(MoveOnlyFunction<void()> begun) { begun_ = std::move(begun); }

  /// What the client of this POST accepts; everything, unless this is called. To be called before it begins.
  void accept_only(AcceptedForms accepted) { accepted_ = accepted; }
  [[nodiscard]] const AcceptedForms& forms() const { return accepted_; }

  /// Added to the response. To be called before it begins.
  void add_header(std::string name, std::string value) { options_.headers.add(std::move(name), std::move(value)); }

  /// Added to the stream, if the response becomes one. To be called before it begins.
  void add_stream_header(std::string name, std::string value) {
    stream_headers_.add(std::move(name), std::move(value));
  }

  /// The stream has begun.
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  /// The response is complete, or the client has disconnected.
  [[nodiscard]] bool is_over() const { return is_over_; }

  /// Begins the stream, unless it has begun, or its client accepts none.
  void begin();
  /// Sends an event, or several.
  void send(Message events);
  /// Nothing follows. Without events, the response is 202 without a body.
  void finish();

  /// Sends the whole response. If the stream has begun: sends its body as the last event if it is JSON, and finishes.
  void respond(Response response);

  /// The client may be waiting for the beginning of a response: sends a comment on the stream, which keeps proxies from
  /// closing it.
  void keep_alive();

  /// Bytes that the client's system has not accepted yet.
  [[nodiscard]] std::size_t unsent() const { return target_ == nullptr ? 0 : target_->unsent(); }

  // Its data for the access log.
  [[nodiscard]] unsigned status() const { return status_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  // The connection reports:
  void handle_end_of_access(const char* reason);
  void handle_disconnect();
  void handle_drained();

 private:
  enum class Framing { length, chunks, end_of_connection, no_body };
  [[nodiscard]] Message head(unsigned status, const Headers& headers, Framing framing, std::size_t length);
  void end();

  ResponseTarget* target_;  // null: the client has disconnected, or has read the complete response
  Options options_;
  AcceptedForms accepted_;
  Headers stream_headers_;
  MoveOnlyFunction<void()> disconnected_;
  MoveOnlyFunction<void(const char* reason)> access_ended_;
  MoveOnlyFunction<void()> drained_;
  MoveOnlyFunction<void()> begun_;
  unsigned status_ = 0;
  std::size_t bytes_ = 0;
  bool has_begun_ = false;
  bool is_over_ = false;
};

}  // namespace workbench::http
