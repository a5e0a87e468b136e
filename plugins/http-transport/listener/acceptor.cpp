#include "listener/acceptor.hpp"

#include <boost/asio/buffer.hpp>
#include <string_view>
#include <utility>

namespace workbench::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

/// Pause after a failed accept, as when there is no descriptor left.
constexpr std::chrono::milliseconds kRetryTime{100};

constexpr std::string_view kTooManyConnections =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

}  // namespace

Result<std::uint16_t> Acceptor::open() {
  const ListenerSettings& settings = endpoint_->settings();
  error_code error;
  const asio::ip::tcp::endpoint address(asio::ip::make_address(settings.address), settings.port);
  const auto refused = [&](const error_code& reason) {
    return Error{ErrorKind::unavailable, "cannot listen on " + settings.address + " port " +
                                             std::to_string(settings.port) + ": " + reason.message() +
                                             "; set another listener.http.port or listener.http.address"};
  };
  if (acceptor_.open(address.protocol(), error)) return refused(error);
  acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (acceptor_.bind(address, error)) return refused(error);
  if (acceptor_.listen(asio::socket_base::max_listen_connections, error)) return refused(error);
  return acceptor_.local_endpoint(error).port();
}

void Acceptor::accept() {
  acceptor_.async_accept([weak = weak_from_this()](const error_code& error, asio::ip::tcp::socket socket) {
    const auto self = weak.lock();
    if (self == nullptr || !self->acceptor_.is_open()) return;
    if (!error) {
      self->add(std::move(socket));
      return self->accept();
    }
    self->retry_timer_.expires_after(kRetryTime);
    self->retry_timer_.async_wait([weak](const error_code& cancelled) {
      const auto retrying = weak.lock();
      if (!cancelled && retrying != nullptr) retrying->accept();
    });
  });
}

void Acceptor::add(asio::ip::tcp::socket socket) {
  if (sockets_.size() >= endpoint_->settings().connections) return refuse(std::move(socket));
  const auto client = make_client_socket(std::move(socket), tls_ ? &*tls_ : nullptr, endpoint_);
  sockets_.insert(client);
  client->start([weak = weak_from_this(), key = std::weak_ptr(client)] {
    const auto self = weak.lock();
    if (self != nullptr) self->remove(key.lock());
  });
}

void Acceptor::refuse(asio::ip::tcp::socket socket) {
  error_code ignored;  // best effort: the text fits into the send buffer of a new socket
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(kTooManyConnections), ignored);
  if (std::exchange(has_warned_, true)) return;
  host_.log(LogLevel::warning, "listener 'http'",
            std::to_string(sockets_.size()) +
                " connections are open, the limit of listener.http.connections; further ones are refused");
}

void Acceptor::remove(const std::shared_ptr<ClientSocket>& socket) {
  sockets_.erase(socket);
  // Warn again only after the number has fallen well below the limit.
  if (sockets_.size() < endpoint_->settings().connections / 2) has_warned_ = false;
  if (!sockets_.empty() || !empty_) return;
  std::exchange(empty_, nullptr)();
}

void Acceptor::when_empty(std::function<void()> empty) {
  empty_ = std::move(empty);
  if (sockets_.empty() && empty_) std::exchange(empty_, nullptr)();
}

void Acceptor::close() {
  error_code ignored;
  acceptor_.close(ignored);
  retry_timer_.cancel();
  const auto sockets = sockets_;  // a copy, because each socket removes itself
  for (const auto& socket : sockets) socket->close();
}

void Acceptor::abort() {
  const auto sockets = sockets_;  // a copy, because each socket removes itself
  for (const auto& socket : sockets) socket->abort();
}

}  // namespace workbench::http
