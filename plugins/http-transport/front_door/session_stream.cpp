#include "front_door/session_stream.hpp"

#include <utility>

#include "front_door/sse.hpp"

namespace workbench::http {

void SessionStream::connect(std::shared_ptr<AnswerStream> connection, std::optional<std::uint64_t> after) {
  if (is_connected()) connection_->finish();
  connection_ = std::move(connection);
  bool has_missed = false;
  log_.replay(after.value_or(last_sent_), [&](const std::string& event) {
    has_missed = true;
    connection_->send(event, [] {});
  });
  last_sent_ = last_event_;
  if (is_finished_) return connection_->finish();
  if (!has_missed && sends_cursors_) connection_->on_begin([this] { send_cursor(); });
}

/// An event without data gives the client an id with which it can resume before anything has happened.
void SessionStream::send_cursor() {
  connection_->send(event_of({}, id_of(last_event_)), [] {});
}

void SessionStream::send(const std::string& message, std::function<void()> written) {
  if (is_connected()) connection_->begin();  // whose cursor comes before this event
  std::string event = event_of(message, id_of(++last_event_));
  log_.add(last_event_, event);
  if (!is_connected()) return written();
  last_sent_ = last_event_;
  connection_->send(std::move(event), std::move(written));
}

void SessionStream::finish() {
  is_finished_ = true;
  if (is_connected()) connection_->finish();
}

}  // namespace workbench::http
