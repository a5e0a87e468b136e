#include "http/http_client.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "http/transfer_options.hpp"

namespace workbench::http::transport {
namespace {

constexpr long kMaxIdleConnections = 16;
constexpr std::chrono::milliseconds kConnectCheck{200};

}  // namespace

HttpClient::HttpClient(EventLoop& loop, ServerAddress address) : loop_(loop), address_(std::move(address)) {}

HttpClient::~HttpClient() = default;

std::unique_ptr<HttpCall> HttpClient::start(HttpRequest request, std::weak_ptr<ResponseObserver> observer) {
  auto call = std::make_unique<HttpCall>(std::shared_ptr<CallOwner>(shared_from_this(), this), std::move(request),
                                         std::move(observer));
  idle_.reset();
  calls_.emplace(call->handle(), call.get());
  set_max_connections();
  if (connecting_ == nullptr) connecting_ = loop_.after(kConnectCheck, [this] { check_connecting(); });
  if (!multi().add(call->handle())) {
    call->complete(CURLE_OUT_OF_MEMORY);
    loop_.post([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->report();
    });
  }
  return call;
}

CurlMulti& HttpClient::multi() {
  if (multi_ == nullptr) multi_ = std::make_unique<CurlMulti>(loop_, [this] { handle_action(); });
  return *multi_;
}

/// Idle connections are closed all at once, when there has been no request for a while, because libcurl has no option
/// to close one of them. While there are requests, their number is limited, and old ones are not used (see HttpCall).
void HttpClient::remove(HttpCall& call) {
  multi().remove(call.handle());
  calls_.erase(call.handle());
  news_.erase(std::remove(news_.begin(), news_.end(), &call), news_.end());
  set_max_connections();
  if (calls_.empty()) {
    idle_ = loop_.after(kMaxIdleTime, [this] { multi_.reset(); });
  }
}

void HttpClient::set_max_connections() {
  multi().set_max_connections(static_cast<long>(calls_.size()) + kMaxIdleConnections);
}

/// When an address does not answer, libcurl 7.88 gives it up in time, but then waits for nothing: without this, it
/// would try the next one only when the time for connecting is over.
void HttpClient::check_connecting() {
  connecting_.reset();
  if (std::none_of(calls_.begin(), calls_.end(), [](const auto& one) { return one.second->is_connecting(); })) return;
  connecting_ = loop_.after(kConnectCheck, [this] { check_connecting(); });
  multi().act_on_all();
}

// --- reporting -------------------------------------------------------------------------------------------------------

void HttpClient::add_news(HttpCall& call) {
  if (std::find(news_.begin(), news_.end(), &call) == news_.end()) news_.push_back(&call);
}

void HttpClient::handle_action() {
  while (const auto completed = multi().next_completed()) {
    cookies_.record_completed(completed->transfer);
    HttpCall& call = *calls_.at(completed->transfer);
    if (call.begins_again_after(completed->result) && begin_again(call)) continue;
    call.complete(completed->result);
  }
  report();
}

bool HttpClient::begin_again(HttpCall& call) {
  multi().remove(call.handle());
  return multi().add(call.handle());
}

void HttpClient::report() {
  const auto self = shared_from_this();  // an observer may release the last other reference
  while (!news_.empty()) {
    HttpCall& call = *news_.front();
    news_.pop_front();
    call.report();
  }
}

void HttpClient::pause(bool paused) {
  if (std::exchange(is_paused_, paused) == paused || paused) return;
  for (const auto& [handle, call] : calls_) call->read_on();
  // In a task of its own: Connection::pause_reading() must not call the observer.
  loop_.post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr || self->is_paused_) return;
    self->report();
  });
}

}  // namespace workbench::http::transport
