#include "mcp/http_session.hpp"

#include <algorithm>
#include <utility>

#include "http-shared/json_text.hpp"
#include "mcp/host_message.hpp"
#include "mcp/message_refusal.hpp"

namespace workbench::http {
namespace {

/// How much of a batch is delivered in one task of the loop: about a millisecond.
constexpr std::size_t kDeliveredAtOnce = 32;
constexpr std::size_t kBytesDeliveredAtOnce = 512UL * 1024;
constexpr std::string_view kRevisionWithPrimingEvents = "2025-11-25";

Response accepted() {
  return {202, {}, {}};
}

}  // namespace

// --- from the client -----------------------------------------------------------------------------------------------

void HttpSession::start(std::shared_ptr<OutgoingResponse> response, const MessageHead& head, CheckedMessage message,
                        MoveOnlyFunction<void()> ended) {
  ended_ = std::move(ended);
  response->on_disconnect([weak = weak_from_this()] {
    if (const auto session = weak.lock()) session->end("the client disconnected during initialization");
  });
  // A response that takes longer than listener.http.keepAliveSeconds has become a stream, whose head is then written.
  response->add_stream_header(kSessionHeader, id_);
  message.related_request = streams_.add_pending(head.id, streams_.open(response));
  if (!response->forms().json) response->begin();
  const auto connection = connection_;
  connection->open(shared_from_this(), {nullptr, principal_, false, {}, {}}, nullptr, std::move(message));
}

void HttpSession::post(std::shared_ptr<OutgoingResponse> response, const MessageHead& head, CheckedMessage message) {
  if (head.kind != MessageHead::Kind::request) {
    deliver_without_answer(head, std::move(message));
    return response->respond(accepted());
  }
  const Stream opened = streams_.open(response);
  watch(response, opened);
  if (!response->forms().json) response->begin();
  message.related_request = add_pending(head, opened);
  const auto connection = connection_;
  connection->deliver(std::move(message));
}

void HttpSession::post_batch(std::shared_ptr<OutgoingResponse> response, Batch batch) {
  const Stream opened = streams_.open(response, true);
  for (auto& [head, message] : batch) {
    if (head.kind == MessageHead::Kind::request) message.related_request = add_pending(head, opened);
  }
  if (opened->has_pending_requests()) {
    watch(response, opened);
    response->begin();  // each response is an event of its own
  } else {
    streams_.remove(opened);
    response->respond(accepted());
  }
  deliver_slice(std::make_shared<Batch>(std::move(batch)), 0);
}

/// The loop serves other clients between two slices, because each message may begin a call.
void HttpSession::deliver_slice(std::shared_ptr<Batch> batch, std::size_t next) {
  std::size_t bytes = 0;
  const std::size_t end = std::min(batch->size(), next + kDeliveredAtOnce);
  for (; next != end && bytes < kBytesDeliveredAtOnce && !has_ended(); ++next) {
    auto& [head, message] = (*batch)[next];
    bytes += message.whole.text().size();
    if (head.kind != MessageHead::Kind::request) {
      deliver_without_answer(head, std::move(message));
    } else if (streams_.find_stream_of(message.related_request) != nullptr) {  // else it was cancelled meanwhile
      const auto connection = connection_;
      connection->deliver(std::move(message));
    }
  }
  if (next == batch->size() || has_ended()) return;
  host_.loop().post([weak = weak_from_this(), batch = std::move(batch), next]() mutable {
    if (const auto session = weak.lock()) session->deliver_slice(std::move(batch), next);
  });
}

std::string HttpSession::add_pending(const MessageHead& head, const Stream& stream) {
  const bool is_reported = streams_.unanswered().has_had_equal_ids();
  std::string name = streams_.add_pending(head.id, stream);
  if (!is_reported && streams_.unanswered().has_had_equal_ids()) {
    log("a client uses one id for several requests at a time: each is answered with its own POST; a cancellation "
        "of the id cancels none of them");
  }
  return name;
}

void HttpSession::deliver_without_answer(const MessageHead& head, CheckedMessage message) {
  if (!head.cancelled.is_absent()) return deliver_cancellation(head.cancelled, std::move(message));
  const auto connection = connection_;
  connection->deliver(std::move(message));
}

// A cancellation that names several requests is ignored, like that of a request that is answered: it could end one that
// another conversation of the client waits for. A cancelled request is not answered; its stream ends without a
// response.
void HttpSession::deliver_cancellation(const Json& id, CheckedMessage message) {
  const std::uint64_t number = streams_.unanswered().only_one_of(id);
  if (number == 0) return;
  message.related_request = std::to_string(number);
  const std::string name = message.related_request;
  const auto connection = connection_;
  connection->deliver(std::move(message));
  const auto cancelled = streams_.extract_pending(name);
  if (!cancelled) return;
  if (cancelled->stream->is_connected()) cancelled->stream->connection()->begin();
  streams_.finish_if_complete(cancelled->stream);
}

bool HttpSession::listen(std::shared_ptr<OutgoingResponse> response, const std::string& last_event_id) {
  Stream stream;
  std::optional<std::uint64_t> after;
  if (last_event_id.empty()) {
    stream = streams_.listening();
  } else {
    const auto resumed = streams_.find_resumed(last_event_id);
    if (!resumed) return false;
    stream = resumed->first;
    after = resumed->second;
  }
  watch(response, stream);
  streams_.connect(stream, response, after);
  response->begin();
  streams_.finish_if_complete(stream);
  return true;
}

// "Disconnection SHOULD NOT be interpreted as the client cancelling its request."
void HttpSession::watch(const std::shared_ptr<OutgoingResponse>& connection, const Stream& stream) {
  connection->on_disconnect([weak = weak_from_this(), weak_stream = std::weak_ptr(stream), closed = connection.get()] {
    const auto disconnected = weak_stream.lock();
    if (disconnected != nullptr && disconnected->connection().get() == closed) disconnected->disconnect();
    if (const auto session = weak.lock()) session->record_use();
  });
  connection->on_drained([weak = weak_from_this()] {
    if (const auto session = weak.lock()) session->handle_drained();
  });
}

void HttpSession::handle_drained() {
  streams_.drop_read();
  if (connection_ != nullptr) connection_->handle_drained();
}

// --- from the host -------------------------------------------------------------------------------------------------

void HttpSession::send(Message message) {
  if (message.is_response) {
    record_use();  // notifications from servers do not count as use by the client
    auto request = streams_.extract_pending(message.related_request);
    if (request) send_response(*std::move(request), std::move(message));  // else it was cancelled
    return;
  }
  const Stream stream = streams_.find_stream_of(message.related_request);
  if (stream == nullptr) return send_unrelated(std::move(message));
  send_on(stream, std::move(message));
}

void HttpSession::send_response(UnansweredRequests::Request request, Message response) {
  const Stream& stream = request.stream;
  if (revision_.empty()) return answer_initialize(stream, std::move(response));
  if (stream->can_be_whole()) {
    const auto whole = streams_.extract_response(stream);
    whole->respond(response.needed_scopes.empty() ? json_response(200, std::move(response))
                                                  : context_->scope_challenge.response(std::move(response)));
    return streams_.keep_if_unread(whole);
  }
  stream->send_response(request.id, std::move(response));
  streams_.finish_if_complete(stream);
}

// A client need not open the listening stream. Without it, the client would not get a request that is not related to a
// single request of its own, such as an input request of a server that works on two calls; the server would wait for
// the response until its time limit. "These messages SHOULD relate to the originating client request", which is one of
// the unanswered requests.
void HttpSession::send_unrelated(Message message) {
  const Stream pending = streams_.has_listened() ? nullptr : streams_.latest_pending();
  const bool is_request = pending != nullptr && !request_in(host_.json(), message).id.is_absent();
  if (is_request) return send_on(pending, std::move(message));
  std::string change = change_in(host_.json(), message);
  streams_.listening()->send(std::move(message), std::move(change));
}

void HttpSession::send_on(const Stream& stream, Message message) {
  if (stream->has_events()) return stream->send(std::move(message));
  if (streams_.has_listened()) return streams_.listening()->send(std::move(message));
  refuse_request_of_host(message);
}

// The server that asks would otherwise wait for as long as its call may wait for a person.
void HttpSession::refuse_request_of_host(const Message& message) {
  const auto [id, method] = request_in(host_.json(), message);
  if (id.is_absent()) return;
  constexpr std::size_t kMaxShown = 100;
  const std::string why = "the client accepts no event stream (header Accept), so it cannot be sent " +
                          (method.size() > kMaxShown ? "this request" : method);
  log(why);
  auto refusal = host_.json().checked_message(error_response(id.text(), kMethodNotFound, "Method not found: " + why));
  if (!refusal) return;
  host_.loop().post([connection = connection_, refusal = *std::move(refusal)]() mutable {
    if (connection != nullptr) connection->deliver(std::move(refusal));
  });
}

void HttpSession::answer_initialize(const Stream& stream, Message message) {
  const auto response = streams_.extract_response(stream);
  const bool has_failed = message.error_code != 0;
  if (!has_failed) {
    const JsonAccess& json = host_.json();
    const Json text(join(message));
    revision_ = string_or_empty(json, member(json, member(json, text, "result"), "protocolVersion"));
    if (revision_ >= kRevisionWithPrimingEvents) streams_.prime_new_streams();
    if (response != nullptr) response->add_header(kSessionHeader, id_);
  }
  if (response != nullptr) response->respond(json_response(200, std::move(message)));
  if (has_failed) end("initialization failed");
}

// --- the end -------------------------------------------------------------------------------------------------------

void HttpSession::close(bool) {
  end("the workbench has ended");
}

// An open request does not get 503, because a proxy may then send the POST to another replica, although the request may
// have been carried out. `initialize` gets 503: when it is repeated, it begins the session at another replica.
void HttpSession::end(const char* reason) {
  const auto connection = std::exchange(connection_, nullptr);
  if (connection == nullptr) return;
  const auto self = shared_from_this();
  for (const auto& request : streams_.extract_all_pending()) fail_pending(request, reason);
  streams_.finish_all();
  auto ended = std::exchange(ended_, nullptr);
  connection->end({ErrorKind::cancelled, reason});
  if (ended) ended();
}

void HttpSession::fail_pending(const UnansweredRequests::Request& request, std::string_view reason) {
  const auto& [id, stream] = request;
  const auto response = stream->connection();
  if (response == nullptr || response->is_over()) return;
  if (revision_.empty()) {
    return response->respond(
        response->has_begun() ? json_response(200, Message(error_response(id, kInternalError, "Shutting down; retry.")))
                              : shutting_down_response());
  }
  Message error = outcome_unknown(id, reason);
  if (stream->can_be_whole()) return response->respond(json_response(200, std::move(error)));
  stream->send_response(id, std::move(error));
}

}  // namespace workbench::http
