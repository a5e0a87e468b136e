#include "mcp/http_session.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "http-shared/json_text.hpp"
#include "mcp/message_refusal.hpp"

namespace workbench::http {
namespace {

constexpr int kInternalError = -32603;

/// How much of a batch is delivered in one task of the loop: about a millisecond.
constexpr std::size_t kDeliveredAtOnce = 32;
constexpr std::size_t kBytesDeliveredAtOnce = 512UL * 1024;
constexpr std::string_view kRevisionWithPrimingEvents = "2025-11-25";

Response accepted() {
  return {202, {}, {}};
}

/// See EventLog::add().
std::string change_in(const JsonAccess& json, const Message& message) {
  constexpr std::size_t kLongest = 4096;
  if (message.size() > kLongest) return {};
  std::string text = join(message);
  const std::string method = string_or_empty(json, member(json, Json(text), "method"));
  const bool is_change = method == "notifications/resources/updated" ||
                         (method.starts_with("notifications/") && method.ends_with("/list_changed"));
  return is_change ? std::move(text) : std::string();
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
  streams_.add_pending(head.id, streams_.open(std::move(response)));
  const auto connection = connection_;
  connection->open(shared_from_this(), {nullptr, principal_, false, {}, {}}, nullptr, std::move(message));
}

void HttpSession::post(std::shared_ptr<OutgoingResponse> response, const MessageHead& head, CheckedMessage message) {
  const auto connection = connection_;
  if (head.kind != MessageHead::Kind::request) {
    connection->deliver(std::move(message));
    remove_cancelled(head);
    return response->respond(accepted());
  }
  if (streams_.find_stream_of(head.id.text()) != nullptr) return response->respond(id_in_use(head.id));
  const Stream opened = streams_.open(response);
  watch(response, opened);
  streams_.add_pending(head.id, opened);
  connection->deliver(std::move(message));
}

void HttpSession::post_batch(std::shared_ptr<OutgoingResponse> response, Batch batch) {
  if (const Json* duplicate = find_duplicate_id(batch)) return response->respond(id_in_use(*duplicate));
  const Stream opened = streams_.open(response);
  for (const auto& [head, message] : batch) {
    if (head.kind == MessageHead::Kind::request) streams_.add_pending(head.id, opened);
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
    const auto connection = connection_;
    connection->deliver(std::move(message));
    remove_cancelled(head);
  }
  if (next == batch->size() || has_ended()) return;
  host_.loop().post([weak = weak_from_this(), batch = std::move(batch), next]() mutable {
    if (const auto session = weak.lock()) session->deliver_slice(std::move(batch), next);
  });
}

/// The first id of the batch that occurs twice, or belongs to a request that is not answered yet.
const Json* HttpSession::find_duplicate_id(const Batch& batch) const {
  std::set<std::string> seen;
  for (const auto& [head, message] : batch) {
    if (head.kind != MessageHead::Kind::request) continue;
    const bool is_new = seen.insert(normalize_id(head.id.text(), host_.json())).second;
    if (!is_new || streams_.find_stream_of(head.id.text()) != nullptr) return &head.id;
  }
  return nullptr;
}

/// Each response has to find its own POST, so an id must not be used twice at a time.
Response HttpSession::id_in_use(const Json& id) const {
  return json_response(
      400, Message(error_response(id.text(), kInvalidRequest,
                                  "Invalid request: the id belongs to a request that is not answered yet")));
}

/// A cancelled request is not answered; its stream ends without a response.
void HttpSession::remove_cancelled(const MessageHead& head) {
  if (head.cancelled.is_absent()) return;
  const Stream stream = streams_.extract_stream_of(head.cancelled.text());
  if (stream == nullptr) return;
  if (stream->is_connected()) stream->connection()->begin();
  streams_.finish_if_complete(stream);
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
  // Notifications from servers do not count as use by the client.
  if (message.is_response) record_use();
  Stream stream = message.is_response ? streams_.extract_stream_of(message.related_request)
                                      : streams_.find_stream_of(message.related_request);
  if (stream != nullptr && message.is_response) {
    if (revision_.empty()) return answer_initialize(stream, std::move(message));
    const OutgoingResponse* connection = stream->connection().get();
    if (connection != nullptr && !connection->has_begun() && !stream->has_pending_requests()) {
      const auto response = streams_.extract_response(stream);
      response->respond(message.needed_scopes.empty() ? json_response(200, std::move(message))
                                                      : context_->scope_challenge.response(std::move(message)));
      return streams_.keep_if_unread(response);
    }
  }
  if (stream != nullptr) {
    stream->send(std::move(message));
    return streams_.finish_if_complete(stream);
  }
  if (message.is_response) return;  // the request was cancelled
  std::string change = change_in(host_.json(), message);
  stream_of_unrelated(message)->send(std::move(message), std::move(change));
}

// A client need not open the listening stream. Without it, the client would not get a request that is not related to a
// single request of its own, such as an input request of a server that works on two calls; the server would wait for
// the response until its time limit. "These messages SHOULD relate to the originating client request", which is one of
// the unanswered requests.
HttpSession::Stream HttpSession::stream_of_unrelated(const Message& message) {
  const Stream pending = streams_.has_listened() ? nullptr : streams_.latest_pending();
  const bool is_question = pending != nullptr && !member(host_.json(), Json(join(message)), "id").is_absent();
  return is_question ? pending : streams_.listening();
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
  for (const auto& [id, stream] : streams_.extract_all_pending()) fail_pending(stream, id, reason);
  streams_.finish_all();
  auto ended = std::exchange(ended_, nullptr);
  connection->end({ErrorKind::cancelled, reason});
  if (ended) ended();
}

void HttpSession::fail_pending(const Stream& stream, const std::string& id, std::string_view reason) {
  const auto response = stream->connection();
  if (response == nullptr || response->is_over()) return;
  if (revision_.empty()) {
    return response->respond(
        response->has_begun() ? json_response(200, Message(error_response(id, kInternalError, "Shutting down; retry.")))
                              : shutting_down_response());
  }
  Message error = outcome_unknown(id, reason);
  if (!response->has_begun() && !stream->has_pending_requests()) {
    return response->respond(json_response(200, std::move(error)));
  }
  stream->send(std::move(error));
}

}  // namespace workbench::http
