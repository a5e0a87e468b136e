#include "transport/post.hpp"

#include <utility>

#include "shared/header_value.hpp"
#include "transport/refusal.hpp"
#include "transport/streamable_http_session.hpp"

namespace workbench::http::remote {
namespace {

constexpr std::size_t kMostOfRefusal = 64U * 1024;
constexpr int kMostRedirects = 5;
// A stream is over with its answer; one that the server leaves open is closed.
constexpr std::chrono::milliseconds kPatienceAfterAnswer{1'000};

}  // namespace

Post::Post(std::shared_ptr<StreamableHttpSession> conversation, Outgoing outgoing)
    : conversation_(std::move(conversation)),
      outgoing_(std::move(outgoing)),
      is_old_(conversation_->speaks_old_transport()),
      has_session_(!conversation_->session().id.empty() && !outgoing_.is_modern() && outgoing_.method != "initialize"),
      reader_(conversation_->host().limits().message_bytes) {}

// --- sending ---------------------------------------------------------------------------------------------------------

void Post::start() {
  send_post();
}

void Post::send_post() {
  HttpRequest request;
  request.method = "POST";
  request.target = conversation_->post_target();
  request.headers = headers();
  request.body = outgoing_.text;
  request.may_repeat = outgoing_.method != "tools/call";
  kind_ = Body::nothing;
  body_.clear();
  call_ = conversation_->request(std::move(request), weak_from_this());
}

// "Mcp-Method", "Mcp-Name": from the message itself, and only where the message says its version itself.
std::string Post::headers() const {
  std::string lines = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
  lines += conversation_->common_headers();
  if (!outgoing_.is_modern()) {
    return outgoing_.method == "initialize" ? lines : lines + conversation_->session_headers();
  }
  lines.append("MCP-Protocol-Version: ").append(encoded_header_value(outgoing_.version)).append("\r\n");
  lines.append("Mcp-Method: ").append(encoded_header_value(outgoing_.method)).append("\r\n");
  if (outgoing_.name.kind() != JsonKind::string) return lines;
  const std::string name = text_of(conversation_->json(), outgoing_.name);
  lines.append("Mcp-Name: ").append(encoded_header_value(name)).append("\r\n");
  if (outgoing_.method == "tools/call") lines += conversation_->tool_headers().lines_for(name, outgoing_.arguments);
  return lines;
}

void Post::on_written() {
  note_written();
}

void Post::note_written() {
  if (!std::exchange(is_written_, true)) conversation_->note_written(outgoing_.text->size());
}

// --- receiving -------------------------------------------------------------------------------------------------------

void Post::on_part(ResponsePart part) {
  if (is_over_) return;
  if (conversation_->is_paused()) {
    held_part_ = std::move(part);
  } else {
    take_part(std::move(part));
  }
}

void Post::on_failed(HttpFailure failure) {
  if (is_over_) return;
  if (conversation_->is_paused()) {
    held_failure_ = std::move(failure);
  } else {
    take_failure(failure);
  }
}

void Post::read_on() {
  if (is_over_ || conversation_->is_paused() || (!held_part_ && !held_failure_)) return;
  // Not from inside the connection's function, in which nobody may be called.
  conversation_->host().loop().post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr || self->is_over_ || self->conversation_->is_paused()) return;
    if (self->held_part_) return self->take_part(*std::exchange(self->held_part_, {}));
    if (self->held_failure_) self->take_failure(*std::exchange(self->held_failure_, {}));
  });
}

void Post::take_part(ResponsePart part) {
  if (part.head && !take_head(*part.head)) return;
  take_body(std::move(part.body));
  if (is_over_) return;
  if (part.is_last) return take_end();
  call_->read_on();
}

bool Post::take_head(const ResponseHead& head) {
  head_ = head;
  conversation_->note_contact();
  if (head.status == 404 && has_session_) {
    conversation_->end({ErrorKind::unavailable, "the server at " + conversation_->origin() +
                                                    " has ended the session (" + status_of(head) + ")"});
    return false;
  }
  const bool is_success = head.status / 100 == 2;
  if (is_resumed_ && (!is_success || head.content_type != "text/event-stream")) {
    lose();
    return false;
  }
  if (head.status / 100 == 3) {
    take_redirect(head);
    return false;
  }
  if (is_success && outgoing_.method == "initialize" && is_header_value(head.session_id)) {
    conversation_->session().id = head.session_id;
  }
  kind_ = body_after(head);
  if (kind_ == Body::events) reader_.restart();
  return true;
}

Post::Body Post::body_after(const ResponseHead& head) const {
  if (head.status / 100 != 2) return Body::refusal;
  if (is_old_) return Body::nothing;
  if (head.content_type == "text/event-stream") return Body::events;
  if (!outgoing_.is_request()) return Body::nothing;
  return head.content_type == "application/json" ? Body::message : Body::refusal;
}

// Redirections are followed within the origin alone: what this sends is meant for nobody else.
void Post::take_redirect(const ResponseHead& head) {
  const Url& url = conversation_->address().url;
  const auto target = resolve(url, head.location);
  const bool keeps_request = head.status == 307 || head.status == 308;
  if (keeps_request && target && have_same_origin(*target, url) && ++redirects_ <= kMostRedirects && !is_old_) {
    conversation_->move_to(target->target);
    return send_post();
  }
  std::string text = "the server at " + url.origin() + " answered " + status_of(head);
  if (target) text.append(", which points to ").append(target->origin());
  text += redirects_ > kMostRedirects ? "; it redirects again and again" : R"(; if that is right, put it in "url")";
  answer(text);
  finish();
}

