#include "listener/acceptor.hpp"

#include <boost/asio/buffer.hpp>
#include <string_view>
#include <utility>

namespace workbench::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

/// When the system has no descriptor left for another connection, one is asked for again after this time.
constexpr std::chrono::milliseconds kPause{100};

constexpr std::string_view kNoRoom =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

}  // namespace

Result<std::uint16_t> Acceptor::open() {
  const ListenerSettings& settings = endpoint_->settings();
  error_code error;
  const asio::ip::tcp::endpoint place(asio::ip::make_address(settings.address), settings.port);
  const auto refused = [&](const error_code& why) {
    return Error{ErrorKind::unavailable, "cannot listen on " + settings.address + " port " +
                                             std::to_string(settings.port) + ": " + why.message() +
                                             "; choose another one with listener.http.port"};
  };
  if (acceptor_.open(place.protocol(), error)) return refused(error);
  acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (acceptor_.bind(place, error)) return refused(error);
  if (acceptor_.listen(asio::socket_base::max_listen_connections, error)) return refused(error);
  return acceptor_.local_endpoint(error).port();
}

void Acceptor::accept() {
  acceptor_.async_accept([weak = weak_from_this()](const error_code& error, asio::ip::tcp::socket socket) {
    const auto listener = weak.lock();
    if (listener == nullptr || !listener->acceptor_.is_open()) return;
    if (!error) {
      listener->take(std::move(socket));
      return listener->accept();
    }
    listener->pause_.expires_after(kPause);
    listener->pause_.async_wait([weak](const error_code& cancelled) {
      const auto waiting = weak.lock();
      if (!cancelled && waiting != nullptr) waiting->accept();
    });
  });
}

void Acceptor::take(asio::ip::tcp::socket socket) {
  if (sockets_.size() >= endpoint_->settings().connections) return refuse(std::move(socket));
  const auto client = make_client_socket(std::move(socket), tls_ ? &*tls_ : nullptr, endpoint_);
  sockets_.insert(client);
  client->start([weak = weak_from_this(), key = std::weak_ptr(client)] {
    const auto listener = weak.lock();
    if (listener != nullptr) listener->forget(key.lock());
  });
}

void Acceptor::refuse(asio::ip::tcp::socket socket) {
  error_code ignored;  // as much as its buffer takes, and that is more than this
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(kNoRoom), ignored);
  if (std::exchange(has_told_that_it_is_full_, true)) return;
  host_.log(LogLevel::warning, "listener 'http'",
            std::to_string(sockets_.size()) +
                " connections are open, which is the limit (listener.http.connections); others are refused");
}

void Acceptor::forget(const std::shared_ptr<ClientSocket>& socket) {
  sockets_.erase(socket);
  // Told again only after it has been better for a while.
  if (sockets_.size() < endpoint_->settings().connections / 2) has_told_that_it_is_full_ = false;
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
  pause_.cancel();
  const auto sockets = sockets_;  // each takes itself out
  for (const auto& socket : sockets) socket->retire();
}

void Acceptor::cut_off() {
  const auto sockets = sockets_;  // each takes itself out
  for (const auto& socket : sockets) socket->cut_off();
}

}  // namespace workbench::http
