#include "listener/mcp/session.hpp"

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

constexpr std::chrono::minutes kKeptTime{1};

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

void Session::start(std::shared_ptr<OutgoingResponse> response, const MessageHead& head, CheckedMessage message,
                    MoveOnlyFunction<void()> ended) {
  ended_ = std::move(ended);
  response->on_disconnect([weak = weak_from_this()] {
    if (const auto session = weak.lock()) session->end("the client disconnected during initialization");
  });
  add_pending(head.id, open_stream(std::move(response)));
  const auto connection = connection_;
  connection->open(shared_from_this(), {nullptr, principal_, false, {}, {}}, nullptr, std::move(message));
}

void Session::post(std::shared_ptr<OutgoingResponse> response, const MessageHead& head, CheckedMessage message) {
  const auto connection = connection_;
  if (head.kind != MessageHead::Kind::request) {
    connection->deliver(std::move(message));
    remove_cancelled(head);
    return response->respond(accepted());
  }
  if (find_stream_of(head.id.text()) != nullptr) return response->respond(id_in_use(head.id));
  const Stream opened = open_stream(response);
  watch(response, opened);
  add_pending(head.id, opened);
  connection->deliver(std::move(message));
}

void Session::post_batch(std::shared_ptr<OutgoingResponse> response, Batch batch) {
  if (const Json* duplicate = find_duplicate_id(batch)) return response->respond(id_in_use(*duplicate));
  const Stream opened = open_stream(response);
  for (const auto& [head, message] : batch) {
    if (head.kind == MessageHead::Kind::request) add_pending(head.id, opened);
  }
  if (opened->has_pending_requests()) {
    watch(response, opened);
    response->begin();  // each response is an event of its own
  } else {
    remove(opened);
    response->respond(accepted());
  }
  const auto connection = connection_;
  for (auto& [head, message] : batch) {
    connection->deliver(std::move(message));
    remove_cancelled(head);
  }
}

/// The first id of the batch that occurs twice, or belongs to a request that is not answered yet.
const Json* Session::find_duplicate_id(const Batch& batch) const {
  std::set<std::string> seen;
  for (const auto& [head, message] : batch) {
    if (head.kind != MessageHead::Kind::request) continue;
    const bool is_new = seen.insert(normalize_id(head.id.text(), host_.json())).second;
    if (!is_new || find_stream_of(head.id.text()) != nullptr) return &head.id;
  }
  return nullptr;
}

/// Each response has to find its own POST, so an id must not be used twice at a time.
Response Session::id_in_use(const Json& id) const {
  return json_response(
      400, Message(error_response(id.text(), kInvalidRequest,
                                  "Invalid request: the id belongs to a request that is not answered yet")));
}

/// A cancelled request is not answered; its stream ends without a response.
void Session::remove_cancelled(const MessageHead& head) {
  if (head.cancelled.is_absent()) return;
  const Stream stream = extract_stream_of(head.cancelled.text());
  if (stream == nullptr) return;
  if (stream->is_connected()) stream->connection()->begin();
  finish_if_complete(stream);
}

bool Session::listen(std::shared_ptr<OutgoingResponse> response, const std::string& last_event_id) {
  Stream found = listening_;
  std::optional<std::uint64_t> after;
  if (!last_event_id.empty()) {
    const std::string_view id = last_event_id;
    const std::size_t dash = id.find('-');
    const auto number = parse_number(id.substr(0, dash));
    after = parse_number(dash == std::string_view::npos ? std::string_view() : id.substr(dash + 1));
    if (!number || !after) return false;
    if (found == nullptr || found->number() != *number) {
      const auto resumed = streams_.find(*number);
      if (resumed == streams_.end()) return false;
      found = resumed->second;
    }
    if (*after > found->last_event()) return false;
  }
  if (found == nullptr) found = listening_stream();
  watch(response, found);
  const auto replaced = found->connection();
  found->connect(response, after);
  keep_if_unread(replaced);
  response->begin();
  finish_if_complete(found);
  return true;
}

Session::Stream Session::make_stream(std::uint64_t number) const {
  return std::make_shared<SessionStream>(number, revision_ >= kRevisionWithPrimingEvents, kept_bytes_);
}

Session::Stream Session::open_stream(std::shared_ptr<OutgoingResponse> connection) {
  const Stream stream = make_stream(++last_stream_);
  stream->connect(std::move(connection), std::nullopt);
  streams_.emplace(stream->number(), stream);
  return stream;
}

Session::Stream Session::listening_stream() {
  if (listening_ == nullptr) listening_ = make_stream(0);
  return listening_;
}

// "Disconnection SHOULD NOT be interpreted as the client cancelling its request."
void Session::watch(const std::shared_ptr<OutgoingResponse>& connection, const Stream& stream) {
  connection->on_disconnect([weak = weak_from_this(), weak_stream = std::weak_ptr(stream), closed = connection.get()] {
    const auto disconnected = weak_stream.lock();
    if (disconnected != nullptr && disconnected->connection().get() == closed) disconnected->disconnect();
    if (const auto session = weak.lock()) session->record_use();
  });
  connection->on_drained([weak = weak_from_this()] {
    if (const auto session = weak.lock()) session->handle_drained();
  });
}

