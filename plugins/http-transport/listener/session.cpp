#include "listener/session.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include "listener/modern_call.hpp"
#include "listener/origin_policy.hpp"

namespace workbench::http {
namespace {

/// So many complete streams are kept for clients that lost the end of one.
constexpr std::size_t kMostCompleteStreams = 32;
/// And so many bytes of them; of the latest one, all that it has.
constexpr std::size_t kMostCompleteBytes = 1024 * 1024;

constexpr int kInvalidRequest = -32600;

constexpr std::string_view kRevisionWithCursors = "2025-11-25";

Answer accepted() {
  return {202, {}, {}};
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

// --- what the client sends -----------------------------------------------------------------------------------------

void Session::begin(std::shared_ptr<AnswerStream> stream, const MessageHead& head, std::string body,
                    std::function<void()> ended) {
  ended_ = std::move(ended);
  stream->start([weak = weak_from_this()] {
    if (const auto session = weak.lock()) session->end("the client went before it had a session", not_served_now());
  });
  const Stream opened = open_stream(std::move(stream));
  expect(head.id, opened);
  link_->enter(shared_from_this(), {principal_, false, {}, nullptr}, std::move(body));
}

void Session::post(std::shared_ptr<AnswerStream> stream, const MessageHead& head, std::string body) {
  if (head.kind != MessageHead::Kind::request) {
    link_->deliver(std::move(body));
    if (!head.cancelled.empty()) forget_request(head.cancelled);
    return stream->answer(accepted());
  }
  if (find_stream_of(head.id) != nullptr) return stream->answer(id_in_use(head.id));
  const Stream opened = open_stream(stream);
  watch(stream, opened);
  expect(head.id, opened);
  link_->deliver(std::move(body));
}

void Session::post_batch(std::shared_ptr<AnswerStream> stream,
                         const std::vector<std::pair<MessageHead, std::string>>& batch) {
  const std::optional<std::string> taken = repeated_id(batch);
  if (taken) return stream->answer(id_in_use(*taken));
  const Stream opened = open_stream(stream);
  for (const auto& [head, body] : batch) {
    if (head.kind == MessageHead::Kind::request) expect(head.id, opened);
  }
  if (opened->is_awaited()) {
    watch(stream, opened);
    stream->begin();  // several answers are events, each as it comes
  } else {
    streams_.remove(opened);
    stream->answer(accepted());
  }
  for (const auto& [head, body] : batch) {
    link_->deliver(body);
    if (!head.cancelled.empty()) forget_request(head.cancelled);
  }
}

/// The first id in a batch that waits for an answer already, or comes twice.
std::optional<std::string> Session::repeated_id(const std::vector<std::pair<MessageHead, std::string>>& batch) const {
  std::set<std::string> seen;
  for (const auto& [head, body] : batch) {
    if (head.kind != MessageHead::Kind::request) continue;
    const bool is_new = seen.insert(same_in_all_spellings(head.id, host_.json())).second;
    if (!is_new || find_stream_of(head.id) != nullptr) return head.id;
  }
  return std::nullopt;
}

/// Two answers with the same id could not be told apart: each has to find its own POST.
Answer Session::id_in_use(const std::string& id) const {
  return {
      400,
      {{"Content-Type", "application/json"}},
      error_response(id, kInvalidRequest, "Invalid request: a request with this id is not answered yet", host_.json())};
}

/// A request that is cancelled is not answered: its stream ends without.
void Session::forget_request(const std::string& request) {
  const Stream stream = take_stream_of(request);
  if (stream == nullptr) return;
  if (stream->is_connected()) stream->connection()->begin();
  settle(stream);
}

bool Session::listen(std::shared_ptr<AnswerStream> stream, const std::string& last_event_id) {
  Stream found = standing_;
  std::optional<std::uint64_t> after;
  if (!last_event_id.empty()) {
    const std::size_t dash = last_event_id.find('-');
    const auto number = number_in(std::string_view(last_event_id).substr(0, dash));
    after =
        number_in(dash == std::string::npos ? std::string_view() : std::string_view(last_event_id).substr(dash + 1));
    if (!number || !after) return false;
    if (found == nullptr || found->number() != *number) {
      const auto resumed = std::find_if(streams_.begin(), streams_.end(),
                                        [&](const Stream& known) { return known->number() == *number; });
      if (resumed == streams_.end()) return false;
      found = *resumed;
    }
  }
  if (found == nullptr) {
    found = standing_ = std::make_shared<SessionStream>(0, revision_ >= kRevisionWithCursors, limits_.kept_bytes);
  }
  watch(stream, found);
  found->connect(stream, after);
  stream->begin();
  settle(found);
  return true;
}

Session::Stream Session::open_stream(std::shared_ptr<AnswerStream> connection) {
  const bool sends_cursors = revision_ >= kRevisionWithCursors;
  const Stream stream = std::make_shared<SessionStream>(++last_stream_, sends_cursors, limits_.kept_bytes);
  stream->connect(std::move(connection), std::nullopt);
  streams_.push_back(stream);
  forget_old_streams();
  return stream;
}

// "Disconnection SHOULD NOT be interpreted as the client cancelling its request."
void Session::watch(const std::shared_ptr<AnswerStream>& connection, const Stream& stream) {
  connection->start([weak = weak_from_this(), weak_stream = std::weak_ptr(stream), gone = connection.get()] {
    const auto left = weak_stream.lock();
    if (left != nullptr && left->connection() == gone) left->disconnect();
    if (const auto session = weak.lock()) session->note_used();
  });
}

// --- what the host says --------------------------------------------------------------------------------------------

void Session::take(Outgoing message, std::function<void()> written) {
  // What servers tell by themselves is no use that a client makes of it.
  if (message.is_response) note_used();
  Stream stream =
      message.is_response ? take_stream_of(message.related_request) : find_stream_of(message.related_request);
  if (stream != nullptr && message.is_response) {
    if (revision_.empty()) {
      answer_initialize(stream, message);
      return written();
    }
    AnswerStream* connection = stream->connection();
    if (connection != nullptr && !connection->has_begun() && !stream->is_awaited()) {
      connection->answer({200, {{"Content-Type", "application/json"}}, std::move(message.text)});
      streams_.remove(stream);
      return written();
    }
  }
  if (stream == nullptr) {
    // An answer whose stream is not known any more is nobody's.
    if (message.is_response) return written();
    if (standing_ == nullptr) {
      standing_ = std::make_shared<SessionStream>(0, revision_ >= kRevisionWithCursors, limits_.kept_bytes);
    }
    stream = standing_;
  }
  stream->send(message.text, std::move(written));
  settle(stream);
}

void Session::answer_initialize(const Stream& stream, const Outgoing& message) {
  AnswerStream* connection = stream->connection();
  streams_.remove(stream);
  if (message.error_code == 0) {
    constexpr std::array<std::string_view, 1> kResult{"result"};
    constexpr std::array<std::string_view, 1> kVersion{"protocolVersion"};
    std::array<Json, 1> result;
    std::array<Json, 1> version;
    static_cast<void>(host_.json().pick(Json(message.text), kResult, result));
    static_cast<void>(host_.json().pick(result[0], kVersion, version));
    if (auto revision = host_.json().characters(version[0])) revision_ = *std::move(revision);
    if (connection != nullptr) connection->add_field("Mcp-Session-Id", id_);
  }
  if (connection != nullptr) connection->answer({200, {{"Content-Type", "application/json"}}, message.text});
  if (message.error_code != 0) end("it was not initialized", not_served_now());
}

void Session::expect(const std::string& request, const Stream& stream) {
  awaited_.emplace(same_in_all_spellings(request, host_.json()), stream);
  stream->expect_answer();
}

Session::Stream Session::find_stream_of(const std::string& request) const {
  const auto found = awaited_.find(same_in_all_spellings(request, host_.json()));
  return found == awaited_.end() ? nullptr : found->second;
}

Session::Stream Session::take_stream_of(const std::string& request) {
  const auto found = awaited_.find(same_in_all_spellings(request, host_.json()));
  if (found == awaited_.end()) return nullptr;
  const Stream stream = std::move(found->second);
  awaited_.erase(found);
  stream->note_answered();
  return stream;
}

void Session::settle(const Stream& stream) {
  if (stream == standing_ || stream->is_awaited() || stream->is_finished()) return;
  stream->finish();
  forget_old_streams();
}

void Session::forget_old_streams() {
  std::size_t complete = 0;
  std::size_t bytes = 0;
  for (auto stream = streams_.end(); stream != streams_.begin();) {
    --stream;
    if (!(*stream)->is_finished()) continue;
    bytes += (*stream)->kept_bytes();
    const bool is_too_much = ++complete > kMostCompleteStreams || (complete > 1 && bytes > kMostCompleteBytes);
    if (is_too_much) stream = streams_.erase(stream);
  }
}

// --- the end -------------------------------------------------------------------------------------------------------

bool Session::is_busy() const {
  return (standing_ != nullptr && standing_->is_connected()) || !awaited_.empty();
}

void Session::close(bool) {
  end("the workbench is ending", not_served_now());
}

void Session::end(const char* why, const Answer& last_answer) {
  const auto link = std::exchange(link_, nullptr);
  if (link == nullptr) return;
  if (standing_ != nullptr) standing_->finish();
  for (const Stream& stream : streams_) {
    AnswerStream* connection = stream->connection();
    if (connection != nullptr && !connection->has_begun() && !connection->is_over()) {
      connection->answer(last_answer);
    } else {
      stream->finish();
    }
  }
  const auto ended = std::exchange(ended_, nullptr);
  link->end({ErrorKind::cancelled, why});
  if (ended) ended();
}

}  // namespace workbench::http
