#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "listener/exchange.hpp"

namespace workbench::http {

/// A socket as the exchange sees it that it is at. [io thread]
class ExchangeSocket {
 public:
  /// `written` is called when the bytes have been taken, or are dropped.
  virtual void write(std::string bytes, std::function<void()> written) = 0;
  [[nodiscard]] virtual std::size_t unsent() const = 0;

  /// Whether another request may follow on the connection.
  [[nodiscard]] virtual bool keeps_alive() const = 0;
  virtual void end_after_this() = 0;

  /// All of the answer has been given to write().
  virtual void end_exchange() = 0;
  /// Ends the connection at once.
  virtual void cut_off() = 0;

 protected:
  ~ExchangeSocket() = default;
};

/// The exchange on one socket: writes an answer down as HTTP/1.1 has it. It holds the socket, which holds it until it
/// is over. [io thread]
class SocketExchange final : public Exchange {
 public:
  /// What the answer depends on besides itself.
  struct Manner {
    Fields fields;      ///< that come with every answer
    bool sends_bodies;  ///< not to a HEAD, whose answer is the head that a GET would get
    bool may_chunk;     ///< not before HTTP/1.1: there the end of the connection is the end of a stream
  };

  SocketExchange(std::shared_ptr<ExchangeSocket> socket, Manner manner)
      : socket_(std::move(socket)), manner_(std::move(manner)) {}

  void answer(Answer answer) override;
  void begin_events(const Fields& fields) override;
  [[nodiscard]] bool has_begun() const override { return has_begun_; }
  void send(std::string bytes, std::function<void()> written) override;
  void finish() override;
  [[nodiscard]] std::size_t unsent() const override { return socket_ == nullptr ? 0 : socket_->unsent(); }
  void on_gone(std::function<void()> gone) override { gone_ = std::move(gone); }
  void abort() override;

  /// The socket has ended.
  void tell_gone();

 private:
  void leave();

  std::shared_ptr<ExchangeSocket> socket_;  // null: over
  const Manner manner_;
  std::function<void()> gone_;
  bool has_begun_ = false;
};

}  // namespace workbench::http