void Post::take_body(std::string bytes) {
  if (kind_ == Body::events) {
    MoveOnlyFunction<void(SseEvent)> on_event = [this](SseEvent event) {
      resumptions_ = 0;
      if (event.name == "message" && !is_over_) take_messages(std::move(event.data));
    };
    MoveOnlyFunction<void(std::string_view)> on_overlong = [this](std::string_view beginning) {
      if (!is_over_) conversation_->deliver_undeliverable(beginning);
    };
    return reader_.read(bytes, on_event, on_overlong);
  }
  if (kind_ == Body::refusal) {
    body_.append(bytes, 0, kMostOfRefusal - body_.size());
  } else if (kind_ == Body::message) {
    body_.append(bytes);
    if (body_.size() <= conversation_->host().limits().message_bytes) return;
    answer("the answer of the server at " + conversation_->origin() + " is longer than " +
           std::to_string(conversation_->host().limits().message_bytes) + " bytes (limits.messageBytes)");
    finish();
  }
}

void Post::take_end() {
  if (kind_ == Body::message) take_messages(std::exchange(body_, {}));
  if (is_over_) return;
  if (kind_ == Body::refusal) return take_refusal();
  if (kind_ == Body::events && !is_answered_ && outgoing_.is_request()) {
    if (!resume_later()) lose();
    return;
  }
  if (kind_ == Body::message && !is_answered_) {
    answer("the server at " + conversation_->origin() + " answered with something that is no answer to the request");
  }
  finish();
}

void Post::take_failure(const HttpFailure& failure) {
  const std::string& origin = conversation_->origin();
  if (!failure.was_connected && !conversation_->was_reached()) {
    return conversation_->end({ErrorKind::unavailable, "cannot reach the server at " + origin + ": " + failure.reason});
  }
  if (kind_ == Body::events && !is_answered_ && resume_later()) return;
  if (!failure.was_connected) {
    answer("cannot reach the server at " + origin + ": " + failure.reason);
  } else {
    answer("the answer was lost: the server at " + origin + " was sent the request, but " + failure.reason +
           "; whether it was carried out is not known");
  }
  finish();
}

// --- messages --------------------------------------------------------------------------------------------------------

void Post::take_messages(std::string text) {
  const auto message = conversation_->json().checked(text);
  // The one who reads it says what is wrong with it, and may find its id all the same.
  if (!message) return conversation_->deliver(std::move(text));
  if (message->kind() != JsonKind::array) return handle_message(*message);
  const auto elements = conversation_->json().elements(*message);
  for (const Json& element : *elements) {
    if (!is_over_) handle_message(element);
  }
}

void Post::handle_message(const Json& message) {
  const Incoming incoming = read_incoming(conversation_->json(), message);
  if (!incoming.answers(outgoing_.id)) return conversation_->deliver(std::string(message.text()));
  is_answered_ = true;
  conversation_->deliver(read_answer(message, incoming));
  if (is_over_ || kind_ != Body::events) return;
  timer_ = conversation_->host().loop().after(kPatienceAfterAnswer, [this] { drop(); });
}

/// Learns from the answer; returns what to pass on.
std::string Post::read_answer(const Json& message, const Incoming& incoming) {
  const JsonAccess& json = conversation_->json();
  if (outgoing_.method == "initialize" && !incoming.result.is_absent()) {
    const std::string version = text_of(json, member(json, incoming.result, "protocolVersion"));
    if (is_header_value(version)) conversation_->session().version = version;
  }
  if (outgoing_.method != "tools/list" || !outgoing_.is_modern()) return std::string(message.text());
  std::vector<std::string> dropped;
  std::string text = conversation_->tool_headers().learn(message, incoming.result, dropped);
  for (const std::string& sentence : dropped) conversation_->log(LogLevel::warning, sentence);
  return text;
}

// --- what is no answer -----------------------------------------------------------------------------------------------

void Post::take_refusal() {
  if (take_error_message()) return finish();
  const std::string text = describe_refusal(conversation_->origin(), head_, body_);
  const unsigned status = head_.status;
  if (status == 401 || status == 403) conversation_->note_authorization_refusal(text);
  const bool may_be_old = status == 400 || status == 404 || status == 405;
  if (outgoing_.method == "initialize" && may_be_old && !is_old_) {
    conversation_->try_old_transport(outgoing_, text);
  } else {
    answer(text);
  }
  finish();
}

/// Whether the body is a JSON-RPC error that belongs to the request; then it has been delivered. One without an id is
/// given that of the request.
bool Post::take_error_message() {
  const JsonAccess& json = conversation_->json();
  const auto message = json.checked(body_);
  if (!message || !outgoing_.is_request()) return false;
  const Incoming incoming = read_incoming(json, *message);
  if (incoming.error.kind() != JsonKind::object || incoming.has_method) return false;
  const bool lacks_id = incoming.id.is_absent() || incoming.id.kind() == JsonKind::null;
  if (!lacks_id && !incoming.answers(outgoing_.id)) return false;
  is_answered_ = true;
  std::string text = "{\"jsonrpc\":\"2.0\",\"id\":";
  text.append(outgoing_.id.text()).append(",\"error\":").append(incoming.error.text()).append("}");
  conversation_->deliver(lacks_id ? std::move(text) : std::string(message->text()));
  return true;
}

void Post::answer(const std::string& text) {
  if (outgoing_.is_request()) {
    if (!std::exchange(is_answered_, true)) conversation_->deliver_error(outgoing_.id, text);
  } else {
    conversation_->log(LogLevel::warning, (outgoing_.method.empty() ? "a response" : outgoing_.method) +
                                              std::string(" was not taken: ") + text);
  }
}

}  // namespace workbench::http::remote
