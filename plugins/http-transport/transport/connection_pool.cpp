#include "transport/connection_pool.hpp"

#include <algorithm>
#include <utility>

namespace workbench::http::remote {
namespace {

using Clock = std::chrono::steady_clock;

// Many servers close after 5 s. Earlier than that, so that a request does not meet its connection's end: whether it was
// still taken could not be known then.
constexpr std::chrono::milliseconds kMaxWait{4'000};
constexpr std::size_t kMostWaiting = 16;

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
      failure = "the certificates of \"caFile\", '" + ca_file + "', cannot be read: " + error.message();
      return nullptr;
    }
  }
  return tls;
}

}  // namespace

ConnectionPool::ConnectionPool(asio::io_context& context, NameLookup names, const ServerAddress& address)
    : context_(context), names_(std::move(names)), address_(address), timer_(context) {}

std::shared_ptr<HttpConnection> ConnectionPool::take() {
  drop_old();
  while (!waiting_.empty()) {
    std::shared_ptr<HttpConnection> link = std::move(waiting_.back().link);
    waiting_.pop_back();
    if (link->is_quiet()) return link;
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

void ConnectionPool::give_back(std::shared_ptr<HttpConnection> link) {
  if (is_closed_) return;
  link->has_been_used = true;
  if (waiting_.size() == kMostWaiting) waiting_.erase(waiting_.begin());
  waiting_.push_back({std::move(link), Clock::now()});
  if (waiting_.size() == 1) drop_old_later();
}

void ConnectionPool::close() {
  is_closed_ = true;
  waiting_.clear();
  timer_.cancel();
}

void ConnectionPool::drop_old() {
  const auto limit = Clock::now() - kMaxWait;
  std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.since <= limit; });
}

void ConnectionPool::drop_old_later() {
  timer_.expires_at(waiting_.front().since + kMaxWait);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (error || self == nullptr) return;
    self->drop_old();
    if (!self->waiting_.empty()) self->drop_old_later();
  });
}

}  // namespace workbench::http::remote
