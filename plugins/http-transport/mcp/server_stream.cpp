#include "mcp/server_stream.hpp"

#include <algorithm>
#include <utility>

#include "mcp/refusal.hpp"
#include "mcp/streamable_http_session.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::chrono::milliseconds kMaxRetryDelay{30'000};

}  // namespace

ServerStream::ServerStream(std::shared_ptr<StreamableHttpSession> session, Kind kind)
    : ResponseReader(std::move(session)), kind_(kind), authorization_(this->session().tokens()) {}

/// Each time with an access token that is still good.
void ServerStream::open() {
  authorization_ = Authorization(session().tokens());
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
  request.target = session().address().url.target;
  request.headers = stream_headers();
  request.may_repeat = true;
  events_.restart();
  send(std::move(request));
}

/// A stream of HTTP+SSE has to begin with its endpoint.
void ServerStream::limit_time() {
  if (kind_ == Kind::listening) return;
  timer_ = session().host().loop().after(session().address().connect_limit,
                                         [this] { handle_end("it named no endpoint in time"); });
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
  timer_.reset();
  const bool must_wait =
      authorization_.renew_after(*refused_, [this](const Result<void>& outcome) { handle_token(outcome); });
  if (!must_wait) handle_refusal();
}

void ServerStream::handle_token(const Result<void>& outcome) {
  if (is_over_) return;
  if (!outcome) return handle_refusal(session().describe_no_token(outcome.error()));
  refused_.reset();
  refusal_body_.clear();
  send_get();
}

/// `no_token`: why there is no access token; absent: the response itself says what is to be done.
void ServerStream::handle_refusal(std::optional<Error> no_token) {
  const auto self = shared_from_this();
  stop();
  const std::string reason = "the GET was answered with " + status_of(*refused_);
  if (!no_token) {
    no_token = Error{ErrorKind::unavailable, describe_refusal(session().origin(), *refused_, refusal_body_)};
  }
  session().end_http_sse(reason, std::move(no_token));
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