// What a client has asked for and does not read counts until it is written, so that its servers are paused.
void Session::keep_if_unread(std::shared_ptr<OutgoingResponse> response) {
  if (response != nullptr && response->unsent() != 0) unread_.push_back(std::move(response));
}

void Session::handle_drained() {
  std::erase_if(unread_, [](const auto& response) { return response->unsent() == 0; });
  if (connection_ != nullptr) connection_->handle_drained();
}

// --- from the host -------------------------------------------------------------------------------------------------

void Session::send(Message message) {
  // Notifications from servers do not count as use by the client.
  if (message.is_response) record_use();
  Stream stream =
      message.is_response ? extract_stream_of(message.related_request) : find_stream_of(message.related_request);
  if (stream != nullptr && message.is_response) {
    if (revision_.empty()) return answer_initialize(stream, std::move(message));
    const OutgoingResponse* connection = stream->connection().get();
    if (connection != nullptr && !connection->has_begun() && !stream->has_pending_requests()) {
      const auto response = stream->release();
      remove(stream);
      response->respond(json_response(200, std::move(message)));
      return keep_if_unread(response);
    }
  }
  if (stream == nullptr) {
    if (message.is_response) return;  // the request was cancelled
    stream = listening_stream();
  }
  stream->send(std::move(message));
  finish_if_complete(stream);
}

std::size_t Session::unsent() const {
  std::size_t sum = listening_ == nullptr ? 0 : listening_->unsent();
  for (const auto& [number, stream] : streams_) sum += stream->unsent();
  for (const auto& response : unread_) sum += response->unsent();
  return sum;
}

void Session::answer_initialize(const Stream& stream, Message message) {
  const auto response = stream->release();
  remove(stream);
  const bool has_failed = message.error_code != 0;
  if (!has_failed) {
    const JsonAccess& json = host_.json();
    const Json text(join(message));
    revision_ = string_or_empty(json, member(json, member(json, text, "result"), "protocolVersion"));
    if (response != nullptr) response->add_header("Mcp-Session-Id", id_);
  }
  if (response != nullptr) response->respond(json_response(200, std::move(message)));
  if (has_failed) end("initialization failed");
}

void Session::add_pending(const Json& request, const Stream& stream) {
  pending_.emplace(normalize_id(request.text(), host_.json()), stream);
  stream->add_pending_request();
}

Session::Stream Session::find_stream_of(std::string_view request) const {
  const auto found = pending_.find(normalize_id(request, host_.json()));
  return found == pending_.end() ? nullptr : found->second;
}

Session::Stream Session::extract_stream_of(std::string_view request) {
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
  complete_.push_back(stream);
  drop_old_streams();
}

void Session::drop_oldest_complete() {
  keep_if_unread(complete_.front()->connection());
  remove(complete_.front());
  complete_.pop_front();
}

void Session::drop_old_streams() {
  std::size_t bytes = 0;
  for (const Stream& stream : complete_) bytes += stream->kept_bytes();
  while (complete_.size() > 1 && (complete_.size() > kMaxCompleteStreams || bytes > kMaxCompleteBytes)) {
    bytes -= complete_.front()->kept_bytes();
    drop_oldest_complete();
  }
}

void Session::drop_delivered() {
  const auto oldest = std::chrono::steady_clock::now() - kKeptTime;
  while (!complete_.empty() && complete_.front()->finished_at() < oldest) drop_oldest_complete();
}

// --- the end -------------------------------------------------------------------------------------------------------

bool Session::is_busy() const {
  return (listening_ != nullptr && listening_->is_connected()) || !pending_.empty();
}

std::size_t Session::open_streams() const {
  const auto posts =
      std::count_if(streams_.begin(), streams_.end(), [](const auto& entry) { return entry.second->is_connected(); });
  const bool is_listening = listening_ != nullptr && listening_->is_connected();
  return static_cast<std::size_t>(posts) + (is_listening ? 1 : 0);
}

void Session::close(bool) {
  end("the workbench has ended");
}

// A proxy may repeat a POST that got 503 elsewhere, and nobody knows what has become of the request.
void Session::end(const char* reason) {
  const auto connection = std::exchange(connection_, nullptr);
  if (connection == nullptr) return;
  const auto self = shared_from_this();
  for (const auto& [id, stream] : std::exchange(pending_, {})) {
    stream->remove_pending_request();
    fail_pending(stream, id, reason);
  }
  if (listening_ != nullptr) listening_->finish();
  complete_.clear();
  for (const auto& [number, stream] : std::exchange(streams_, {})) stream->finish();
  auto ended = std::exchange(ended_, nullptr);
  connection->end({ErrorKind::cancelled, reason});
  if (ended) ended();
}

void Session::fail_pending(const Stream& stream, const std::string& id, std::string_view reason) {
  const auto response = stream->connection();
  if (response == nullptr || response->is_over()) return;
  if (revision_.empty()) return response->respond(shutting_down_response());
  Message error = outcome_unknown(id, reason);
  if (!response->has_begun() && !stream->has_pending_requests()) {
    return response->respond(json_response(200, std::move(error)));
  }
  stream->send(std::move(error));
}

}  // namespace workbench::http
