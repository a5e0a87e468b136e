#include "mcp/own_request.hpp"

#include <algorithm>
#include <utility>

#include "http-shared/json_text.hpp"
#include "mcp/refusal.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::size_t kMaxOwnAnswerBytes = 8U * 1024 * 1024;
constexpr std::chrono::milliseconds kMaxOwnTime{30'000};

}  // namespace

OwnRequest::OwnRequest(ServerEndpoint& endpoint, MessageDelivery& delivery, OutgoingMessage outgoing, Done done)
    : ResponseReader(endpoint, delivery),
      outgoing_(std::move(outgoing)),
      authorization_(endpoint.tokens()),
      done_(std::move(done)) {}

void OwnRequest::start() {
  limit_time();
  send_own();
}

/// What is not read has not failed to arrive: while reading is paused, the time does not end.
void OwnRequest::limit_time() {
  const auto limit = std::min(endpoint_.host().limits().call, kMaxOwnTime);
  end_ = std::chrono::steady_clock::now() + limit;
  timer_ = endpoint_.host().loop().after(limit, [this] {
    if (endpoint_.is_reading_paused()) return limit_time();
    fail("it did not respond in time");
  });
}

void OwnRequest::send_own() {
  const bool must_wait = authorization_.must_wait([this] {
    if (!is_over_) send_own();
  });
  if (must_wait) return;
  HttpRequest request;
  request.method = "POST";
  request.target = endpoint_.post_target();
  request.headers = endpoint_.post_headers(outgoing_);
  request.body = outgoing_.text;
  request.may_repeat = true;
  send(std::move(request));
}

bool OwnRequest::handle_head(const ResponseHead& head) {
  outcome_ = {};
  outcome_.head = head;
  body_.clear();
  events_.begin_anew();
  if (outgoing_.is_request()) return true;
  call_.reset();  // the rest of the response
  if (!renew_token() && !send_again_later()) finish();
  return false;
}

void OwnRequest::handle_body(std::string bytes) {
  const ResponseHead& head = outcome_.head;
  if (head.status / 100 == 2 && head.content_type == "text/event-stream") return read_events(bytes);
  body_.append(bytes, 0, kMaxOwnAnswerBytes - body_.size());
}

void OwnRequest::handle_event(SseEvent event) {
  take(std::move(event.data));
  if (outcome_.is_answered) finish();
}

void OwnRequest::handle_complete() {
  take(body_);
  const bool has_result = !outcome_.answer.result.is_absent();
  if (has_result) return finish();
  if (!renew_token() && (outcome_.is_answered || !send_again_later())) finish();
}

bool OwnRequest::renew_token() {
  return authorization_.renew_after(outcome_.head, [this](const Result<void>& outcome) { handle_token(outcome); });
}

void OwnRequest::handle_token(const Result<void>& outcome) {
  if (is_over_) return;
  if (outcome) return send_own();
  if (const auto reason = endpoint_.describe_no_token(outcome.error())) outcome_.failure = reason->message;
  finish();
}

bool OwnRequest::send_again_later() {
  const auto most = std::min(time_to_wait_until(end_), kMaxWaitOfReader);
  const auto wait = wait_before_repeating(refusal_of(outcome_.head), true, most);
  if (repetitions_ == kMaxRepetitions || !wait) return false;
  ++repetitions_;
  call_.reset();
  pause_ = endpoint_.host().loop().after(*wait, [this] {
    if (!is_over_) send_own();
  });
  return true;
}

void OwnRequest::take(std::string text) {
  const auto message = endpoint_.json().checked(endpoint_.as_utf8(std::move(text)));
  if (!message) return;
  const Incoming incoming = read_incoming(endpoint_.json(), *message);
  const bool is_answer = incoming.is_response_to(outgoing_.id);
  const bool is_refusal = !incoming.has_method && incoming.error.kind() == JsonKind::object;
  if (!is_answer && !is_refusal) return;
  outcome_.answer = incoming;
  outcome_.is_answered = is_answer;
  outcome_.failure = string_or_empty(endpoint_.json(), member(endpoint_.json(), incoming.error, "message"));
}

void OwnRequest::fail(std::string why) {
  outcome_.head = {};
  outcome_.failure = std::move(why);
  finish();
}

void OwnRequest::finish() {
  const auto self = shared_from_this();
  stop();
  if (outcome_.answer.result.is_absent() && outcome_.failure.empty()) {
    outcome_.failure = describe_refusal(endpoint_.origin(), outcome_.head, body_);
  }
  if (done_) std::exchange(done_, {})(outcome_);
}

}  // namespace workbench::http::transport
