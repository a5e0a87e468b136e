#pragma once

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "transport/connection.hpp"
#include "transport/server_address.hpp"

namespace workbench::http::remote {

/// The connections with one server that wait for their next request. All functions: [io thread], but for the
/// constructor.
class ConnectionPool : public std::enable_shared_from_this<ConnectionPool> {
 public:
  ConnectionPool(asio::io_context& context, NameLookup names, const ServerAddress& address);

  /// One that waits, or null.
  [[nodiscard]] std::shared_ptr<HttpConnection> take();
  /// A new one, not yet connected. Null: TLS cannot be set up, and `failure` says why.
  [[nodiscard]] std::shared_ptr<HttpConnection> make(std::string& failure);
  /// Keeps `link`, whose last answer has been read to its end, for the next request.
  void give_back(std::shared_ptr<HttpConnection> link);

  [[nodiscard]] asio::io_context& context() { return context_; }
  [[nodiscard]] std::chrono::milliseconds connect_limit() const { return address_.connect_limit; }

  /// Closes those that wait and keeps no others.
  void close();

 private:
  struct Waiting {
    std::shared_ptr<HttpConnection> link;
    std::chrono::steady_clock::time_point since;
  };

  void drop_old();
  void drop_old_later();

  asio::io_context& context_;
  const NameLookup names_;
  const ServerAddress address_;
  std::shared_ptr<asio::ssl::context> tls_;
  std::vector<Waiting> waiting_;  // the one that was used last is the last
  asio::steady_timer timer_;
  bool is_closed_ = false;
};

}  // namespace workbench::http::remote
