#include "listener/response_stream.hpp"

#include <utility>

#include "listener/sse.hpp"

namespace workbench::http {

void AnswerStream::start(std::function<void()> gone) {
  gone_ = std::move(gone);
  exchange_->on_gone([weak = weak_from_this()] {
    const auto stream = weak.lock();
    if (stream == nullptr || std::exchange(stream->is_over_, true)) return;
    stream->tick_.cancel();
    if (const auto told = std::exchange(stream->gone_, nullptr)) told();
  });
  wait_for_tick();
}

void AnswerStream::wait_for_tick() {
  tick_.expires_after(keep_alive_);
  tick_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto stream = weak.lock();
    if (error || stream == nullptr || stream->is_over_) return;
    stream->begin();
    stream->exchange_->send(std::string(kKeepAliveComment), [] {});
    stream->wait_for_tick();
  });
}

void AnswerStream::begin() {
  if (is_over_ || has_begun()) return;
  exchange_->begin_events(fields_);
  if (const auto begun = std::exchange(begun_, nullptr)) begun();
}

void AnswerStream::send(std::string event, std::function<void()> written) {
  if (is_over_) return written();
  begin();
  const std::size_t unread = exchange_->unsent();
  exchange_->send(std::move(event), std::move(written));
  if (unread <= host_.limits().message_bytes) return;
  host_.log(LogLevel::warning, "listener 'http'",
            "a client is cut off: it has not read " + std::to_string(unread) +
                " bytes of its events, more than limits.messageBytes");
  exchange_->abort();
}

void AnswerStream::finish() {
  begin();  // an end without a beginning would leave the request unanswered
  if (std::exchange(is_over_, true)) return;
  tick_.cancel();
  gone_ = nullptr;
  exchange_->finish();
}

void AnswerStream::answer(Answer answer) {
  if (has_begun()) {
    const std::string* type = answer.fields.find("Content-Type");
    if (type != nullptr && *type == "application/json") send(event_of(answer.body, {}), [] {});
    return finish();
  }
  if (std::exchange(is_over_, true)) return;
  tick_.cancel();
  gone_ = nullptr;
  for (const auto& [name, value] : fields_) answer.fields.add(name, value);
  exchange_->answer(std::move(answer));
}

void AnswerStream::let_go() {
  gone_ = nullptr;
}

void AnswerStream::abort() {
  exchange_->abort();
}

}  // namespace workbench::http
