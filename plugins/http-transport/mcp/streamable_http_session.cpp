#include "mcp/streamable_http_session.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace workbench::http::transport {
namespace {

// Each active post has a connection, and so a descriptor.
constexpr std::size_t kMaxActiveRequests = 128;
constexpr std::size_t kMaxActiveOthers = 64;
constexpr std::size_t kHighMark = 64U * 1024;
constexpr std::size_t kLowMark = 16U * 1024;

/// Does not wait for its turn: a cancellation would come too late, and later messages wait for `initialized`. No server
/// can cause many of these.
bool is_urgent(const OutgoingMessage& outgoing) {
  return outgoing.method == "notifications/cancelled" || outgoing.method == "notifications/initialized";
}

/// Not by a later notification, for example of further progress, and not by the response for which progress was
/// reported. On another connection they could arrive first.
bool may_not_be_overtaken(const OutgoingMessage& outgoing) {
  return outgoing.is_notification() && !is_urgent(outgoing);
}

}  // namespace

StreamableHttpSession::StreamableHttpSession(Host& host, ServerAddress address, std::string source,
                                             ServerLoginState login, FirstProtocol protocol)
    : protocol_(protocol),
      endpoint_(host, std::move(address), std::move(source), std::move(login)),
      delivery_(host.limits().message_bytes),
      renewal_(*this, endpoint_, delivery_),
      requests_{kMaxActiveRequests},
      other_messages_{kMaxActiveOthers} {}

// --- sending ---------------------------------------------------------------------------------------------------------

void StreamableHttpSession::send(const Message& message) {
  if (is_ending()) return;
  OutgoingMessage outgoing = read_outgoing(endpoint_.json(), message);
  if (outgoing.method == "notifications/cancelled" && cancel(outgoing)) return;
  const bool has_stream = protocol_ != FirstProtocol::http_sse || endpoint_.uses_http_sse() || http_sse_initialize_;
  if (!has_stream) return begin_with_http_sse(outgoing);
  backlog_ += outgoing.text->size();
  was_above_high_mark_ = was_above_high_mark_ || backlog_ > kHighMark;
  if (state_ != State::open) return held_messages_.push_back(std::move(outgoing));
  dispatch(std::move(outgoing));
}

void StreamableHttpSession::dispatch(OutgoingMessage outgoing) {
  Lane& lane = lane_of(outgoing);
  const bool is_next = lane.queued.empty() && has_turn(outgoing);
  if (!is_urgent(outgoing) && !is_next) return lane.queued.push_back(std::move(outgoing));
  start_post(std::move(outgoing));
}

bool StreamableHttpSession::has_turn(const OutgoingMessage& outgoing) {
  const Lane& lane = lane_of(outgoing);
  return lane.active < lane.max_active && (outgoing.is_request() || !is_notifying_);
}

void StreamableHttpSession::start_post(OutgoingMessage outgoing) {
  ++lane_of(outgoing).active;
  // "The client MUST send an initialized notification": later messages must not overtake it on another connection.
  if (outgoing.method == "notifications/initialized") state_ = State::introducing;
  if (may_not_be_overtaken(outgoing)) is_notifying_ = true;
  renewal_.record(outgoing);
  const std::shared_ptr<PostOwner> owner(shared_from_this(), this);
  auto post = std::make_shared<Post>(owner, endpoint_, delivery_, std::move(outgoing));
  posts_.emplace(post.get(), post);
  post->start();
}

/// True: nothing need be sent, because the request was not sent either, or closing its connection cancels it.
bool StreamableHttpSession::cancel(const OutgoingMessage& cancellation) {
  const auto is_cancelled = [&](const OutgoingMessage& one) {
    return one.is_request() && one.id.text() == cancellation.cancelled.text();
  };
  for (std::deque<OutgoingMessage>* queue : {&requests_.queued, &held_messages_}) {
    const auto found = std::find_if(queue->begin(), queue->end(), is_cancelled);
    if (found == queue->end()) continue;
    backlog_ -= found->text->size();
    queue->erase(found);
    return true;
  }
  const auto found =
      std::find_if(posts_.begin(), posts_.end(), [&](const auto& one) { return is_cancelled(one.second->outgoing()); });
  // Over HTTP+SSE the response to a POST does not answer the request.
  if (found == posts_.end()) return endpoint_.negotiated().version.empty() && !endpoint_.uses_http_sse();
  const bool needs_no_message = found->second->outgoing().is_modern() || found->second->is_on_hold();
  if (!needs_no_message) return false;
  found->second->drop();
  return true;
}

