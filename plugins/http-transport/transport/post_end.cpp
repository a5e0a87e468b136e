// How a Post ends, or takes up its stream again.

#include <utility>

#include "transport/post.hpp"
#include "transport/streamable_http_session.hpp"

namespace workbench::http::remote {
namespace {

constexpr int kMostResumptions = 5;
constexpr std::chrono::milliseconds kUsualRetry{1'000};

}  // namespace

/// "If the stream is broken, the client SHOULD attempt to resume": in the legacy era, from the last event with an
/// id.
bool Post::resume_later() {
  if (outgoing_.is_modern() || !outgoing_.is_request() || reader_.last_id().empty()) return false;
  if (resumptions_ == kMostResumptions) return false;
  ++resumptions_;
  timer_ = conversation_->host().loop().after(reader_.retry().value_or(kUsualRetry), [this] { resume(); });
  return true;
}

void Post::resume() {
  timer_.reset();
  is_resumed_ = true;
  HttpRequest request;
  request.method = "GET";
  request.target = conversation_->post_target();
  request.headers = "Accept: text/event-stream\r\n" + conversation_->common_headers() +
                    conversation_->session_headers() + "Last-Event-ID: " + reader_.last_id() + "\r\n";
  request.may_repeat = true;
  call_ = conversation_->request(std::move(request), weak_from_this());
}

/// Never asked again by itself: what tools do may not be done twice.
void Post::lose() {
  answer("the answer was lost: the server at " + conversation_->origin() +
         " ended its stream without it; whether the request was carried out is not known");
  finish();
}

void Post::drop() {
  is_answered_ = true;
  finish();
}

void Post::finish() {
  if (is_over_) return;
  const auto self = shared_from_this();
  stop();
  note_written();
  conversation_->retire(*this);
}

void Post::stop() {
  is_over_ = true;
  call_.reset();
  timer_.reset();
}

}  // namespace workbench::http::remote
