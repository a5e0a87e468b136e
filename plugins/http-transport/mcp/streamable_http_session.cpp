#include "mcp/streamable_http_session.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "http-shared/json_text.hpp"
#include "mcp/post.hpp"
#include "mcp/refusal.hpp"
#include "mcp/server_stream.hpp"
#include "mcp/session_deletion.hpp"

namespace workbench::http::transport {
namespace {

// Each active post has a connection, and so a descriptor.
constexpr std::size_t kMaxActiveRequests = 128;
constexpr std::size_t kMaxActiveOthers = 64;
constexpr std::size_t kHighMark = 64U * 1024;
constexpr std::size_t kLowMark = 16U * 1024;
constexpr std::size_t kBeginning = 4096;  // of a message that cannot be delivered
constexpr int kInternalError = -32603;

/// Does not wait for its turn: a cancellation would come too late, and later messages wait for `initialized`. No server
/// can cause many of these.
bool is_urgent(const Outgoing& outgoing) {
  return outgoing.method == "notifications/cancelled" || outgoing.method == "notifications/initialized";
}

/// Not by a later notification, as of progress that goes on, and not by the response that progress was reported for. On
/// another connection they could be there first.
bool may_not_be_overtaken(const Outgoing& outgoing) {
  return outgoing.is_notification() && !is_urgent(outgoing);
}

}  // namespace

StreamableHttpSession::StreamableHttpSession(Host& host, ServerAddress address, std::string source,
                                             std::shared_ptr<oauth::TokenSource> tokens)
    : host_(host),
      address_(std::move(address)),
      source_(std::move(source)),
      tokens_(std::move(tokens)),
      client_(std::make_shared<HttpClient>(host.loop(), address_)),
      tool_headers_(host.json(), host.limits().tools_per_server),
      requests_{kMaxActiveRequests},
      other_messages_{kMaxActiveOthers} {}

// --- sending ---------------------------------------------------------------------------------------------------------

void StreamableHttpSession::send(const Message& message) {
  if (is_over_ || is_closing_) return;
  Outgoing outgoing = read_outgoing(json(), message);
  if (outgoing.method == "notifications/cancelled" && cancel(outgoing)) return;
  backlog_ += outgoing.text->size();
  was_above_high_mark_ = was_above_high_mark_ || backlog_ > kHighMark;
  if (is_holding_) return held_messages_.push_back(std::move(outgoing));
  dispatch(std::move(outgoing));
}

void StreamableHttpSession::dispatch(Outgoing outgoing) {
  Lane& lane = lane_of(outgoing);
  const bool is_next = lane.queued.empty() && has_turn(outgoing);
  if (!is_urgent(outgoing) && !is_next) return lane.queued.push_back(std::move(outgoing));
  start_post(std::move(outgoing));
}

bool StreamableHttpSession::has_turn(const Outgoing& outgoing) {
  const Lane& lane = lane_of(outgoing);
  return lane.active < lane.max_active && (outgoing.is_request() || !is_notifying_);
}

void StreamableHttpSession::start_post(Outgoing outgoing) {
  ++lane_of(outgoing).active;
  // "The client MUST send an initialized notification": later messages must not overtake it on another connection.
  if (outgoing.method == "notifications/initialized") is_holding_ = true;
  if (may_not_be_overtaken(outgoing)) is_notifying_ = true;
  auto post = std::make_shared<Post>(shared_from_this(), std::move(outgoing));
  posts_.emplace(post.get(), post);
  post->start();
}

/// True: nothing need be sent, because the request was not sent either, or closing its connection cancels it.
bool StreamableHttpSession::cancel(const Outgoing& cancellation) {
  const auto is_cancelled = [&](const Outgoing& one) {
    return one.is_request() && one.id.text() == cancellation.cancelled.text();
  };
  for (std::deque<Outgoing>* queue : {&requests_.queued, &held_messages_}) {
    const auto found = std::find_if(queue->begin(), queue->end(), is_cancelled);
    if (found == queue->end()) continue;
    backlog_ -= found->text->size();
    queue->erase(found);
    return true;
  }
  const auto found =
      std::find_if(posts_.begin(), posts_.end(), [&](const auto& one) { return is_cancelled(one.second->outgoing()); });
  // Over HTTP+SSE the response to a POST does not answer the request.
  if (found == posts_.end()) return negotiated_.version.empty() && !uses_http_sse();
  if (!found->second->outgoing().is_modern()) return false;
  found->second->drop();
  return true;
}

void StreamableHttpSession::handle_delivered(const Post& post) {
  const Outgoing& outgoing = post.outgoing();
  if (outgoing.method == "notifications/initialized" && is_holding_ && !is_over_) {
    if (!uses_http_sse()) {
      stream_ = std::make_shared<ServerStream>(shared_from_this(), ServerStream::Kind::listening);
      stream_->start();
    }
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
    Outgoing next = std::move(lane.queued.front());
    lane.queued.pop_front();
    start_post(std::move(next));
  }
}

void StreamableHttpSession::release_held_messages() {
  is_holding_ = false;
  start_queued(requests_);
  start_queued(other_messages_);
  while (!held_messages_.empty() && !is_holding_) {
    Outgoing next = std::move(held_messages_.front());
    held_messages_.pop_front();
    dispatch(std::move(next));
  }
}

void StreamableHttpSession::record_written(std::size_t bytes) {
  backlog_ -= bytes;
  if (backlog_ > kLowMark || !std::exchange(was_above_high_mark_, false) || observer_ == nullptr) return;
  observer_->on_drained();
}

std::unique_ptr<HttpCall> StreamableHttpSession::request(HttpRequest request,
                                                         std::weak_ptr<ResponseObserver> observer) {
  return client_->start(std::move(request), std::move(observer));
}

Headers StreamableHttpSession::common_headers() const {
  Headers headers = address_.headers;
  if (tokens_ != nullptr && !tokens_->token().empty()) {
    headers.emplace_back("Authorization", "Bearer " + tokens_->token());
  }
  return headers;
}

std::optional<Error> StreamableHttpSession::describe_no_token(const Error& reason) const {
  const std::string server = "the server at " + origin() + " ";
  if (reason.kind == ErrorKind::login_required) return Error{reason.kind, server + reason.message};
  // Not every server that answers 401 means OAuth.
  if (reason.kind == ErrorKind::not_found && !address_.oauth.is_configured) return std::nullopt;
  return Error{reason.kind, server + "requires authorization, and nobody can log in: " + reason.message};
}

// "If using HTTP, the client MUST include the MCP-Protocol-Version header": since 2025-06-18.
void StreamableHttpSession::append_session_headers(Headers& headers) const {
  if (!negotiated_.session_id.empty()) headers.emplace_back("Mcp-Session-Id", negotiated_.session_id);
  const std::string& version = negotiated_.version;
  if (version >= "2025-06-18") headers.emplace_back("MCP-Protocol-Version", version);
}

// --- receiving -------------------------------------------------------------------------------------------------------

void StreamableHttpSession::deliver(std::string message) {
  remove_line_breaks(message);
  if (observer_ != nullptr) observer_->on_message(std::move(message));
}

void StreamableHttpSession::deliver(CheckedMessage message) {
  if (observer_ != nullptr) observer_->on_checked_message(std::move(message));
}

void StreamableHttpSession::deliver_error(const Json& id, std::string_view text) {
  if (observer_ != nullptr) observer_->on_message(error_response(id.text(), kInternalError, text));
}

void StreamableHttpSession::deliver_request_failed(const Json& id, const Error& reason) {
  if (observer_ != nullptr) observer_->on_request_failed(id, reason);
}

void StreamableHttpSession::deliver_undeliverable(const Error& what, std::string_view beginning) {
  if (observer_ != nullptr) observer_->on_undeliverable(what, beginning.substr(0, kBeginning));
}

void StreamableHttpSession::deliver_overlong(std::string_view beginning) {
  const Error what{ErrorKind::protocol, "a message from the server is longer than " +
                                            std::to_string(host_.limits().message_bytes) +
                                            " bytes (limits.messageBytes)"};
  deliver_undeliverable(what, beginning);
}

void StreamableHttpSession::pause_reading(bool paused) {
  if (client_ != nullptr) client_->pause(paused);
}

// --- HTTP+SSE -------------------------------------------------------------------------------------

void StreamableHttpSession::try_http_sse(const Outgoing& initialize, std::string refusal) {
  is_holding_ = true;
  http_sse_initialize_ = initialize;
  http_sse_refusal_ = std::move(refusal);
  stream_ = std::make_shared<ServerStream>(shared_from_this(), ServerStream::Kind::http_sse);
  stream_->start();
}

void StreamableHttpSession::set_http_sse_target(std::string target) {
  if (!http_sse_initialize_) return;
  log(LogLevel::information, "speaks HTTP+SSE (2024-11-05)");
  http_sse_target_ = std::move(target);
  Outgoing initialize = *std::exchange(http_sse_initialize_, {});
  backlog_ += initialize.text->size();
  start_post(std::move(initialize));
  release_held_messages();
}

void StreamableHttpSession::end_http_sse(std::string_view reason, std::optional<Error> refusal) {
  stream_.reset();
  if (!http_sse_initialize_) {
    return end(
        {ErrorKind::unavailable, "the event stream of the server at " + origin() + " ended: " + std::string(reason)});
  }
  const Outgoing initialize = *std::exchange(http_sse_initialize_, {});
  log(LogLevel::debug, "does not speak HTTP+SSE either: " + std::string(reason));
  if (refusal && refusal->kind == ErrorKind::login_required) {
    deliver_request_failed(initialize.id, *refusal);
  } else {
    deliver_error(initialize.id, refusal ? refusal->message : http_sse_refusal_);
  }
  if (!is_over_) release_held_messages();
}

// --- ending ----------------------------------------------------------------------------------------------------------

void StreamableHttpSession::close() {
  if (is_over_ || std::exchange(is_closing_, true)) return;
  const bool has_session = !negotiated_.session_id.empty();
  stop_all();
  client_->pause(false);  // for the response to the DELETE
  const auto closed = [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->end({ErrorKind::cancelled, "closed by the workbench"});
  };
  if (!has_session) return host_.loop().post(closed);
  deletion_ = std::make_shared<SessionDeletion>(*this, closed);
  deletion_->start();
}

void StreamableHttpSession::end(const Error& reason) {
  if (is_over_) return;
  stop_all();
  is_over_ = true;
  if (observer_ != nullptr) std::exchange(observer_, nullptr)->on_closed(reason);
}

void StreamableHttpSession::end_by_server(const ResponseHead& head) {
  end({ErrorKind::unavailable, "the server at " + origin() + " has ended the session (" + status_of(head) + ")"});
}

void StreamableHttpSession::abandon() {
  observer_ = nullptr;
  is_over_ = true;
  stop_all();
  deletion_.reset();
  client_.reset();
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
