#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <set>

#include "listener/client_socket.hpp"

namespace workbench::http {

/// Listens, and holds the connections that are open. [io thread], but for open().
class Acceptor final : public std::enable_shared_from_this<Acceptor> {
 public:
  Acceptor(boost::asio::io_context& io, Host& host, std::shared_ptr<Endpoint> endpoint,
           std::optional<boost::asio::ssl::context> tls)
      : acceptor_(io), pause_(io), host_(host), endpoint_(std::move(endpoint)), tls_(std::move(tls)) {}

  /// Binds the address. unavailable: the operating system says why it cannot be. [loop thread], before everything else.
  [[nodiscard]] Result<std::uint16_t> open();

  void start() { accept(); }

  /// Accepts nobody any more, and ends each connection with the answer that is under way.
  void close();

  /// Ends all connections at once.
  void cut_off();

  /// `empty` (null: nobody cares any more) is called once when no connection is open, perhaps at once.
  void when_empty(std::function<void()> empty);

 private:
  void accept();
  void forget(const std::shared_ptr<ClientSocket>& socket);
  void take(boost::asio::ip::tcp::socket socket);
  void refuse(boost::asio::ip::tcp::socket socket);

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  Host& host_;
  std::shared_ptr<Endpoint> endpoint_;
  std::optional<boost::asio::ssl::context> tls_;
  std::set<std::shared_ptr<ClientSocket>> sockets_;
  std::function<void()> empty_;
  bool has_told_that_it_is_full_ = false;
};

}  // namespace workbench::http
