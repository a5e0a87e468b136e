#include "http/http_fetcher.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <workbench/valid_utf8.hpp>

#include "http/http_call.hpp"
#include "http/http_client.hpp"
#include "http/private_address.hpp"
#include "http/request_refusal.hpp"
#include "http/server_address.hpp"

namespace workbench::http::transport {
namespace {

/// invalid_argument: the URL is none that may be fetched; the message has its origin at most.
Result<ServerAddress> address_of(const FetchRequest& request, std::shared_ptr<const Certificates> trusted,
                                 const std::optional<Proxy>& configured) {
  auto url = parse_url(request.url);
  if (!url) return url.error().within("the URL");
  if (!url->is_secure && !is_this_machine(url->host)) {
    return Error{ErrorKind::invalid_argument, url->origin() + " is not encrypted; only https may be used there"};
  }
  const bool is_configured = configured && configured->is_configured && !is_this_machine(url->host);
  auto proxy = is_configured ? Result<Proxy>(*configured) : proxy_of_environment(*url);
  if (!proxy) return proxy.error();
  if (!proxy->url.empty() && !request.allows_private_addresses) {
    // The connection is to the proxy, so that the address of the server is not checked there.
    if (is_private_address(url->host)) {
      return Error{ErrorKind::unavailable, url->origin() + " cannot be reached: " + kAddressRefused};
    }
    // Otherwise the server would be connected to without a check. The proxy decides where names lead.
    proxy->obeys_no_proxy = false;
  }
  std::vector<OptionError> errors;
  ServerAddress address;
  if (trusted == nullptr) trusted = std::make_shared<const Certificates>(CertificateFiles{}, errors);
  address.certificates = std::move(trusted);
  address.url = *std::move(url);
  address.proxy = *std::move(proxy);
  address.connect_limit = request.time_limit;
  address.allows_private_addresses = request.allows_private_addresses;
  return address;
}

/// One request and its response. A request that was refused until a time within its own is sent again then. Shared,
/// because it receives its response by a weak reference.
class Fetch final : public ResponseObserver, public std::enable_shared_from_this<Fetch> {
 public:
  Fetch(FetchRequest request, Fetcher::Done done)
      : max_bytes_(request.max_bytes), request_(std::move(request)), done_(std::move(done)) {}

  void start(EventLoop& loop, std::shared_ptr<const Certificates> trusted, const std::optional<Proxy>& proxy) {
    auto address = address_of(request_, std::move(trusted), proxy);
    if (!address) {
      loop.post([weak = weak_from_this(), error = address.error()] {
        if (const auto self = weak.lock()) self->finish(error);
      });
      return;
    }
    origin_ = address->url.origin();
    loop_ = &loop;
    target_ = address->url.target;
    if (!request_.body.empty()) body_ = std::make_shared<const std::string>(std::move(request_.body));
    client_ = std::make_shared<HttpClient>(loop, *std::move(address));
    end_ = std::chrono::steady_clock::now() + request_.time_limit;
    timer_ = loop.after(request_.time_limit, [this] {
      finish(Error{ErrorKind::timed_out,
                   origin_ + " has not answered within " + std::to_string(request_.time_limit.count()) + " ms"});
    });
    send();
  }

 private:
  void send() {
    HttpRequest request;
    request.target = target_;
    request.headers.assign(request_.headers.begin(), request_.headers.end());
    request.wants_headers = true;
    request.method = body_ == nullptr ? "GET" : "POST";
    request.may_repeat = body_ == nullptr;
    request.body = body_;
    response_ = {};
    call_ = client_->start(std::move(request), weak_from_this());
  }

  void on_written() override {}

  void on_part(ResponsePart part) override {
    if (part.head) {
      response_.status = part.head->status;
      for (auto& [name, value] : part.head->headers) response_.headers.add(std::move(name), std::move(value));
    }
    if (response_.body.size() + part.body.size() > max_bytes_) {
      return finish(Error{ErrorKind::protocol,
                          "the response of " + origin_ + " is larger than " + std::to_string(max_bytes_) + " bytes"});
    }
    response_.body += part.body;
    if (part.is_last && !sends_again_later()) finish_with_response();
  }

  /// A refusal is one even if the rest of it was lost.
  void on_failed(HttpFailure failure) override {
    const bool is_refusal = response_.status != 0 && response_.status / 100 != 2;
    if (is_refusal && sends_again_later()) return;
    if (is_refusal) return finish_with_response();
    finish(Error{ErrorKind::unavailable, origin_ + " cannot be reached: " + failure.reason});
  }

  [[nodiscard]] bool sends_again_later() {
    const auto wait = wait_before_repeating(refusal_of(response_), body_ == nullptr, time_to_wait_until(end_));
    if (repetitions_ == kMaxRepetitions || !wait) return false;
    ++repetitions_;
    call_.reset();
    pause_ = loop_->after(*wait, [this] { send(); });
    return true;
  }

  void finish_with_response() {
    static_cast<void>(replace_invalid_utf8(response_.body));
    finish(std::move(response_));
  }

  void finish(Result<FetchResponse> response) {
    const auto self = shared_from_this();  // `done` may destroy the subscription, which owns this
    timer_.reset();
    pause_.reset();
    call_.reset();
    client_.reset();
    if (auto done = std::exchange(done_, nullptr)) done(std::move(response));
  }

  const std::size_t max_bytes_;
  FetchRequest request_;
  Fetcher::Done done_;
  std::string origin_;
  EventLoop* loop_ = nullptr;
  std::string target_;
  std::shared_ptr<const std::string> body_;  ///< null: a GET
  FetchResponse response_;
  std::shared_ptr<HttpClient> client_;
  std::unique_ptr<HttpCall> call_;
  std::chrono::steady_clock::time_point end_;  ///< of its time
  EventLoop::Timer timer_;
  EventLoop::Timer pause_;  ///< until it is sent again
  int repetitions_ = 0;
};

struct FetchSubscription final : EventLoop::Subscription {
  explicit FetchSubscription(std::shared_ptr<Fetch> owned) : fetch(std::move(owned)) {}
  const std::shared_ptr<Fetch> fetch;
};

}  // namespace

std::unique_ptr<EventLoop::Subscription> HttpFetcher::fetch(FetchRequest request, Done done) {
  auto fetch = std::make_shared<Fetch>(std::move(request), std::move(done));
  fetch->start(host_.loop(), trusted_, proxy_);
  return std::make_unique<FetchSubscription>(std::move(fetch));
}

}  // namespace workbench::http::transport
