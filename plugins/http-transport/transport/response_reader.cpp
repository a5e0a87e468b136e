#include "transport/response_reader.hpp"

#include <utility>

#include "transport/streamable_http_session.hpp"

namespace workbench::http::transport {

ResponseReader::ResponseReader(std::shared_ptr<StreamableHttpSession> session)
    : events_(session->host().limits().message_bytes), session_(std::move(session)) {}

void ResponseReader::send(HttpRequest request) {
  call_ = session_->request(std::move(request), weak_from_this());
}

void ResponseReader::on_part(ResponsePart part) {
  if (is_over_) return;
  if (session_->is_paused()) {
    held_part_ = std::move(part);
  } else {
    handle_part(part);
  }
}

void ResponseReader::on_failed(HttpFailure failure) {
  if (is_over_) return;
  if (session_->is_paused()) {
    held_failure_ = std::move(failure);
  } else {
    handle_failure(failure);
  }
}

void ResponseReader::read_on() {
  if (is_over_ || session_->is_paused() || (!held_part_ && !held_failure_)) return;
  session_->host().loop().post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr || self->is_over_ || self->session_->is_paused()) return;
    if (self->held_part_) return self->handle_part(*std::exchange(self->held_part_, {}));
    if (self->held_failure_) self->handle_failure(*std::exchange(self->held_failure_, {}));
  });
}

void ResponseReader::handle_part(const ResponsePart& part) {
  if (part.head && !handle_head(*part.head)) return;
  handle_body(part.body);
  if (is_over_) return;
  if (part.is_last) return handle_complete();
  call_->read_on();
}

void ResponseReader::read_events(std::string_view bytes) {
  MoveOnlyFunction<void(SseEvent)> on_event = [this](SseEvent event) {
    if (!is_over_) handle_event(std::move(event));
  };
  MoveOnlyFunction<void(std::string_view)> on_overlong = [this](std::string_view beginning) {
    if (!is_over_) session_->deliver_undeliverable(beginning);
  };
  events_.read(bytes, on_event, on_overlong);
}

void ResponseReader::stop() {
  is_over_ = true;
  call_.reset();
  timer_.reset();
}

}  // namespace workbench::http::transport
