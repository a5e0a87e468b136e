#include "listener/session_stream.hpp"

#include <utility>

namespace workbench::http {

void EventLog::add(std::uint64_t number, std::string event) {
  bytes_ += event.size();
  events_.push_back({number, std::move(event)});
  while (bytes_ > max_bytes_ && events_.size() > 1) {
    bytes_ -= events_.front().text.size();
    events_.pop_front();
  }
}

std::string EventLog::events_after(std::uint64_t number) const {
  std::string text;
  for (const Event& event : events_) {
    if (event.number > number) text.append(event.text);
  }
  return text;
}

void SessionStream::connect(std::shared_ptr<ResponseStream> connection, std::optional<std::uint64_t> after) {
  if (is_connected()) connection_->finish();
  connection_ = std::move(connection);
  std::string missed = log_.events_after(after.value_or(last_sent_));
  last_sent_ = last_event_;
  const bool has_missed = !missed.empty();
  // In one piece: a client that resumes cannot have read the first event before the last one is sent.
  if (has_missed) connection_->send(std::move(missed), [] {});
  if (is_finished_) return connection_->finish();
  if (has_missed || !is_primed_) return;
  // "the server SHOULD immediately send an SSE event consisting of an event ID and an empty data field"
  connection_->on_begin([this] { connection_->send(format_event({}, id_of(last_event_)), [] {}); });
}

void SessionStream::send(const std::string& message, std::function<void()> written) {
  if (is_connected()) connection_->begin();  // whose priming event precedes this one
  std::string event = format_event(message, id_of(++last_event_));
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
