#include "transport/server_stream.hpp"

#include <algorithm>
#include <utility>

#include "transport/refusal.hpp"
#include "transport/streamable_http_session.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::chrono::milliseconds kMaxRetryDelay{30'000};

}  // namespace

ServerStream::ServerStream(std::shared_ptr<StreamableHttpSession> session, Kind kind)
    : ResponseReader(std::move(session)), kind_(kind) {}

void ServerStream::start() {
  open();
  if (kind_ == Kind::listening) return;
  timer_ = session().host().loop().after(session().address().connect_limit,
                                         [this] { handle_end("it named no endpoint in time"); });
}

/// With an access token that is still good. Whether it could be renewed, the response to the GET will tell.
void ServerStream::open() {
  oauth::TokenSource* const tokens = session().tokens();
  if (tokens == nullptr || !tokens->needs_renewal()) return send_get();
  token_wait_ = tokens->renew({}, {}, [this](const Result<void>&) {
    if (!is_over_) send_get();
  });
}

void ServerStream::send_get() {
  HttpRequest request;
  request.method = "GET";
  request.target = session().address().url.target;
  request.headers = stream_headers();
  request.may_repeat = true;
  events_.restart();
  send(std::move(request));
}

// --- reading ---------------------------------------------------------------------------------------------------------

bool ServerStream::handle_head(const ResponseHead& head) {
  if (head.status == 200 && head.content_type == "text/event-stream") {
    has_been_open_ = true;
    return true;
  }
  if (kind_ == Kind::http_sse && (head.status == 401 || head.status == 403)) {
    refused_ = head;  // its body may say more
    return true;
  }
  const std::string reason = "the GET was answered with " + status_of(head);
  const bool may_log_in = head.status == 401 && session().tokens() != nullptr;
  const bool may_recover =
      head.status != 405 && (has_been_open_ || may_log_in || head.status == 429 || head.status >= 500);
  if (kind_ == Kind::http_sse) {
    handle_end(reason);
  } else if (head.status == 404 && !session().negotiated().session_id.empty() && has_been_open_) {
    session().end_by_server(head);
  } else if (may_recover) {
    session().log(LogLevel::debug, "retrying the listening stream later: " + reason);
    handle_end(reason);
  } else {
    // "or else return HTTP 405": the stream is optional.
    session().log(LogLevel::debug, "has no listening stream: " + reason);
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
  const auto self = shared_from_this();
  stop();
  session().end_http_sse("the GET was answered with " + status_of(*refused_),
                         describe_refusal(session().origin(), *refused_, refusal_body_));
}

void ServerStream::handle_event(SseEvent event) {
  retry_delay_ = std::chrono::milliseconds(0);
  if (kind_ == Kind::http_sse && event.name == "endpoint") return handle_endpoint(event.data);
  if (event.name == "message") session().deliver(std::move(event.data));
}

void ServerStream::handle_endpoint(const std::string& reference) {
  if (session().uses_http_sse()) return;
  const Url& url = session().address().url;
  const auto endpoint = resolve(url, reference);
  if (!endpoint || !have_same_origin(*endpoint, url)) {
    return handle_end("its endpoint is not at the same origin" + (endpoint ? ", but at " + endpoint->origin() : ""));
  }
  timer_.reset();
  session().set_http_sse_target(endpoint->target);
}

// --- ending ----------------------------------------------------------------------------------------------------------

void ServerStream::handle_end(const std::string& reason) {
  const auto self = shared_from_this();
  call_.reset();
  if (kind_ == Kind::http_sse) {
    stop();
    return session().end_http_sse(reason);
  }
  retry_delay_ = std::max(retry_delay(), std::min(2 * retry_delay_, kMaxRetryDelay));
  timer_ = session().host().loop().after(retry_delay_, [this] { open(); });
}

}  // namespace workbench::http::transport
