#include "mcp/server_stream.hpp"

#include <algorithm>
#include <utility>

#include "mcp/refusal.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::chrono::milliseconds kMaxRetryDelay{30'000};
constexpr int kMaxStreamRedirects = 5;

}  // namespace

ServerStream::ServerStream(std::shared_ptr<StreamOwner> owner, ServerEndpoint& endpoint, MessageDelivery& delivery,
                           Kind kind)
    : ResponseReader(endpoint, delivery), owner_(std::move(owner)), kind_(kind), authorization_(endpoint.tokens()) {}

/// Each time with an access token that is still good.
void ServerStream::open() {
  authorization_ = Authorization(endpoint_.tokens());
  send_get();
}

void ServerStream::send_get() {
  const bool must_wait = authorization_.must_wait([this] {
    if (!is_over_) send_get();
  });
  if (must_wait) return;
  limit_time();
  HttpRequest request;
  request.method = "GET";
  request.target = endpoint_.address().url.target;
  session_id_ = endpoint_.negotiated().session_id;
  request.headers = stream_headers();
  request.may_repeat = true;
  events_.restart();
  send(std::move(request));
}

/// A stream of HTTP+SSE has to begin with its endpoint.
void ServerStream::limit_time() {
  if (kind_ == Kind::listening) return;
  timer_ = endpoint_.host().loop().after(endpoint_.address().connect_limit,
                                         [this] { handle_end("it named no endpoint in time"); });
}

// --- reading ---------------------------------------------------------------------------------------------------------

bool ServerStream::handle_head(const ResponseHead& head) {
  endpoint_.record_contact();
  const bool is_redirect = head.status / 100 == 3 && kind_ == Kind::http_sse && redirects_ < kMaxStreamRedirects;
  if (is_redirect && endpoint_.follow(head, "GET", endpoint_.address().url.target)) {
    ++redirects_;
    call_.reset();  // the rest of the response
    send_get();
    return false;
  }
  if (head.status / 100 == 2 && head.content_type == "text/event-stream") {
    has_been_open_ = true;
    return true;
  }
  const RequestRefusal refusal = refusal_of(head);
  if (kind_ == Kind::http_sse && refusal.reason == RequestRefusal::Reason::authorization) {
    refused_ = head;  // its body may have the reason
    return true;
  }
  const std::string reason = "the GET was answered with " + status_of(head) + advice_on_time(refusal);
  const bool may_log_in = head.status == 401 && endpoint_.tokens() != nullptr;
  const bool has_none = refusal.reason == RequestRefusal::Reason::method;
  const bool may_recover = !has_none && (has_been_open_ || may_log_in || refusal.is_passing() || refusal.wait);
  if (kind_ == Kind::http_sse) {
    if (!open_later(refusal)) handle_end(reason);
  } else if (may_recover) {
    // A new session gets a stream of its own.
    const SessionDoubt doubt = has_been_open_ && !session_id_.empty() ? doubt_of(head) : SessionDoubt::none;
    if (doubt != SessionDoubt::none) owner_->doubt_session({session_id_, doubt}, [](SessionVerdict, const auto&) {});
    endpoint_.log(LogLevel::debug, "retrying the listening stream later: " + reason);
    handle_end(reason, refusal.wait.value_or(std::chrono::seconds(0)));
  } else {
    // "or else return HTTP 405": the stream is optional.
    endpoint_.log(LogLevel::debug, "has no listening stream: " + reason);
    stop();
  }
  return false;
}

void ServerStream::handle_body(std::string bytes) {
  if (!refused_) return read_events(bytes);
  refusal_body_.append(bytes, 0, kMaxRefusalBytes - refusal_body_.size());
}

void ServerStream::handle_complete() {
  if (!refused_) return handle_end("the server closed it");
  timer_.reset();
  const bool must_wait =
      authorization_.renew_after(*refused_, [this](const Result<void>& outcome) { handle_token(outcome); });
  if (!must_wait) handle_refusal();
}

void ServerStream::handle_token(const Result<void>& outcome) {
  if (is_over_) return;
  if (!outcome) return handle_refusal(endpoint_.describe_no_token(outcome.error()));
  refused_.reset();
  refusal_body_.clear();
  send_get();
}

/// `no_token`: why there is no access token; absent: the response itself has the remedy.
void ServerStream::handle_refusal(std::optional<Error> no_token) {
  const auto self = shared_from_this();
  stop();
  const std::string reason = "the GET was answered with " + status_of(*refused_);
  if (!no_token) {
    no_token = Error{ErrorKind::unavailable, describe_refusal(endpoint_.origin(), *refused_, refusal_body_)};
  }
  owner_->end_http_sse(reason, std::move(no_token));
}

void ServerStream::handle_event(SseEvent event) {
  retry_delay_ = std::chrono::milliseconds(0);
  if (kind_ == Kind::http_sse && event.name == "endpoint") return handle_endpoint(event.data);
  if (event.name == "message") delivery_.deliver(std::move(event.data));
}

void ServerStream::handle_endpoint(const std::string& reference) {
  if (endpoint_.uses_http_sse()) return;
  const Url& url = endpoint_.address().url;
  const auto endpoint = resolve_within_origin(url, reference);
  if (!endpoint) {
    const auto elsewhere = resolve(url, reference);
    return refuse_endpoint(elsewhere ? elsewhere->origin() : "");
  }
  timer_.reset();
  owner_->begin_http_sse(endpoint->target);
}

/// The headers may contain secrets for this origin. `elsewhere` empty: the endpoint is no URL.
void ServerStream::refuse_endpoint(const std::string& elsewhere) {
  const auto self = shared_from_this();
  stop();
  const std::string reason =
      "its endpoint is " + (elsewhere.empty() ? "no URL" : "not at the same origin, but at " + elsewhere);
  std::string text = "the server at " + endpoint_.origin() + " speaks HTTP+SSE, but " + reason;
  if (!elsewhere.empty()) text += R"(; if that is right, change "url" to that origin)";
  owner_->end_http_sse(reason, Error{ErrorKind::unavailable, std::move(text)});
}

/// Over HTTP+SSE the GET may be the first request of all.
void ServerStream::handle_failure(const HttpFailure& failure) {
  if (kind_ != Kind::http_sse || failure.was_connected || endpoint_.was_reached()) return handle_end(failure.reason);
  const auto self = shared_from_this();
  stop();
  owner_->end({ErrorKind::unavailable, "cannot reach the server at " + endpoint_.origin() + ": " + failure.reason});
}

// --- ending ----------------------------------------------------------------------------------------------------------

/// Over HTTP+SSE the session waits for its stream.
bool ServerStream::open_later(const RequestRefusal& refusal) {
  const auto wait = wait_before_repeating(refusal, true, kMaxWaitOfReader);
  if (!wait || repetitions_ == kMaxRepetitions) return false;
  ++repetitions_;
  call_.reset();
  timer_ = endpoint_.host().loop().after(*wait, [this] { open(); });
  return true;
}

void ServerStream::handle_end(const std::string& reason, std::chrono::milliseconds least) {
  const auto self = shared_from_this();
  call_.reset();
  if (kind_ == Kind::http_sse) {
    stop();
    return owner_->end_http_sse(reason, std::nullopt);
  }
  retry_delay_ = std::max(retry_delay(), std::min(2 * retry_delay_, kMaxRetryDelay));
  timer_ = endpoint_.host().loop().after(std::max(retry_delay_, least), [this] { open(); });
}

}  // namespace workbench::http::transport
