#include "transport/post.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include "shared/header_value.hpp"
#include "shared/json_text.hpp"
#include "transport/refusal.hpp"
#include "transport/streamable_http_session.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::size_t kMaxRefusalBytes = 64U * 1024;
constexpr int kMaxRedirects = 5;
constexpr int kMaxResumptions = 5;
constexpr std::chrono::milliseconds kDefaultRetry{1'000};
// The server should end the stream after the response. If it does not, the stream is closed after this time.
constexpr std::chrono::milliseconds kMaxTimeAfterResponse{1'000};

}  // namespace

Post::Post(std::shared_ptr<StreamableHttpSession> session, Outgoing outgoing)
    : session_(std::move(session)),
      outgoing_(std::move(outgoing)),
      uses_http_sse_(session_->uses_http_sse()),
      has_session_id_(!session_->negotiated().session_id.empty() && !outgoing_.is_modern() &&
                      outgoing_.method != "initialize"),
      reader_(session_->host().limits().message_bytes) {}

// --- sending ---------------------------------------------------------------------------------------------------------

void Post::send_post() {
  HttpRequest request;
  request.method = "POST";
  request.target = session_->post_target();
  request.headers = headers();
  request.body = outgoing_.text;
  request.may_repeat = outgoing_.method != "tools/call";
  kind_ = Body::nothing;
  body_.clear();
  call_ = session_->request(std::move(request), weak_from_this());
}

std::string Post::headers() const {
  const std::string lines =
      "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" + session_->common_headers();
  if (outgoing_.is_modern()) return lines + session_->tool_headers().mirror(outgoing_);
  return outgoing_.method == "initialize" ? lines : lines + session_->session_headers();
}

void Post::record_written() {
  if (!std::exchange(is_written_, true)) session_->record_written(outgoing_.text->size());
}

// --- receiving -------------------------------------------------------------------------------------------------------

void Post::on_part(ResponsePart part) {
  if (is_over_) return;
  if (session_->is_paused()) {
    held_part_ = std::move(part);
  } else {
    handle_part(std::move(part));
  }
}

void Post::on_failed(HttpFailure failure) {
  if (is_over_) return;
  if (session_->is_paused()) {
    held_failure_ = std::move(failure);
  } else {
    handle_failure(failure);
  }
}

void Post::read_on() {
  if (is_over_ || session_->is_paused() || (!held_part_ && !held_failure_)) return;
  // Connection::pause_reading() must not call the observer, so this is done in a task of its own.
  session_->host().loop().post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr || self->is_over_ || self->session_->is_paused()) return;
    if (self->held_part_) return self->handle_part(*std::exchange(self->held_part_, {}));
    if (self->held_failure_) self->handle_failure(*std::exchange(self->held_failure_, {}));
  });
}

void Post::handle_part(ResponsePart part) {
  if (part.head && !handle_head(*part.head)) return;
  handle_body(part.body);
  if (is_over_) return;
  if (part.is_last) return handle_end();
  call_->read_on();
}

bool Post::handle_head(const ResponseHead& head) {
  head_ = head;
  session_->record_contact();
  if (head.status == 404 && has_session_id_) {
    session_->end_by_server(head);
    return false;
  }
  const bool is_success = head.status / 100 == 2;
  if (is_resumed_ && (!is_success || head.content_type != "text/event-stream")) {
    fail_lost();
    return false;
  }
  if (head.status / 100 == 3) {
    handle_redirect(head);
    return false;
  }
  if (is_success && outgoing_.method == "initialize" && is_header_value(head.session_id)) {
    session_->negotiated().session_id = head.session_id;
  }
  kind_ = body_after(head);
  if (kind_ == Body::events) reader_.restart();
  return true;
}

Post::Body Post::body_after(const ResponseHead& head) const {
  if (head.status / 100 != 2) return Body::refusal;
  if (uses_http_sse_) return Body::nothing;
  if (head.content_type == "text/event-stream") return Body::events;
  if (!outgoing_.is_request()) return Body::nothing;
  return head.content_type == "application/json" ? Body::message : Body::refusal;
}

// Redirects are followed within the origin only, because the headers may contain secrets for this server.
void Post::handle_redirect(const ResponseHead& head) {
  const Url& url = session_->address().url;
  const auto target = resolve(url, head.location);
  const bool keeps_method = head.status == 307 || head.status == 308;
  if (keeps_method && target && have_same_origin(*target, url) && ++redirects_ <= kMaxRedirects && !uses_http_sse_) {
    session_->set_target(target->target);
    return send_post();
  }
  std::string text = "the server at " + url.origin() + " answered " + status_of(head);
  if (target) text.append(", a redirect to ").append(target->origin());
  text += redirects_ > kMaxRedirects ? "; too many redirects" : R"(; if that is the MCP endpoint, change "url")";
  fail(text);
  finish();
}

void Post::handle_body(const std::string& bytes) {
  if (kind_ == Body::events) {
    MoveOnlyFunction<void(SseEvent)> on_event = [this](SseEvent event) {
      resumptions_ = 0;
      if (event.name == "message" && !is_over_) handle_messages(std::move(event.data));
    };
    MoveOnlyFunction<void(std::string_view)> on_overlong = [this](std::string_view beginning) {
      if (!is_over_) session_->deliver_undeliverable(beginning);
    };
    return reader_.read(bytes, on_event, on_overlong);
  }
  if (kind_ == Body::refusal) {
    body_.append(bytes, 0, kMaxRefusalBytes - body_.size());
  } else if (kind_ == Body::message) {
    body_.append(bytes);
    const std::size_t limit = session_->host().limits().message_bytes;
    if (body_.size() <= limit) return;
    fail("the response of the server at " + session_->origin() + " is longer than " + std::to_string(limit) +
         " bytes (limits.messageBytes)");
    finish();
  }
}

