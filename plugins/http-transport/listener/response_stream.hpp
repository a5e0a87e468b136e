#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/host.hpp>

#include "listener/exchange.hpp"

namespace workbench::http {

/// One server-sent event. `id` empty: none. `data` must have no line breaks, which JSON text of ours never has; empty:
/// an event that only sets the id.
[[nodiscard]] std::string format_event(std::string_view data, std::string_view id);

/// An exchange that is answered with one complete response if nothing is sent before it, and becomes a stream of events
/// with the first event, or after a silence that could make a proxy close the connection. [io thread]
class ResponseStream final : public std::enable_shared_from_this<ResponseStream> {
 public:
  /// After `keep_alive` of silence, a comment is sent.
  ResponseStream(boost::asio::io_context& io, Host& host, std::shared_ptr<Exchange> exchange,
                 std::chrono::milliseconds keep_alive)
      : host_(host), exchange_(std::move(exchange)), keep_alive_(keep_alive), keep_alive_timer_(io) {}

  /// `disconnected` is called once if the client disconnects before the response is complete.
  void start(std::function<void()> disconnected);

  /// Added to the response, complete or stream. To be called before either begins.
  void add_header(std::string name, std::string value) { headers_.add(std::move(name), std::move(value)); }

  /// Called when the stream begins, before its first event.
  void on_begin(std::function<void()> begun) { begun_ = std::move(begun); }

  [[nodiscard]] bool has_begun() const { return exchange_->has_begun(); }
  [[nodiscard]] bool is_over() const { return is_over_; }

  /// Begins the stream of events, unless it has begun.
  void begin();
  /// `written` is called when the bytes have been accepted or dropped. A client that has not read more than
  /// limits.messageBytes is disconnected: servers of its own are paused long before that, but shared servers cannot be.
  void send(std::string event, std::function<void()> written);
  void finish();
  /// Sends the complete response. If the stream has begun: sends its body as the last event if it is JSON, and
  /// finishes.
  void respond(Response response);

 private:
  void start_keep_alive_timer();
  void end();

  Host& host_;
  std::shared_ptr<Exchange> exchange_;
  const std::chrono::milliseconds keep_alive_;
  boost::asio::steady_timer keep_alive_timer_;
  Headers headers_;
  std::function<void()> begun_;
  std::function<void()> disconnected_;
  bool is_over_ = false;
};

}  // namespace workbench::http
