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
    : ResponseReader(endpoint, delivery), outgoing_(std::move(outgoing)), done_(std::move(done)) {}

void OwnRequest::start() {
  const auto limit = std::min(endpoint_.host().limits().call, kMaxOwnTime);
  timer_ = endpoint_.host().loop().after(limit, [this] { fail("it did not respond in time"); });
  HttpRequest request;
  request.method = "POST";
  request.target = endpoint_.post_target();
  request.headers = endpoint_.post_headers(outgoing_);
  request.body = outgoing_.text;
  request.may_repeat = true;
  send(std::move(request));
}

bool OwnRequest::handle_head(const ResponseHead& head) {
  outcome_.head = head;
  if (outgoing_.is_request()) return true;
  finish();
  return false;
}

void OwnRequest::handle_body(std::string bytes) {
  const ResponseHead& head = outcome_.head;
  if (head.status / 100 == 2 && head.content_type == "text/event-stream") return read_events(bytes);
  body_.append(bytes, 0, kMaxOwnAnswerBytes - body_.size());
}

void OwnRequest::handle_complete() {
  take(body_);
  if (!is_over_) finish();
}

void OwnRequest::take(std::string text) {
  const auto message = endpoint_.json().checked(std::move(text));
  if (!message) return;
  const Incoming incoming = read_incoming(endpoint_.json(), *message);
  outcome_.is_answered = incoming.is_response_to(outgoing_.id);
  const bool is_refusal = !incoming.has_method && incoming.error.kind() == JsonKind::object;
  if (!outcome_.is_answered && !is_refusal) return;
  outcome_.answer = incoming;
  outcome_.failure = string_or_empty(endpoint_.json(), member(endpoint_.json(), incoming.error, "message"));
  if (outcome_.is_answered) finish();
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
