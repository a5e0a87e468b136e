#include "transport/connection_pool.hpp"

#include <algorithm>
#include <utility>

namespace workbench::http::transport {
namespace {

using Clock = std::chrono::steady_clock;

// Many servers close idle connections after 5 s. Ours are closed earlier: if the server closes one while a request is
// sent, it is not known whether the request was processed.
constexpr std::chrono::milliseconds kMaxIdleTime{4'000};
constexpr std::size_t kMaxIdle = 16;

/// Null: `failure` says why.
std::shared_ptr<asio::ssl::context> make_tls(const std::string& ca_file, std::string& failure) {
  boost::system::error_code error;
  auto tls = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
  tls->set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1, error);
  tls->set_verify_mode(asio::ssl::verify_peer, error);
  tls->set_default_verify_paths(error);
  if (!ca_file.empty()) {
    tls->load_verify_file(ca_file, error);
    if (error) {
      failure = "cannot read \"caFile\" '" + ca_file + "': " + error.message();
      return nullptr;
    }
  }
  return tls;
}

}  // namespace

ConnectionPool::ConnectionPool(asio::io_context& context, NameLookup names, const ServerAddress& address)
    : context_(context), names_(std::move(names)), address_(address), timer_(context) {}

std::shared_ptr<HttpConnection> ConnectionPool::acquire() {
  close_expired();
  while (!idle_.empty()) {
    std::shared_ptr<HttpConnection> connection = std::move(idle_.back().connection);
    idle_.pop_back();
    if (connection->is_reusable()) return connection;
  }
  return nullptr;
}

std::shared_ptr<HttpConnection> ConnectionPool::make(std::string& failure) {
  if (address_.url.is_secure && tls_ == nullptr) {
    tls_ = make_tls(address_.ca_file, failure);
    if (tls_ == nullptr) return nullptr;
  }
  return std::make_shared<HttpConnection>(context_, names_, tls_, address_.url);
}

void ConnectionPool::release(std::shared_ptr<HttpConnection> connection) {
  if (is_closed_) return;
  connection->has_been_used = true;
  if (idle_.size() == kMaxIdle) idle_.erase(idle_.begin());
  idle_.push_back({std::move(connection), Clock::now()});
  if (idle_.size() == 1) start_timer();
}

void ConnectionPool::close() {
  is_closed_ = true;
  idle_.clear();
  timer_.cancel();
}

void ConnectionPool::close_expired() {
  const auto limit = Clock::now() - kMaxIdleTime;
  std::erase_if(idle_, [&](const Idle& idle) { return idle.since <= limit; });
}

void ConnectionPool::start_timer() {
  timer_.expires_at(idle_.front().since + kMaxIdleTime);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (error || self == nullptr) return;
    self->close_expired();
    if (!self->idle_.empty()) self->start_timer();
  });
}

}  // namespace workbench::http::transport