void StreamableHttpSession::handle_delivered(const Post& post) {
  const OutgoingMessage& outgoing = post.outgoing();
  if (outgoing.method == "notifications/initialized" && state_ == State::introducing) {
    if (!endpoint_.uses_http_sse()) open_stream(ServerStream::Kind::listening);
    release_held_messages();
  }
  if (may_not_be_overtaken(outgoing)) {
    is_notifying_ = false;
    start_queued(other_messages_);
  }
  if (outgoing.cancelled.is_absent()) return;
  const auto cancelled = std::find_if(posts_.begin(), posts_.end(), [&](const auto& one) {
    return one.second->outgoing().is_request() && one.second->outgoing().id.text() == outgoing.cancelled.text();
  });
  if (cancelled != posts_.end()) cancelled->second->drop();
}

void StreamableHttpSession::remove(const Post& post) {
  const auto found = posts_.find(&post);
  if (found == posts_.end()) return;
  const std::shared_ptr<Post> ended = std::move(found->second);
  posts_.erase(found);
  --lane_of(ended->outgoing()).active;
  start_queued(requests_);
  start_queued(other_messages_);
}

void StreamableHttpSession::start_queued(Lane& lane) {
  while (!lane.queued.empty() && has_turn(lane.queued.front()) && state_ == State::open) {
    OutgoingMessage next = std::move(lane.queued.front());
    lane.queued.pop_front();
    start_post(std::move(next));
  }
}

void StreamableHttpSession::release_held_messages() {
  state_ = State::open;
  start_queued(requests_);
  start_queued(other_messages_);
  while (!held_messages_.empty() && state_ == State::open) {
    OutgoingMessage next = std::move(held_messages_.front());
    held_messages_.pop_front();
    dispatch(std::move(next));
  }
}

void StreamableHttpSession::record_written(std::size_t bytes) {
  backlog_ -= bytes;
  if (backlog_ > kLowMark || !std::exchange(was_above_high_mark_, false)) return;
  delivery_.report_drained();
}

void StreamableHttpSession::open_stream(ServerStream::Kind kind) {
  const std::shared_ptr<StreamOwner> owner(shared_from_this(), this);
  stream_ = std::make_shared<ServerStream>(owner, endpoint_, delivery_, kind);
  stream_->start();
}

// --- a session that the server has lost ------------------------------------------------------------------------------

void StreamableHttpSession::doubt_session(const DoubtedSession& session, SessionRenewal::Waiting done) {
  if (!is_ending()) renewal_.doubt(session, std::move(done));
}

void StreamableHttpSession::handle_verdict(SessionVerdict verdict) {
  if (is_ending()) return;
  if (verdict == SessionVerdict::renewed) {
    if (const auto stream = std::exchange(stream_, nullptr)) stream->stop();
    open_stream(ServerStream::Kind::listening);
  }
  if (state_ == State::renewing) release_held_messages();
}

void StreamableHttpSession::report_changed_lists() {
  const std::vector<std::string> lists = endpoint_.negotiated().lists;  // the host may act at once
  for (const std::string& list : lists) {
    delivery_.deliver(R"({"jsonrpc":"2.0","method":"notifications/)" + list + R"(/list_changed"})");
  }
}

// --- ending ----------------------------------------------------------------------------------------------------------

void StreamableHttpSession::close() {
  if (is_ending()) return;
  state_ = State::closing;
  const bool has_session = !endpoint_.negotiated().session_id.empty();
  stop_all();
  endpoint_.pause_reading(false);  // for the response to the DELETE
  const auto closed = [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->end({ErrorKind::cancelled, "closed by the workbench"});
  };
  if (!has_session) return endpoint_.host().loop().post(closed);
  deletion_ = std::make_shared<SessionDeletion>(endpoint_, closed);
  deletion_->start();
}

void StreamableHttpSession::end(const Error& reason) {
  if (state_ == State::over) return;
  stop_all();
  state_ = State::over;
  delivery_.close(reason);
}

void StreamableHttpSession::abandon() {
  delivery_.stop();
  state_ = State::over;
  stop_all();
  deletion_.reset();
  endpoint_.release();
}

void StreamableHttpSession::stop_all() {
  for (const auto& [key, post] : std::exchange(posts_, {})) post->stop();
  if (const auto stream = std::exchange(stream_, nullptr)) stream->stop();
  renewal_.stop();
  requests_.queued.clear();
  other_messages_.queued.clear();
  held_messages_.clear();
  backlog_ = 0;
}

}  // namespace workbench::http::transport
