#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <set>

#include "listener/client_socket.hpp"

namespace workbench::http {

/// Accepts connections, and owns the open ones. [io thread], except open().
class Acceptor final : public std::enable_shared_from_this<Acceptor> {
 public:
  Acceptor(boost::asio::io_context& io, Host& host, std::shared_ptr<Endpoint> endpoint,
           std::optional<boost::asio::ssl::context> tls)
      : acceptor_(io), retry_timer_(io), host_(host), endpoint_(std::move(endpoint)), tls_(std::move(tls)) {}

  /// Binds the address and returns the port. [loop thread], before anything else.
  /// unavailable: with the reason of the operating system.
  [[nodiscard]] Result<std::uint16_t> open();

  void start() { accept(); }

  /// Accepts no more connections, and closes each open one after its current response.
  void close();

  /// Closes all connections at once.
  void abort();

  /// `empty` is called once when no connection is open, perhaps at once. Null removes the earlier callback.
  void when_empty(std::function<void()> empty);

 private:
  void accept();
  void remove(const std::shared_ptr<ClientSocket>& socket);
  void add(boost::asio::ip::tcp::socket socket);
  void refuse(boost::asio::ip::tcp::socket socket);

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer retry_timer_;
  Host& host_;
  std::shared_ptr<Endpoint> endpoint_;
  std::optional<boost::asio::ssl::context> tls_;
  std::set<std::shared_ptr<ClientSocket>> sockets_;
  std::function<void()> empty_;
  bool has_warned_ = false;  // that the limit is reached
};

}  // namespace workbench::http
