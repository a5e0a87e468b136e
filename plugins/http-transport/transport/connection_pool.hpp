#pragma once

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "transport/http_connection.hpp"
#include "transport/server_address.hpp"

namespace workbench::http::transport {

/// The idle connections with one server. Everything [io thread], except the constructor.
class ConnectionPool : public std::enable_shared_from_this<ConnectionPool> {
 public:
  ConnectionPool(asio::io_context& context, NameLookup names, const ServerAddress& address);

  /// Removes and returns an idle connection; null: there is none.
  [[nodiscard]] std::shared_ptr<HttpConnection> acquire();
  /// A new connection, not yet connected. Null: TLS cannot be set up, and `failure` says why.
  [[nodiscard]] std::shared_ptr<HttpConnection> make(std::string& failure);
  /// Keeps `connection` for the next request. Its last response must have been read to the end.
  void release(std::shared_ptr<HttpConnection> connection);

  [[nodiscard]] asio::io_context& context() { return context_; }
  [[nodiscard]] std::chrono::milliseconds connect_limit() const { return address_.connect_limit; }

  /// Closes the idle connections; those released later are closed as well.
  void close();

 private:
  struct Idle {
    std::shared_ptr<HttpConnection> connection;
    std::chrono::steady_clock::time_point since;
  };

  void close_expired();
  void start_timer();

  asio::io_context& context_;
  const NameLookup names_;
  const ServerAddress address_;
  std::shared_ptr<asio::ssl::context> tls_;
  std::vector<Idle> idle_;  // in the order of their last use
  asio::steady_timer timer_;
  bool is_closed_ = false;
};

}  // namespace workbench::http::transport
