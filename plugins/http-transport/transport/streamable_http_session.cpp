#include "transport/streamable_http_session.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "transport/post.hpp"
#include "transport/server_stream.hpp"
#include "transport/session_deletion.hpp"

namespace workbench::http::remote {
namespace {

// Each has a connection of its own, and so a descriptor.
constexpr std::size_t kMostRequests = 128;
constexpr std::size_t kHighMark = 64U * 1024;
constexpr std::size_t kLowMark = 16U * 1024;
constexpr std::size_t kBeginning = 4096;

}  // namespace

StreamableHttpSession::StreamableHttpSession(Host& host, std::shared_ptr<IoThread> io, ServerAddress address,
                                             std::string source)
    : host_(host),
      io_(std::move(io)),
      address_(std::move(address)),
      source_(std::move(source)),
      tool_headers_(host.json()) {
  client_.emplace(io_, host_.loop(), address_);
}

// --- sending ---------------------------------------------------------------------------------------------------------

void StreamableHttpSession::send(const Message& message) {
  if (is_over_ || is_closing_) return;
  Outgoing outgoing = read_outgoing(json(), message);
  if (outgoing.method == "notifications/cancelled" && cancel(outgoing)) return;
  backlog_ += outgoing.text->size();
  has_piled_up_ = has_piled_up_ || backlog_ > kHighMark;
  if (is_gate_closed_) return behind_gate_.push_back(std::move(outgoing));
  dispatch(std::move(outgoing));
}

void StreamableHttpSession::dispatch(Outgoing outgoing) {
  if (outgoing.is_request() && requests_under_way_ >= kMostRequests) {
    return waiting_requests_.push_back(std::move(outgoing));
  }
  begin_post(std::move(outgoing));
}

void StreamableHttpSession::begin_post(Outgoing outgoing) {
  if (outgoing.method == "initialize" && !authorization_refusal_.empty()) {
    host_.loop().post([weak = weak_from_this(), outgoing = std::move(outgoing)] {
      const auto self = weak.lock();
      if (self == nullptr) return;
      self->note_written(outgoing.text->size());
      self->deliver_error(outgoing.id, self->authorization_refusal_);
    });
    return;
  }
  if (outgoing.is_request()) ++requests_under_way_;
  // "The client MUST send an initialized notification": what follows it must not overtake it on another connection.
  if (outgoing.method == "notifications/initialized") is_gate_closed_ = true;
  auto post = std::make_shared<Post>(shared_from_this(), std::move(outgoing));
  posts_.emplace(post.get(), post);
  post->start();
}

/// True: nothing is to be sent, because the request has not been sent either or ends with its connection.
bool StreamableHttpSession::cancel(const Outgoing& cancellation) {
  const auto is_meant = [&](const Outgoing& one) {
    return one.is_request() && one.id.text() == cancellation.cancelled.text();
  };
  for (std::deque<Outgoing>* queue : {&waiting_requests_, &behind_gate_}) {
    const auto found = std::find_if(queue->begin(), queue->end(), is_meant);
    if (found == queue->end()) continue;
    backlog_ -= found->text->size();
    queue->erase(found);
    return true;
  }
  const auto found =
      std::find_if(posts_.begin(), posts_.end(), [&](const auto& one) { return is_meant(one.second->outgoing()); });
  if (found == posts_.end()) return session_.version.empty();
  if (!found->second->outgoing().is_modern()) return false;
  found->second->drop();
  return true;
}

void StreamableHttpSession::retire(const Post& post) {
  const auto found = posts_.find(&post);
  if (found == posts_.end()) return;
  const std::shared_ptr<Post> ended = std::move(found->second);
  posts_.erase(found);
  const Outgoing& outgoing = ended->outgoing();
  if (outgoing.is_request()) --requests_under_way_;
  if (outgoing.method == "notifications/initialized" && !is_over_) {
    if (!speaks_old_transport()) {
      stream_ = std::make_shared<ServerStream>(shared_from_this(), ServerStream::Kind::listening);
      stream_->start();
    }
    open_gate();
  }
  if (!outgoing.cancelled.is_absent()) {
    const auto cancelled = std::find_if(posts_.begin(), posts_.end(), [&](const auto& one) {
      return one.second->outgoing().is_request() && one.second->outgoing().id.text() == outgoing.cancelled.text();
    });
    if (cancelled != posts_.end()) cancelled->second->drop();
  }
  begin_next();
}

void StreamableHttpSession::begin_next() {
  while (!waiting_requests_.empty() && requests_under_way_ < kMostRequests && !is_gate_closed_ && !is_over_) {
    Outgoing next = std::move(waiting_requests_.front());
    waiting_requests_.pop_front();
    begin_post(std::move(next));
  }
}

void StreamableHttpSession::open_gate() {
  is_gate_closed_ = false;
  while (!behind_gate_.empty() && !is_gate_closed_) {
    Outgoing next = std::move(behind_gate_.front());
    behind_gate_.pop_front();
    dispatch(std::move(next));
  }
}

void StreamableHttpSession::note_written(std::size_t bytes) {
  backlog_ -= bytes;
  if (backlog_ > kLowMark || !std::exchange(has_piled_up_, false) || observer_ == nullptr) return;
  observer_->on_drained();
}

std::unique_ptr<HttpCall> StreamableHttpSession::request(HttpRequest request,
                                                         std::weak_ptr<ResponseObserver> observer) {
  return client_->start(std::move(request), std::move(observer));
}

std::string StreamableHttpSession::common_headers() const {
  std::string lines;
  for (const auto& [name, value] : address_.headers) lines.append(name).append(": ").append(value).append("\r\n");
  return lines;
}

// "If using HTTP, the client MUST include the MCP-Protocol-Version header": since 2025-06-18.
std::string StreamableHttpSession::session_headers() const {
  std::string lines;
  if (!session_.id.empty()) lines.append("Mcp-Session-Id: ").append(session_.id).append("\r\n");
  if (session_.version >= "2025-06-18") lines.append("MCP-Protocol-Version: ").append(session_.version).append("\r\n");
  return lines;
}

// --- receiving -------------------------------------------------------------------------------------------------------

void StreamableHttpSession::deliver(std::string message) {
  // The message may travel on where a line is a message. Inside of strings there can be none.
  std::replace_if(
      message.begin(), message.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  if (observer_ != nullptr) observer_->on_message(std::move(message));
}

void StreamableHttpSession::deliver_error(const Json& id, std::string_view text) {
  if (observer_ != nullptr) observer_->on_message(error_answer(json(), id, text));
}

void StreamableHttpSession::deliver_undeliverable(std::string_view beginning) {
  if (observer_ == nullptr) return;
  const Error what{ErrorKind::protocol, "a message from the server is longer than " +
                                            std::to_string(host_.limits().message_bytes) +
                                            " bytes (limits.messageBytes)"};
  observer_->on_undeliverable(what, beginning.substr(0, kBeginning));
}

void StreamableHttpSession::pause_reading(bool paused) {
  is_paused_ = paused;
  if (paused) return;
  std::vector<std::shared_ptr<Post>> posts;
  for (const auto& [key, post] : posts_) posts.push_back(post);
  for (const auto& post : posts) post->read_on();
  if (stream_ != nullptr) stream_->read_on();
}

// --- the transport of 2024-11-05 -------------------------------------------------------------------------------------

void StreamableHttpSession::try_old_transport(const Outgoing& initialize, std::string refusal) {
  is_gate_closed_ = true;
  old_initialize_ = initialize;
  old_refusal_ = std::move(refusal);
  stream_ = std::make_shared<ServerStream>(shared_from_this(), ServerStream::Kind::http_sse);
  stream_->start();
}

void StreamableHttpSession::take_old_endpoint(std::string target) {
  if (!old_initialize_) return;
  log(LogLevel::information, "speaks the HTTP+SSE transport of 2024-11-05");
  old_target_ = std::move(target);
  Outgoing initialize = *std::exchange(old_initialize_, {});
  backlog_ += initialize.text->size();
  begin_post(std::move(initialize));
  open_gate();
}

void StreamableHttpSession::give_up_old_transport(std::string_view why) {
  stream_.reset();
  if (!old_initialize_) {
    return end(
        {ErrorKind::unavailable, "the event stream of the server at " + origin() + " ended: " + std::string(why)});
  }
  const Outgoing initialize = *std::exchange(old_initialize_, {});
  log(LogLevel::debug, "is no server of the HTTP+SSE transport either: " + std::string(why));
  deliver_error(initialize.id, old_refusal_);
  if (!is_over_) open_gate();
}

// --- ending ----------------------------------------------------------------------------------------------------------

void StreamableHttpSession::close() {
  if (is_over_ || std::exchange(is_closing_, true)) return;
  const bool has_session = !session_.id.empty();
  drop_everything();
  const auto closed = [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->end({ErrorKind::cancelled, "closed by the workbench"});
  };
  if (!has_session) return host_.loop().post(closed);
  farewell_ = std::make_shared<SessionDeletion>(*this, closed);
  farewell_->start();
}

void StreamableHttpSession::end(const Error& reason) {
  if (is_over_) return;
  drop_everything();
  is_over_ = true;
  if (observer_ != nullptr) std::exchange(observer_, nullptr)->on_closed(reason);
}

void StreamableHttpSession::abandon() {
  observer_ = nullptr;
  is_over_ = true;
  drop_everything();
  farewell_.reset();
  client_.reset();
}

void StreamableHttpSession::drop_everything() {
  for (const auto& [key, post] : std::exchange(posts_, {})) post->stop();
  if (const auto stream = std::exchange(stream_, nullptr)) stream->stop();
  waiting_requests_.clear();
  behind_gate_.clear();
  backlog_ = 0;
}

}  // namespace workbench::http::remote
