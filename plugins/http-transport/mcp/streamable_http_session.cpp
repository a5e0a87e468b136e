#include "mcp/streamable_http_session.hpp"

#include <algorithm>
#include <utility>

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
                                             ServerLoginState login)
    : endpoint_(host, std::move(address), std::move(source), std::move(login)),
      delivery_(host.limits().message_bytes),
      requests_{kMaxActiveRequests},
      other_messages_{kMaxActiveOthers} {}

// --- sending ---------------------------------------------------------------------------------------------------------

void StreamableHttpSession::send(const Message& message) {
  if (is_over_ || is_closing_) return;
  OutgoingMessage outgoing = read_outgoing(endpoint_.json(), message);
  if (outgoing.method == "notifications/cancelled" && cancel(outgoing)) return;
  backlog_ += outgoing.text->size();
  was_above_high_mark_ = was_above_high_mark_ || backlog_ > kHighMark;
  if (is_holding_) return held_messages_.push_back(std::move(outgoing));
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
  if (outgoing.method == "notifications/initialized") is_holding_ = true;
  if (may_not_be_overtaken(outgoing)) is_notifying_ = true;
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
  if (!found->second->outgoing().is_modern()) return false;
  found->second->drop();
  return true;
}

void StreamableHttpSession::handle_delivered(const Post& post) {
  const OutgoingMessage& outgoing = post.outgoing();
  if (outgoing.method == "notifications/initialized" && is_holding_ && !is_over_) {
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
  while (!lane.queued.empty() && has_turn(lane.queued.front()) && !is_holding_ && !is_over_) {
    OutgoingMessage next = std::move(lane.queued.front());
    lane.queued.pop_front();
    start_post(std::move(next));
  }
}

void StreamableHttpSession::release_held_messages() {
  is_holding_ = false;
  start_queued(requests_);
  start_queued(other_messages_);
  while (!held_messages_.empty() && !is_holding_) {
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

// --- HTTP+SSE -------------------------------------------------------------------------------------

void StreamableHttpSession::try_http_sse(const OutgoingMessage& initialize, std::string refusal) {
  is_holding_ = true;
  http_sse_initialize_ = initialize;
  http_sse_refusal_ = std::move(refusal);
  open_stream(ServerStream::Kind::http_sse);
}

void StreamableHttpSession::begin_http_sse(std::string target) {
  if (!http_sse_initialize_) return;
  endpoint_.log(LogLevel::information, "speaks HTTP+SSE (2024-11-05)");
  endpoint_.set_http_sse_target(std::move(target));
  OutgoingMessage initialize = *std::exchange(http_sse_initialize_, {});
  backlog_ += initialize.text->size();
  start_post(std::move(initialize));
  release_held_messages();
}

void StreamableHttpSession::end_http_sse(std::string_view reason, std::optional<Error> refusal) {
  stream_.reset();
  if (!http_sse_initialize_) {
    return end({ErrorKind::unavailable,
                "the event stream of the server at " + endpoint_.origin() + " ended: " + std::string(reason)});
  }
  const OutgoingMessage initialize = *std::exchange(http_sse_initialize_, {});
  endpoint_.log(LogLevel::debug, "does not speak HTTP+SSE either: " + std::string(reason));
  if (refusal && refusal->kind == ErrorKind::login_required) {
    delivery_.refuse_request(initialize.id, *refusal);
  } else {
    delivery_.fail_request(initialize.id, refusal ? refusal->message : http_sse_refusal_);
  }
  if (!is_over_) release_held_messages();
}

// --- ending ----------------------------------------------------------------------------------------------------------

void StreamableHttpSession::close() {
  if (is_over_ || std::exchange(is_closing_, true)) return;
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
  if (is_over_) return;
  stop_all();
  is_over_ = true;
  delivery_.close(reason);
}

void StreamableHttpSession::abandon() {
  delivery_.stop();
  is_over_ = true;
  stop_all();
  deletion_.reset();
  endpoint_.release();
}

void StreamableHttpSession::stop_all() {
  for (const auto& [key, post] : std::exchange(posts_, {})) post->stop();
  if (const auto stream = std::exchange(stream_, nullptr)) stream->stop();
  requests_.queued.clear();
  other_messages_.queued.clear();
  held_messages_.clear();
  backlog_ = 0;
}

}  // namespace workbench::http::transport
