#include "transport/stdio_connection.hpp"

#include <chrono>
#include <utility>

#include "process/launch_texts.hpp"

namespace workbench::stdio {

StdioConnection::StdioConnection(Host& host, ServerLauncher& launcher, ProcessCommand command, SandboxSettings sandbox,
                                 std::string source)
    : host_(host),
      launcher_(launcher),
      source_(std::move(source)),
      stray_output_(host, source_),
      state_(Idle{std::move(command), std::move(sandbox)}) {}

void StdioConnection::start(ConnectionObserver& observer) {
  observer_ = &observer;
  Idle& idle = std::get<Idle>(state_);
  Result<LaunchedProcess> launched = launcher_.launch(std::move(idle.command), std::move(idle.sandbox), source_, *this);
  if (!launched) {
    state_ = Ended{launched.error()};
    return finish_soon();
  }
  state_ = Running{};
  process_ = std::move(launched->handle);
  writer_.emplace(host_.loop(), std::move(launched->input), static_cast<PipeWriter::Sink&>(*this));
  reader_.emplace(host_.loop(), std::move(launched->output), host_.limits().message_bytes,
                  static_cast<LineReader::Sink&>(*this));
}

void StdioConnection::send(Message message) {
  if (is<Running>() || is<HalfClosed>()) writer_->send(std::move(message));
}

std::size_t StdioConnection::backlog() const {
  return writer_ ? writer_->backlog() : 0;
}

void StdioConnection::pause_reading(bool paused) {
  if (reader_) reader_->pause(paused);
  if (!paused && is<Ended>()) finish_soon();
}

// Messages of the server.

void StdioConnection::on_line(std::string line) {
  stray_output_.check(line);
  observer_->on_message(std::move(line));
}

void StdioConnection::on_overlong(std::string_view beginning, bool has_no_memory) {
  observer_->on_undeliverable(describe_overlong("server", host_.limits().message_bytes, has_no_memory), beginning);
}

void StdioConnection::on_end() {
  on_stream_lost("closed its standard output");
}

void StdioConnection::on_written() {
  observer_->on_drained();
}

void StdioConnection::on_broken() {
  on_stream_lost("closed its standard input");
}

// Ending.

/// A server that has closed one of its streams is usually about to end, and its exit code is a better reason.
void StdioConnection::on_stream_lost(const char* what) {
  if (!is<Running>()) return;
  state_ = HalfClosed{what};
  process_->expect_end();
}

void StdioConnection::close() noexcept {
  if (is<Ended>()) {
    state_ = Closing{};
    finish_soon();
  } else if (is<Running>() || is<HalfClosed>()) {
    state_ = Closing{};
    // "First, closing the input stream to the child process", once everything sent before has been written.
    writer_->close_when_written();
    process_->stop();
  }
}

void StdioConnection::on_terminating() {
  writer_->close();
}

void StdioConnection::on_ended(const ProcessEnd& end) {
  if (!is<Closing>()) state_ = Ended{reason_of(end)};
  finish();
}

Error StdioConnection::reason_of(const ProcessEnd& end) const {
  const HalfClosed* const half_closed = std::get_if<HalfClosed>(&state_);
  const bool is_stopped = half_closed != nullptr && end.how == ProcessEnd::How::stopped;
  return is_stopped ? describe_stop(half_closed->what) : end.reason;
}

Error StdioConnection::reason() const {
  const Ended* const ended = std::get_if<Ended>(&state_);
  return ended != nullptr ? ended->reason : Error{ErrorKind::cancelled, "closed by the workbench"};
}

/// Not at once: the caller may be the observer, or an object that the observer destroys when the connection ends.
void StdioConnection::finish_soon() {
  finish_ = host_.loop().after(std::chrono::milliseconds(0), [this] { finish(); });
}

void StdioConnection::finish() {
  if (!deliver_rest()) return;
  const Error last = reason();
  state_ = Closed{last_words()};
  finish_.reset();
  writer_.reset();
  reader_.reset();
  process_.reset();
  observer_->on_closed(last);
}

/// Delivers messages that the server had written before it ended. False: the observer is paused, so the end has to
/// wait, or it has destroyed the connection.
bool StdioConnection::deliver_rest() {
  if (!reader_) return true;
  const LivenessCheck liveness(liveness_);
  reader_->read_rest();
  if (!liveness.is_alive()) return false;
  const bool must_wait = reader_->is_paused() && is<Ended>();
  if (!must_wait && !reader_->unfinished().empty()) {
    observer_->on_undeliverable(
        {ErrorKind::protocol, "the server ended in the middle of a message: " + reason().message},
        reader_->unfinished());
  }
  return liveness.is_alive() && !must_wait;
}

// Reports.

std::string StdioConnection::last_words() const {
  if (const Closed* const closed = std::get_if<Closed>(&state_)) return closed->last_words;
  return process_ ? process_->last_words() : std::string();
}

std::optional<int> StdioConnection::process_id() const {
  return process_ ? process_->process_id() : std::nullopt;
}

}  // namespace workbench::stdio
