#include "listener/session.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "shared/json_text.hpp"

namespace workbench::http {
namespace {

// Complete streams that are kept for clients that lost the end of one. The latest one is kept whatever its size.
constexpr std::size_t kMaxCompleteStreams = 32;
constexpr std::size_t kMaxCompleteBytes = 1024 * 1024;

constexpr int kInvalidRequest = -32600;

constexpr std::string_view kRevisionWithPrimingEvents = "2025-11-25";

Response accepted() {
  return {202, {}, {}};
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

// --- from the client -----------------------------------------------------------------------------------------------

void Session::start(std::shared_ptr<ResponseStream> stream, const MessageHead& head, std::string body,
                    std::function<void()> ended) {
  ended_ = std::move(ended);
  stream->start([weak = weak_from_this()] {
    if (const auto session = weak.lock()) {
      session->end("the client disconnected during initialization", shutting_down_response());
    }
  });
  add_pending(head.id, open_stream(std::move(stream)));
  connection_->open(shared_from_this(), {principal_, false, {}, nullptr}, std::move(body));
}

void Session::post(std::shared_ptr<ResponseStream> stream, const MessageHead& head, std::string body) {
  if (head.kind != MessageHead::Kind::request) {
    connection_->deliver(std::move(body));
    if (!head.cancelled.empty()) remove_cancelled(head.cancelled);
    return stream->respond(accepted());
  }
  if (find_stream_of(head.id) != nullptr) return stream->respond(id_in_use(head.id));
  const Stream opened = open_stream(stream);
  watch(stream, opened);
  add_pending(head.id, opened);
  connection_->deliver(std::move(body));
}

void Session::post_batch(std::shared_ptr<ResponseStream> stream,
                         const std::vector<std::pair<MessageHead, std::string>>& batch) {
  const std::optional<std::string> duplicate = find_duplicate_id(batch);
  if (duplicate) return stream->respond(id_in_use(*duplicate));
  const Stream opened = open_stream(stream);
  for (const auto& [head, body] : batch) {
    if (head.kind == MessageHead::Kind::request) add_pending(head.id, opened);
  }
  if (opened->has_pending_requests()) {
    watch(stream, opened);
    stream->begin();  // each response is an event of its own
  } else {
    streams_.remove(opened);
    stream->respond(accepted());
  }
  for (const auto& [head, body] : batch) {
    connection_->deliver(body);
    if (!head.cancelled.empty()) remove_cancelled(head.cancelled);
  }
}

/// The first id of the batch that occurs twice, or belongs to a request that is not answered yet.
std::optional<std::string> Session::find_duplicate_id(
    const std::vector<std::pair<MessageHead, std::string>>& batch) const {
  std::set<std::string> seen;
  for (const auto& [head, body] : batch) {
    if (head.kind != MessageHead::Kind::request) continue;
    const bool is_new = seen.insert(normalize_id(head.id, host_.json())).second;
    if (!is_new || find_stream_of(head.id) != nullptr) return head.id;
  }
  return std::nullopt;
}

/// Each response has to find its own POST, so an id must not be used twice at a time.
Response Session::id_in_use(const std::string& id) const {
  return json_response(400, error_response(id, kInvalidRequest,
                                           "Invalid request: the id belongs to a request that is not answered yet"));
}

/// A cancelled request is not answered; its stream ends without a response.
void Session::remove_cancelled(const std::string& request) {
  const Stream stream = extract_stream_of(request);
  if (stream == nullptr) return;
  if (stream->is_connected()) stream->connection()->begin();
  finish_if_complete(stream);
}

bool Session::listen(std::shared_ptr<ResponseStream> stream, const std::string& last_event_id) {
  Stream found = listening_;
  std::optional<std::uint64_t> after;
  if (!last_event_id.empty()) {
    const std::string_view id = last_event_id;
    const std::size_t dash = id.find('-');
    const auto number = parse_number(id.substr(0, dash));
    after = parse_number(dash == std::string_view::npos ? std::string_view() : id.substr(dash + 1));
    if (!number || !after) return false;
    if (found == nullptr || found->number() != *number) {
      const auto resumed = std::find_if(streams_.begin(), streams_.end(),
                                        [&](const Stream& known) { return known->number() == *number; });
      if (resumed == streams_.end()) return false;
      found = *resumed;
    }
  }
  if (found == nullptr) found = listening_stream();
  watch(stream, found);
  found->connect(stream, after);
  stream->begin();
  finish_if_complete(found);
  return true;
}

Session::Stream Session::make_stream(std::uint64_t number) const {
  return std::make_shared<SessionStream>(number, revision_ >= kRevisionWithPrimingEvents, kept_bytes_);
}

Session::Stream Session::open_stream(std::shared_ptr<ResponseStream> connection) {
  const Stream stream = make_stream(++last_stream_);
  stream->connect(std::move(connection), std::nullopt);
  streams_.push_back(stream);
  drop_old_streams();
  return stream;
}

Session::Stream Session::listening_stream() {
  if (listening_ == nullptr) listening_ = make_stream(0);
  return listening_;
}

// "Disconnection SHOULD NOT be interpreted as the client cancelling its request."
void Session::watch(const std::shared_ptr<ResponseStream>& connection, const Stream& stream) {
  connection->start([weak = weak_from_this(), weak_stream = std::weak_ptr(stream), closed = connection.get()] {
    const auto disconnected = weak_stream.lock();
    if (disconnected != nullptr && disconnected->connection() == closed) disconnected->disconnect();
    if (const auto session = weak.lock()) session->record_use();
  });
}

// --- from the host -------------------------------------------------------------------------------------------------

void Session::send(OutgoingMessage message, std::function<void()> written) {
  // Notifications from servers do not count as use by the client.
  if (message.is_response) record_use();
  Stream stream =
      message.is_response ? extract_stream_of(message.related_request) : find_stream_of(message.related_request);
  if (stream != nullptr && message.is_response) {
    if (revision_.empty()) {
      answer_initialize(stream, message);
      return written();
    }
    ResponseStream* connection = stream->connection();
    if (connection != nullptr && !connection->has_begun() && !stream->has_pending_requests()) {
      connection->respond(json_response(200, std::move(message.text)));
      streams_.remove(stream);
      return written();
    }
  }
  if (stream == nullptr) {
    if (message.is_response) return written();  // the request was cancelled
    stream = listening_stream();
  }
  stream->send(message.text, std::move(written));
  finish_if_complete(stream);
}

void Session::answer_initialize(const Stream& stream, const OutgoingMessage& message) {
  ResponseStream* connection = stream->connection();
  streams_.remove(stream);
  if (message.error_code == 0) {
    const JsonAccess& json = host_.json();
    revision_ = string_or_empty(json, member(json, member(json, Json(message.text), "result"), "protocolVersion"));
    if (connection != nullptr) connection->add_header("Mcp-Session-Id", id_);
  }
  if (connection != nullptr) connection->respond(json_response(200, message.text));
  if (message.error_code != 0) end("initialization failed", shutting_down_response());
}

void Session::add_pending(const std::string& request, const Stream& stream) {
  pending_.emplace(normalize_id(request, host_.json()), stream);
  stream->add_pending_request();
}

Session::Stream Session::find_stream_of(const std::string& request) const {
  const auto found = pending_.find(normalize_id(request, host_.json()));
  return found == pending_.end() ? nullptr : found->second;
}

Session::Stream Session::extract_stream_of(const std::string& request) {
  const auto found = pending_.find(normalize_id(request, host_.json()));
  if (found == pending_.end()) return nullptr;
  const Stream stream = std::move(found->second);
  pending_.erase(found);
  stream->remove_pending_request();
  return stream;
}

void Session::finish_if_complete(const Stream& stream) {
  if (stream == listening_ || stream->has_pending_requests() || stream->is_finished()) return;
  stream->finish();
  drop_old_streams();
}

void Session::drop_old_streams() {
  std::size_t complete = 0;
  std::size_t bytes = 0;
  for (auto stream = streams_.end(); stream != streams_.begin();) {
    --stream;
    if (!(*stream)->is_finished()) continue;
    bytes += (*stream)->kept_bytes();
    const bool is_too_much = ++complete > kMaxCompleteStreams || (complete > 1 && bytes > kMaxCompleteBytes);
    if (is_too_much) stream = streams_.erase(stream);
  }
}

// --- the end -------------------------------------------------------------------------------------------------------

bool Session::is_busy() const {
  return (listening_ != nullptr && listening_->is_connected()) || !pending_.empty();
}

void Session::close(bool) {
  end("the workbench is shutting down", shutting_down_response());
}

void Session::end(const char* reason, const Response& last_response) {
  const auto connection = std::exchange(connection_, nullptr);
  if (connection == nullptr) return;
  if (listening_ != nullptr) listening_->finish();
  for (const Stream& stream : streams_) {
    ResponseStream* const open = stream->connection();
    if (open != nullptr && !open->has_begun() && !open->is_over()) {
      open->respond(last_response);
    } else {
      stream->finish();
    }
  }
  const auto ended = std::exchange(ended_, nullptr);
  connection->end({ErrorKind::cancelled, reason});
  if (ended) ended();
}

}  // namespace workbench::http
