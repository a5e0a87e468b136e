#include "mcp/session_stream.hpp"

#include <utility>

#include "http-shared/sse.hpp"

namespace workbench::http {

void EventLog::add(std::uint64_t number, const Message& event, std::string change) {
  if (!change.empty()) drop_equal(change);
  bytes_ += event.size();
  events_.push_back({number, event, std::move(change)});
  count_memory();
  while (events_.size() > 1 && (bytes_ > kept_.max_bytes || memory_.is_half_used())) drop_oldest();
}

void EventLog::drop_oldest() {
  bytes_ -= events_.front().text.size();
  events_.pop_front();
  count_memory();
}

void EventLog::drop_equal(const std::string& change) {
  std::erase_if(events_, [&](const Event& event) {
    if (event.change != change) return false;
    bytes_ -= event.text.size();
    return true;
  });
}

void EventLog::count_memory() {
  memory_.set(bytes_, [this] { return kept_.client; });
}

Message EventLog::events_after(std::uint64_t number) const {
  Message text;
  for (const Event& event : events_) {
    if (event.number > number) text.append(event.text);
  }
  return text;
}

void EventLog::drop_until(std::uint64_t number) {
  while (!events_.empty() && events_.front().number <= number) drop_oldest();
}

void SessionStream::connect(std::shared_ptr<OutgoingResponse> connection, std::optional<std::uint64_t> after) {
  if (is_connected()) connection_->finish();
  connection_ = std::move(connection);
  if (after) log_.drop_until(*after);
  Message missed = log_.events_after(after.value_or(last_sent_));
  last_sent_ = last_event_;
  const bool has_missed = missed.size() != 0;
  const auto connected = connection_;  // send() may disconnect it
  // In one piece: a client that resumes cannot have read the first event before the last one is sent.
  if (has_missed) connected->send(std::move(missed));
  if (is_finished_) return connected->finish();
  if (has_missed || !is_primed_) return;
  // "the server SHOULD immediately send an SSE event consisting of an event ID and an empty data field"
  connected->on_begin([this] { connection_->send(format_event({}, id_of(last_event_))); });
}

void SessionStream::send(Message message, std::string change) {
  if (is_connected()) connection_->begin();  // whose priming event precedes this one
  Message event = format_event(std::move(message), id_of(++last_event_));
  log_.add(last_event_, event, std::move(change));
  if (!is_connected()) return;
  last_sent_ = last_event_;
  connection_->send(std::move(event));
}

// Without a connection, the client cannot fetch what is not an event.
void SessionStream::send_response(std::string_view id, Message response) {
  if (form_ == Form::events) return send(std::move(response));
  if (array_ != nullptr && is_connected()) array_->add(id, std::move(response));
}

void SessionStream::finish() {
  if (!std::exchange(is_finished_, true)) finished_at_ = std::chrono::steady_clock::now();
  if (!is_connected()) return;
  if (array_ != nullptr) return connection_->respond(array_->http_response());
  connection_->finish();
}

}  // namespace workbench::http
