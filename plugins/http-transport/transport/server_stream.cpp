#include "transport/server_stream.hpp"

#include <algorithm>
#include <utility>

#include "transport/refusal.hpp"
#include "transport/streamable_http_session.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::chrono::milliseconds kDefaultRetry{1'000};
constexpr std::chrono::milliseconds kMaxRetryDelay{30'000};

}  // namespace

ServerStream::ServerStream(std::shared_ptr<StreamableHttpSession> session, Kind kind)
    : session_(std::move(session)), kind_(kind), reader_(session_->host().limits().message_bytes) {}

void ServerStream::start() {
  send_get();
  if (kind_ == Kind::listening) return;
  timer_ = session_->host().loop().after(session_->address().connect_limit,
                                         [this] { handle_end("it named no endpoint in time"); });
}

void ServerStream::send_get() {
  HttpRequest request;
  request.method = "GET";
  request.target = session_->address().url.target;
  request.headers = "Accept: text/event-stream\r\n" + session_->common_headers();
  request.headers += session_->session_headers();
  if (!reader_.last_id().empty()) request.headers += "Last-Event-ID: " + reader_.last_id() + "\r\n";
  request.may_repeat = true;
  reader_.restart();
  call_ = session_->request(std::move(request), weak_from_this());
}

void ServerStream::stop() {
  is_over_ = true;
  call_.reset();
  timer_.reset();
}

// --- reading ---------------------------------------------------------------------------------------------------------

void ServerStream::on_part(ResponsePart part) {
  if (is_over_) return;
  if (session_->is_paused()) {
    held_part_ = std::move(part);
  } else {
    handle_part(part);
  }
}

void ServerStream::read_on() {
  if (is_over_ || !held_part_) return;
  session_->host().loop().post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr || self->is_over_ || !self->held_part_ || self->session_->is_paused()) return;
    self->handle_part(*std::exchange(self->held_part_, {}));
  });
}

void ServerStream::handle_part(const ResponsePart& part) {
  if (part.head && !handle_head(*part.head)) return;
  MoveOnlyFunction<void(SseEvent)> on_event = [this](SseEvent event) {
    if (!is_over_) handle_event(std::move(event));
  };
  MoveOnlyFunction<void(std::string_view)> on_overlong = [this](std::string_view beginning) {
    if (!is_over_) session_->deliver_undeliverable(beginning);
  };
  reader_.read(part.body, on_event, on_overlong);
  if (is_over_) return;
  if (part.is_last) return handle_end("the server closed it");
  call_->read_on();
}

/// False: this is not a stream.
bool ServerStream::handle_head(const ResponseHead& head) {
  if (head.status == 200 && head.content_type == "text/event-stream") {
    has_been_open_ = true;
    return true;
  }
  const std::string reason = "the GET was answered with " + status_of(head);
  const bool may_recover = head.status != 405 && (has_been_open_ || head.status == 429 || head.status >= 500);
  if (kind_ == Kind::http_sse) {
    handle_end(reason);
  } else if (head.status == 404 && !session_->negotiated().session_id.empty() && has_been_open_) {
    session_->end_by_server(head);
  } else if (may_recover) {
    session_->log(LogLevel::debug, "retrying the listening stream later: " + reason);
    handle_end(reason);
  } else {
    // "or else return HTTP 405": the stream is optional.
    session_->log(LogLevel::debug, "has no listening stream: " + reason);
    stop();
  }
  return false;
}

void ServerStream::handle_event(SseEvent event) {
  retry_delay_ = std::chrono::milliseconds(0);
  if (kind_ == Kind::http_sse && event.name == "endpoint") return handle_endpoint(event.data);
  if (event.name == "message") session_->deliver(std::move(event.data));
}

void ServerStream::handle_endpoint(const std::string& reference) {
  if (session_->uses_http_sse()) return;
  const Url& url = session_->address().url;
  const auto endpoint = resolve(url, reference);
  if (!endpoint || !have_same_origin(*endpoint, url)) {
    return handle_end("its endpoint is not at the same origin" + (endpoint ? ", but at " + endpoint->origin() : ""));
  }
  timer_.reset();
  session_->set_http_sse_target(endpoint->target);
}

// --- ending ----------------------------------------------------------------------------------------------------------

void ServerStream::on_failed(HttpFailure failure) {
  if (!is_over_) handle_end(failure.reason);
}

void ServerStream::handle_end(const std::string& reason) {
  const auto self = shared_from_this();
  call_.reset();
  if (kind_ == Kind::http_sse) {
    stop();
    return session_->end_http_sse(reason);
  }
  retry_delay_ = std::max(reader_.retry().value_or(kDefaultRetry), std::min(2 * retry_delay_, kMaxRetryDelay));
  timer_ = session_->host().loop().after(retry_delay_, [this] { send_get(); });
}

}  // namespace workbench::http::transport
