#include "mcp/session_streams.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace workbench::http {
namespace {

// Complete streams that are kept for clients that lost the end of one. The latest one is kept whatever its size, unless
// much is held for the client.
constexpr std::size_t kMaxCompleteStreams = 32;
constexpr std::size_t kMaxCompleteBytes = 1024 * 1024;

constexpr std::chrono::minutes kKeptStreamTime{1};

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

SessionStreams::Stream SessionStreams::make(std::uint64_t number, SessionStream::Form form) const {
  return std::make_shared<SessionStream>(number, is_primed_, kept_, form);
}

SessionStreams::Stream SessionStreams::open(std::shared_ptr<OutgoingResponse> response, bool is_batch) {
  using Form = SessionStream::Form;
  const Form form = response->forms().events ? Form::events : is_batch ? Form::array : Form::message;
  const Stream stream = make(++last_number_, form);
  stream->connect(std::move(response), std::nullopt);
  streams_.emplace(stream->number(), stream);
  return stream;
}

SessionStreams::Stream SessionStreams::listening() {
  if (listening_ == nullptr) listening_ = make(0);
  return listening_;
}

SessionStreams::Stream SessionStreams::latest_pending() const {
  Stream latest;
  for (auto entry = streams_.rbegin(); entry != streams_.rend(); ++entry) {
    const Stream& stream = entry->second;
    if (!stream->has_pending_requests() || !stream->is_connected()) continue;
    if (stream->has_events()) return stream;
    if (latest == nullptr) latest = stream;
  }
  return latest;
}

std::optional<std::pair<SessionStreams::Stream, std::uint64_t>> SessionStreams::find_resumed(
    std::string_view last_event_id) const {
  const std::size_t dash = last_event_id.find('-');
  const auto number = parse_number(last_event_id.substr(0, dash));
  const auto after = parse_number(dash == std::string_view::npos ? std::string_view() : last_event_id.substr(dash + 1));
  if (!number || !after) return std::nullopt;
  const auto posted = streams_.find(*number);
  const Stream found = posted != streams_.end() ? posted->second : *number == 0 ? listening_ : nullptr;
  if (found == nullptr || !found->has_events() || *after > found->last_event()) return std::nullopt;
  return std::pair(found, *after);
}

void SessionStreams::connect(const Stream& stream, std::shared_ptr<OutgoingResponse> response,
                             std::optional<std::uint64_t> after) {
  has_listened_ = has_listened_ || stream == listening_;
  const auto replaced = stream->connection();
  stream->connect(std::move(response), after);
  keep_if_unread(replaced);
}

std::shared_ptr<OutgoingResponse> SessionStreams::extract_response(const Stream& stream) {
  remove(stream);
  return stream->release();
}

// --- which stream a request is answered on -------------------------------------------------------------------------

std::string SessionStreams::add_pending(const Json& id, const Stream& stream) {
  stream->add_pending_request();
  return std::to_string(unanswered_.add(id, stream));
}

SessionStreams::Stream SessionStreams::find_stream_of(std::string_view request) const {
  const auto* found = unanswered_.find(parse_number(request).value_or(0));
  return found == nullptr ? nullptr : found->stream;
}

std::optional<UnansweredRequests::Request> SessionStreams::extract_pending(std::string_view request) {
  auto found = unanswered_.extract(parse_number(request).value_or(0));
  if (found) found->stream->remove_pending_request();
  return found;
}

std::vector<UnansweredRequests::Request> SessionStreams::extract_all_pending() {
  auto all = unanswered_.extract_all();
  for (const auto& request : all) request.stream->remove_pending_request();
  return all;
}

// --- complete streams ----------------------------------------------------------------------------------------------

void SessionStreams::finish_if_complete(const Stream& stream) {
  if (stream == listening_ || stream->has_pending_requests() || stream->is_finished()) return;
  stream->finish();
  if (!stream->has_events()) return keep_if_unread(extract_response(stream));
  complete_.push_back(stream);
  drop_old_complete();
}

void SessionStreams::drop_oldest_complete() {
  keep_if_unread(complete_.front()->connection());
  remove(complete_.front());
  complete_.pop_front();
}

void SessionStreams::drop_old_complete() {
  std::size_t bytes = 0;
  for (const Stream& stream : complete_) bytes += stream->kept_bytes();
  while (complete_.size() > 1 && (complete_.size() > kMaxCompleteStreams || bytes > kMaxCompleteBytes)) {
    bytes -= complete_.front()->kept_bytes();
    drop_oldest_complete();
  }
  while (!complete_.empty() && complete_.back()->is_short_of_memory()) drop_oldest_complete();
}

void SessionStreams::drop_delivered() {
  const auto oldest = std::chrono::steady_clock::now() - kKeptStreamTime;
  while (!complete_.empty() && complete_.front()->finished_at() < oldest) drop_oldest_complete();
}

void SessionStreams::finish_all() {
  if (listening_ != nullptr) listening_->finish();
  complete_.clear();
  for (const auto& [number, stream] : std::exchange(streams_, {})) stream->finish();
}

// --- unread events and open streams --------------------------------------------------------------------------------

void SessionStreams::keep_if_unread(std::shared_ptr<OutgoingResponse> response) {
  if (response != nullptr && response->unsent() != 0) unread_.push_back(std::move(response));
}

void SessionStreams::drop_read() {
  std::erase_if(unread_, [](const auto& response) { return response->unsent() == 0; });
}

std::size_t SessionStreams::unsent() const {
  std::size_t sum = listening_ == nullptr ? 0 : listening_->unsent();
  for (const auto& [number, stream] : streams_) sum += stream->unsent();
  for (const auto& response : unread_) sum += response->unsent();
  return sum;
}

std::size_t SessionStreams::open_count() const {
  const auto posts =
      std::count_if(streams_.begin(), streams_.end(), [](const auto& entry) { return entry.second->is_connected(); });
  const bool is_listening = listening_ != nullptr && listening_->is_connected();
  return static_cast<std::size_t>(posts) + (is_listening ? 1 : 0);
}

bool SessionStreams::are_busy() const {
  return (listening_ != nullptr && listening_->is_connected()) || !unanswered_.is_empty();
}

}  // namespace workbench::http