void Post::handle_end() {
  if (kind_ == Body::message) handle_messages(std::exchange(body_, {}));
  if (is_over_) return;
  if (kind_ == Body::refusal) return handle_refusal();
  if (kind_ == Body::events && !is_answered_ && outgoing_.is_request()) {
    if (!resume_later()) fail_lost();
    return;
  }
  if (kind_ == Body::message && !is_answered_) {
    fail("the server at " + session_->origin() + " sent a message that is not the response to the request");
  }
  finish();
}

void Post::handle_failure(const HttpFailure& failure) {
  const std::string& origin = session_->origin();
  if (!failure.was_connected && !session_->was_reached()) {
    return session_->end({ErrorKind::unavailable, "cannot reach the server at " + origin + ": " + failure.reason});
  }
  if (kind_ == Body::events && !is_answered_ && resume_later()) return;
  if (!failure.was_connected) {
    fail("cannot reach the server at " + origin + ": " + failure.reason);
  } else {
    fail("the response was lost: the request was sent to the server at " + origin + ", but " + failure.reason +
         "; whether it was carried out is not known");
  }
  finish();
}

void Post::handle_refusal() {
  if (auto error = find_error_response(session_->json(), body_, outgoing_)) {
    is_answered_ = true;
    session_->deliver(*std::move(error));
    return finish();
  }
  const std::string text = describe_refusal(session_->origin(), head_, body_);
  const unsigned status = head_.status;
  if (status == 401 || status == 403) session_->record_authorization_refusal(text);
  const bool may_be_http_sse = status == 400 || status == 404 || status == 405;
  if (outgoing_.method == "initialize" && may_be_http_sse && !uses_http_sse_) {
    session_->try_http_sse(outgoing_, text);
  } else {
    fail(text);
  }
  finish();
}

// --- messages --------------------------------------------------------------------------------------------------------

void Post::handle_messages(std::string text) {
  const auto message = session_->json().checked(text);
  // The host reports what is wrong with it, and can often find its id.
  if (!message) return session_->deliver(std::move(text));
  if (message->kind() != JsonKind::array) return handle_message(*message);
  const auto elements = session_->json().elements(*message);
  for (const Json& element : *elements) {
    if (!is_over_) handle_message(element);
  }
}

void Post::handle_message(const Json& message) {
  const Incoming incoming = read_incoming(session_->json(), message);
  if (!incoming.is_response_to(outgoing_.id)) return session_->deliver(std::string(message.text()));
  is_answered_ = true;
  session_->deliver(read_response(message, incoming));
  if (is_over_ || kind_ != Body::events) return;
  timer_ = session_->host().loop().after(kMaxTimeAfterResponse, [this] { drop(); });
}

/// Remembers what later requests need of the response; returns the message to deliver.
std::string Post::read_response(const Json& message, const Incoming& incoming) {
  const JsonAccess& json = session_->json();
  if (outgoing_.method == "initialize" && !incoming.result.is_absent()) {
    const std::string version = string_or_empty(json, member(json, incoming.result, "protocolVersion"));
    if (is_header_value(version)) session_->negotiated().version = version;
  }
  if (outgoing_.method != "tools/list" || !outgoing_.is_modern()) return std::string(message.text());
  std::vector<std::string> dropped;
  std::string text = session_->tool_headers().learn(message, incoming.result, dropped);
  for (const std::string& sentence : dropped) session_->log(LogLevel::warning, sentence);
  return text;
}

// --- ending ----------------------------------------------------------------------------------------------------------

/// "If the stream is broken, the client SHOULD attempt to resume": legacy era only, from the last event with an id.
bool Post::resume_later() {
  if (outgoing_.is_modern() || !outgoing_.is_request() || reader_.last_id().empty()) return false;
  if (resumptions_ == kMaxResumptions) return false;
  ++resumptions_;
  timer_ = session_->host().loop().after(reader_.retry().value_or(kDefaultRetry), [this] { resume(); });
  return true;
}

void Post::resume() {
  timer_.reset();
  is_resumed_ = true;
  HttpRequest request;
  request.method = "GET";
  request.target = session_->post_target();
  request.headers = "Accept: text/event-stream\r\n" + session_->common_headers() + session_->session_headers() +
                    "Last-Event-ID: " + reader_.last_id() + "\r\n";
  request.may_repeat = true;
  call_ = session_->request(std::move(request), weak_from_this());
}

/// The request is not repeated, because a tool must not be called twice.
void Post::fail_lost() {
  fail("the response was lost: the server at " + session_->origin() +
       " ended its stream without it; whether the request was carried out is not known");
  finish();
}

void Post::fail(const std::string& text) {
  if (outgoing_.is_request()) {
    if (!std::exchange(is_answered_, true)) session_->deliver_error(outgoing_.id, text);
  } else {
    const std::string what = outgoing_.method.empty() ? "a response" : outgoing_.method;
    session_->log(LogLevel::warning, what + " was not delivered: " + text);
  }
}

void Post::drop() {
  is_answered_ = true;
  finish();
}

void Post::finish() {
  if (is_over_) return;
  const auto self = shared_from_this();
  stop();
  record_written();
  session_->remove(*this);
}

void Post::stop() {
  is_over_ = true;
  call_.reset();
  timer_.reset();
}

}  // namespace workbench::http::transport
