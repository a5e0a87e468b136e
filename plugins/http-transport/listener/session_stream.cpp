#include "listener/session_stream.hpp"

#include <utility>

#include "listener/sse.hpp"

namespace workbench::http {

void SessionStream::connect(std::shared_ptr<AnswerStream> connection, std::optional<std::uint64_t> after) {
  if (is_connected()) connection_->finish();
  connection_ = std::move(connection);
  std::string missed;
  log_.replay(after.value_or(last_sent_), [&](const std::string& event) { missed.append(event); });
  last_sent_ = last_event_;
  const bool has_missed = !missed.empty();
  // All at once: a client that comes back cannot have read the first of them before the last is sent.
  if (has_missed) connection_->send(std::move(missed), [] {});
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
