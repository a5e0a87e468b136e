#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <workbench/host.hpp>

#include "listener/exchange.hpp"

namespace workbench::http {

/// An exchange that is answered with a whole if nothing else comes before its answer, and becomes a stream of events
/// otherwise: by the first event, or by waiting so long that what lies between us and the client might close it.
/// [io thread]
class AnswerStream final : public std::enable_shared_from_this<AnswerStream> {
 public:
  /// After `keep_alive` of silence the client hears that there is somebody.
  AnswerStream(boost::asio::io_context& io, Host& host, std::shared_ptr<Exchange> exchange,
               std::chrono::milliseconds keep_alive)
      : host_(host), exchange_(std::move(exchange)), keep_alive_(keep_alive), tick_(io) {}

  /// Watches over the exchange from now on; `gone` is called once if the client goes before the answer is complete.
  void start(std::function<void()> gone);

  /// Comes with the answer, whole or stream. Before either.
  void add_field(std::string name, std::string value) { fields_.add(std::move(name), std::move(value)); }

  /// Called when the stream begins, before its first event.
  void on_begin(std::function<void()> begun) { begun_ = std::move(begun); }

  [[nodiscard]] bool has_begun() const { return exchange_->has_begun(); }
  [[nodiscard]] bool is_over() const { return is_over_; }

  void begin();
  /// `written` is called when the bytes have been taken or dropped. A client that is behind by more than the longest
  /// message is cut off: servers of its own are paused long before, but those that others use too cannot be.
  void send(std::string event, std::function<void()> written);
  void finish();
  /// The whole answer; of one that has begun as a stream, the last event, if it is JSON.
  void answer(Answer answer);

  /// Nobody is told that the client has gone.
  void let_go();
  void abort();

 private:
  void wait_for_tick();

  Host& host_;
  std::shared_ptr<Exchange> exchange_;
  const std::chrono::milliseconds keep_alive_;
  boost::asio::steady_timer tick_;
  Fields fields_;
  std::function<void()> begun_;
  std::function<void()> gone_;
  bool is_over_ = false;
};

}  // namespace workbench::http
