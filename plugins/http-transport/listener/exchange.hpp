#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "listener/http_message.hpp"

namespace workbench::http {

/// One HTTP request and the way back to its client: one complete response, or a stream of events ("basic/transports",
/// Server-Sent Events). After the client has disconnected, everything is dropped. [io thread]
class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  /// Sends a complete response.
  virtual void respond(Response response) = 0;

  /// Responds 200 with a stream of events, which send() adds to and finish() ends. `headers` are added to those of
  /// every event stream.
  virtual void begin_events(const Headers& headers) = 0;
  [[nodiscard]] virtual bool has_begun() const = 0;
  /// `written` is called when the system has accepted the bytes, or when they are dropped.
  virtual void send(std::string bytes, std::function<void()> written) = 0;
  virtual void finish() = 0;

  /// Bytes that the client's system has not accepted yet.
  [[nodiscard]] virtual std::size_t unsent() const = 0;

  /// `disconnected` is called once if the client disconnects before the response is complete. Replaces the earlier
  /// callback.
  virtual void on_disconnect(std::function<void()> disconnected) = 0;

  /// Closes the connection with the client at once.
  virtual void abort() = 0;
};

/// What an exchange needs of its socket. [io thread]
class ExchangeSocket {
 public:
  /// `written` is called when the bytes have been accepted or dropped.
  virtual void write(std::string bytes, std::function<void()> written) = 0;
  [[nodiscard]] virtual std::size_t unsent() const = 0;

  /// Whether another request may follow on the connection.
  [[nodiscard]] virtual bool keeps_alive() const = 0;
  virtual void close_after_response() = 0;

  /// The whole response has been passed to write().
  virtual void end_exchange() = 0;
  /// Closes the connection at once.
  virtual void abort() = 0;

 protected:
  ~ExchangeSocket() = default;
};

/// The exchange on a socket: writes the response as HTTP/1.1. Exchange and socket hold each other until the exchange is
/// over. [io thread]
class SocketExchange final : public Exchange {
 public:
  /// What the request says about its response.
  struct ResponseOptions {
    Headers headers;  ///< added to every response
    bool sends_body;  ///< false for HEAD: only the head that a GET would get
    bool may_chunk;   ///< false before HTTP/1.1: the end of a stream is the end of the connection
  };

  SocketExchange(std::shared_ptr<ExchangeSocket> socket, ResponseOptions options)
      : socket_(std::move(socket)), options_(std::move(options)) {}

  void respond(Response response) override;
  void begin_events(const Headers& headers) override;
  [[nodiscard]] bool has_begun() const override { return has_begun_; }
  void send(std::string bytes, std::function<void()> written) override;
  void finish() override;
  [[nodiscard]] std::size_t unsent() const override { return socket_ == nullptr ? 0 : socket_->unsent(); }
  void on_disconnect(std::function<void()> disconnected) override { disconnected_ = std::move(disconnected); }
  void abort() override;

  /// The socket has been closed.
  void handle_disconnect();

 private:
  void end();

  std::shared_ptr<ExchangeSocket> socket_;  // null: over
  const ResponseOptions options_;
  std::function<void()> disconnected_;
  bool has_begun_ = false;
};

}  // namespace workbench::http
