#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "front_door/exchange.hpp"

namespace workbench::http {

/// An exchange that is answered with a whole if nothing else comes before its answer, and becomes a stream of events
/// otherwise: by the first event, or by waiting so long that what lies between us and the client might close it. A
/// client that does not read its events is cut off before they pile up. [io thread]
class AnswerStream final : public std::enable_shared_from_this<AnswerStream> {
 public:
  struct Limits {
    std::chrono::milliseconds keep_alive;
    std::size_t unread_bytes;
  };

  AnswerStream(boost::asio::io_context& io, std::shared_ptr<Exchange> exchange, Limits limits)
      : exchange_(std::move(exchange)), limits_(limits), tick_(io) {}

  /// Watches over the exchange from now on; `gone` is called once if the client goes before the answer is complete.
  void start(std::function<void()> gone);

  /// Comes with the answer, whole or stream. Before either.
  void add_field(std::string name, std::string value) { fields_.add(std::move(name), std::move(value)); }

  /// Called when the stream begins, before its first event.
  void on_begin(std::function<void()> begun) { begun_ = std::move(begun); }

  [[nodiscard]] bool has_begun() const { return exchange_->has_begun(); }
  [[nodiscard]] bool is_over() const { return is_over_; }

  void begin();
  /// `written` is called when the bytes have been taken or dropped.
  void send(std::string event, std::function<void()> written);
  void finish();
  void answer(Answer answer);

  /// Nobody is told that the client has gone.
  void let_go();
  void abort();

 private:
  void wait_for_tick();

  std::shared_ptr<Exchange> exchange_;
  const Limits limits_;
  boost::asio::steady_timer tick_;
  Fields fields_;
  std::function<void()> begun_;
  std::function<void()> gone_;
  bool is_over_ = false;
};

}  // namespace workbench::http
