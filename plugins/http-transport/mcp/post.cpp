#include "mcp/post.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <workbench/growing_text.hpp>

#include "http-shared/header_value.hpp"
#include "mcp/refusal.hpp"

namespace workbench::http::transport {
namespace {

constexpr int kMaxFailedResumptions = 5;
// The server should end the stream after the response. If it does not, the stream is closed after this time.
constexpr std::chrono::milliseconds kMaxTimeAfterResponse{1'000};
// For the status of a response to a notification, or to a response to a request of the server.
constexpr std::chrono::milliseconds kMaxTimeToAccept{10'000};

}  // namespace

Post::Post(std::shared_ptr<PostOwner> owner, ServerEndpoint& endpoint, MessageDelivery& delivery,
           OutgoingMessage outgoing)
    : ResponseReader(endpoint, delivery),
      owner_(std::move(owner)),
      outgoing_(std::move(outgoing)),
      uses_http_sse_(endpoint.uses_http_sse()),
      answer_(outgoing_, endpoint, delivery),
      authorization_(endpoint.tokens()) {}

// --- sending ---------------------------------------------------------------------------------------------------------

void Post::send_post() {
  phase_ = Phase::under_way;
  const bool must_wait = authorization_.must_wait([this] {
    if (!is_over_) send_post();
  });
  if (must_wait) return;
  begin_attempt();
  HttpRequest request;
  request.method = "POST";
  target_ = endpoint_.post_target();
  request.target = target_;
  request.headers = endpoint_.post_headers(outgoing_);
  request.body = outgoing_.text;
  request.may_repeat = outgoing_.may_repeat;
  session_id_ = endpoint_.session_of(outgoing_);
  send(std::move(request));
}

/// Nothing that an earlier attempt has left is taken for a part of this one: its session may be another.
void Post::begin_attempt() {
  kind_ = Body::nothing;
  body_.clear();
  answer_.begin_anew();
  events_.begin_anew();
  is_resumed_ = false;
  failed_resumptions_ = 0;
}

void Post::record_written() {
  if (!std::exchange(is_written_, true)) owner_->record_written(outgoing_.text->size());
}

void Post::record_delivered() {
  if (!std::exchange(is_delivered_, true)) owner_->handle_delivered(*this);
}

/// The host limits the time of requests. Without this, a server that does not respond to a notification would keep for
/// ever what waits for it: the messages after `initialized`, and the call that was cancelled.
void Post::on_written() {
  record_written();
  if (outgoing_.is_request() || is_delivered_) return;
  const auto limit = std::min(endpoint_.host().limits().call, kMaxTimeToAccept);
  timer_ = endpoint_.host().loop().after(
      limit, [this] { fail("the server at " + endpoint_.origin() + " did not respond in time"); });
}

// --- receiving -------------------------------------------------------------------------------------------------------

bool Post::handle_head(const ResponseHead& head) {
  head_ = head;
  endpoint_.record_contact();
  const bool is_success = head.status / 100 == 2;
  if (is_resumed_ && (!is_success || head.content_type != "text/event-stream")) {
    const bool must_wait = authorization_.renew_after(head, [this](const Result<void>& outcome) {
      if (is_over_) return;
      const auto self = shared_from_this();
      return outcome ? resume() : fail_lost();
    });
    call_.reset();  // its body is none of a stream
    if (!must_wait) handle_failed_resumption(head);
    return false;
  }
  // A server may end the stream and have its client come back as often as it likes (SEP-1699): the time of the call is
  // the limit.
  if (is_resumed_) failed_resumptions_ = 0;
  if (head.status / 100 == 3) {
    handle_redirect(head);
    return false;
  }
  if (is_success && outgoing_.method == "initialize" && is_header_value(head.session_id)) {
    endpoint_.negotiated().session_id = head.session_id;
  }
  kind_ = body_after(head);
  if (kind_ == Body::events) events_.restart();
  // "If the server accepts the input, the server MUST return HTTP status code 202 Accepted with no body": some return
  // a stream that they leave open.
  if (is_success && !outgoing_.is_request()) {
    timer_ = endpoint_.host().loop().after(kMaxTimeAfterResponse, [this] { drop(); });
    record_delivered();
  }
  return !is_over_;
}

Post::Body Post::body_after(const ResponseHead& head) const {
  if (head.status / 100 != 2) return Body::refusal;
  if (uses_http_sse_) return Body::nothing;
  if (head.content_type == "text/event-stream") return Body::events;
  if (!outgoing_.is_request()) return Body::nothing;
  return head.content_type == "application/json" ? Body::message : Body::refusal;
}

void Post::handle_event(SseEvent event) {
  failed_resumptions_ = 0;
  // A server of HTTP+SSE that opens its stream for any method.
  const bool is_http_sse = event.name == "endpoint" && outgoing_.method == "initialize" && !uses_http_sse_;
  const std::string what = "the server at " + endpoint_.origin() + " answered a POST as if it were a GET";
  if (is_http_sse) return fall_back({what, {}});
  if (event.name == "message") handle_messages(std::move(event.data));
}

void Post::handle_overlong(std::string_view beginning) {
  answer_.record_unreadable();
  ResponseReader::handle_overlong(beginning);
}

void Post::handle_body(std::string bytes) {
  if (kind_ == Body::events) return read_events(bytes);
  const bool may_be_message = kind_ == Body::message || head_.content_type == "application/json";
  if (kind_ == Body::refusal && !may_be_message) {
    body_.append(bytes, 0, kMaxRefusalBytes - body_.size());
  } else if (kind_ != Body::nothing) {
    const std::size_t limit = endpoint_.host().limits().message_bytes;
    if (body_.size() + bytes.size() <= limit) {
      return body_.empty() ? body_.swap(bytes) : append_growing(body_, bytes, limit);
    }
    fail("the response of the server at " + endpoint_.origin() + " is longer than " + std::to_string(limit) +
         " bytes (limits.messageBytes)");
  }
}

void Post::handle_complete() {
  const bool is_empty = kind_ == Body::message && body_.find_first_not_of(" \t\r\n") == std::string::npos;
  if (kind_ == Body::message && !is_empty) handle_messages(std::exchange(body_, {}));
  if (is_over_) return;
  if (kind_ == Body::refusal) {
    body_ = endpoint_.as_utf8(std::move(body_));
    return handle_refusal();
  }
  if (!answer_.is_given() && !answer_.refusal().empty()) {
    body_ = answer_.refusal();
    return fail_refused();
  }
  if (kind_ == Body::events && !answer_.is_given() && outgoing_.is_request()) {
    if (!resume_later()) fail_lost();
    return;
  }
  if (kind_ == Body::message && !answer_.is_given()) return fail_unanswered(is_empty);
  finish();
}

void Post::handle_failure(const HttpFailure& failure) {
  const std::string& origin = endpoint_.origin();
  if (!failure.was_connected && !endpoint_.was_reached()) {
    return owner_->end({ErrorKind::unavailable, "cannot reach the server at " + origin + ": " + failure.reason});
  }
  if (kind_ == Body::events && !answer_.is_given() && resume_later()) return;
  if (!failure.was_connected) {
    fail("cannot reach the server at " + origin + ": " + failure.reason);
  } else {
    fail("the response was lost: the request was sent to the server at " + origin + ", but " + failure.reason +
         "; whether it was carried out is not known");
  }
}

// --- messages --------------------------------------------------------------------------------------------------------

void Post::handle_messages(std::string text) {
  const auto has_response = answer_.deliver(std::move(text), is_over_);
  if (!has_response) return fail(has_response.error().message);
  if (!is_over_ && answer_.doubts_session()) note_doubt(SessionDoubt::possible);
  if (!*has_response || is_over_) return;
  if (answer_.is_result()) owner_->record_granted(outgoing_, session_id_);
  if (kind_ != Body::events) return;
  timer_ = endpoint_.host().loop().after(kMaxTimeAfterResponse, [this] { drop(); });
}

// --- ending ----------------------------------------------------------------------------------------------------------

/// "If the stream is broken, the client SHOULD attempt to resume": legacy era only, from the last event with an id.
bool Post::resume_later(std::chrono::milliseconds least) {
  if (outgoing_.is_modern() || !outgoing_.is_request() || events_.last_id().empty()) return false;
  if (failed_resumptions_ == kMaxFailedResumptions) return false;
  ++failed_resumptions_;
  timer_ = endpoint_.host().loop().after(std::max(retry_delay(), least), [this] { resume(); });
  return true;
}

/// The response to a GET that should resume the stream is none.
void Post::handle_failed_resumption(const ResponseHead& head) {
  const RequestRefusal refusal = refusal_of(head);
  if (refusal.is_passing() && resume_later(refusal.wait.value_or(std::chrono::seconds(0)))) return;
  if (head.status / 100 == 4) note_doubt(doubt_of(head));
  fail_lost();
}

void Post::resume() {
  timer_.reset();
  is_resumed_ = true;
  const bool must_wait = authorization_.must_wait([this] {
    if (!is_over_) resume();
  });
  if (must_wait) return;
  HttpRequest request;
  request.method = "GET";
  request.target = endpoint_.post_target();
  request.headers = stream_headers();
  request.may_repeat = true;
  send(std::move(request));
}

void Post::fail_unanswered(bool is_empty) {
  const std::string& coding = head_.content_coding;
  const std::string text = "the server at " + endpoint_.origin();
  if (!is_empty) return fail(text + " sent a message that is not the response to the request");
  if (coding.empty() || coding == "identity") return fail(text + " answered with an empty body");
  fail(text + " answered with a body of the content coding \"" + coding +
       "\", of which nothing could be decoded; whether the request was carried out is not known");
}

/// The request is not repeated, because a tool must not be called twice.
void Post::fail_lost() {
  fail("the response was lost: the server at " + endpoint_.origin() +
       " ended its stream without it; whether the request was carried out is not known");
}

void Post::fail(const std::string& text) {
  answer_.fail(text);
  finish();
}

void Post::drop() {
  answer_.drop();
  finish();
}

void Post::finish() {
  if (is_over_) return;
  const auto self = shared_from_this();
  stop();
  record_written();
  record_delivered();
  owner_->remove(*this);
}

}  // namespace workbench::http::transport
