#include "transport/server_stream.hpp"

#include <algorithm>
#include <utility>

#include "transport/refusal.hpp"
#include "transport/streamable_http_session.hpp"

namespace workbench::http::remote {
namespace {

constexpr std::chrono::milliseconds kUsualRetry{1'000};
constexpr std::chrono::milliseconds kMaxPause{30'000};

}  // namespace

ServerStream::ServerStream(std::shared_ptr<StreamableHttpSession> conversation, Kind kind)
    : conversation_(std::move(conversation)), kind_(kind), reader_(conversation_->host().limits().message_bytes) {}

void ServerStream::start() {
  ask();
  if (kind_ == Kind::listening) return;
  timer_ = conversation_->host().loop().after(conversation_->address().connect_limit,
                                              [this] { take_end("it names no endpoint"); });
}

void ServerStream::ask() {
  HttpRequest request;
  request.method = "GET";
  request.target = conversation_->address().url.target;
  request.headers = "Accept: text/event-stream\r\n" + conversation_->common_headers();
  request.headers += conversation_->session_headers();
  if (!reader_.last_id().empty()) request.headers += "Last-Event-ID: " + reader_.last_id() + "\r\n";
  request.may_repeat = true;
  reader_.restart();
  call_ = conversation_->request(std::move(request), weak_from_this());
}

void ServerStream::stop() {
  is_over_ = true;
  call_.reset();
  timer_.reset();
}

// --- reading ---------------------------------------------------------------------------------------------------------

void ServerStream::on_part(ResponsePart part) {
  if (is_over_) return;
  if (conversation_->is_paused()) {
    held_part_ = std::move(part);
  } else {
    take_part(part);
  }
}

void ServerStream::read_on() {
  if (is_over_ || !held_part_) return;
  conversation_->host().loop().post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr || self->is_over_ || !self->held_part_ || self->conversation_->is_paused()) return;
    self->take_part(*std::exchange(self->held_part_, {}));
  });
}

void ServerStream::take_part(const ResponsePart& part) {
  if (part.head && !take_head(*part.head)) return;
  MoveOnlyFunction<void(SseEvent)> on_event = [this](SseEvent event) {
    if (!is_over_) take_event(std::move(event));
  };
  MoveOnlyFunction<void(std::string_view)> on_overlong = [this](std::string_view beginning) {
    if (!is_over_) conversation_->deliver_undeliverable(beginning);
  };
  reader_.read(part.body, on_event, on_overlong);
  if (is_over_) return;
  if (part.is_last) return take_end("the server closed it");
  call_->read_on();
}

/// False: this is no stream to read.
bool ServerStream::take_head(const ResponseHead& head) {
  if (head.status == 200 && head.content_type == "text/event-stream") {
    has_been_open_ = true;
    return true;
  }
  const std::string why = "a GET was answered with " + status_of(head);
  const bool may_come_back = head.status != 405 && (has_been_open_ || head.status == 429 || head.status >= 500);
  if (kind_ == Kind::http_sse) {
    take_end(why);
  } else if (head.status == 404 && !conversation_->session().id.empty() && has_been_open_) {
    conversation_->end({ErrorKind::unavailable, "the server at " + conversation_->origin() +
                                                    " has ended the session (" + status_of(head) + ")"});
  } else if (may_come_back) {
    conversation_->log(LogLevel::debug, "is asked for its stream again later: " + why);
    take_end(why);
  } else {
    // "or else return HTTP 405": a server need not have anything to say by itself.
    conversation_->log(LogLevel::debug, "offers no stream of its own: " + why);
    stop();
  }
  return false;
}

void ServerStream::take_event(SseEvent event) {
  pause_ = std::chrono::milliseconds(0);
  if (kind_ == Kind::http_sse && event.name == "endpoint") return take_endpoint(event.data);
  if (event.name == "message") conversation_->deliver(std::move(event.data));
}

void ServerStream::take_endpoint(const std::string& reference) {
  if (conversation_->speaks_old_transport()) return;
  const Url& url = conversation_->address().url;
  const auto endpoint = resolve(url, reference);
  if (!endpoint || !have_same_origin(*endpoint, url)) {
    return take_end("its endpoint is not at the same origin" + (endpoint ? ", but at " + endpoint->origin() : ""));
  }
  timer_.reset();
  conversation_->take_old_endpoint(endpoint->target);
}

// --- ending ----------------------------------------------------------------------------------------------------------

void ServerStream::on_failed(HttpFailure failure) {
  if (!is_over_) take_end(failure.reason);
}

void ServerStream::take_end(const std::string& why) {
  const auto self = shared_from_this();
  call_.reset();
  if (kind_ == Kind::http_sse) {
    stop();
    return conversation_->give_up_old_transport(why);
  }
  pause_ = std::max(reader_.retry().value_or(kUsualRetry), std::min(2 * pause_, kMaxPause));
  timer_ = conversation_->host().loop().after(pause_, [this] { ask(); });
}

}  // namespace workbench::http::remote
