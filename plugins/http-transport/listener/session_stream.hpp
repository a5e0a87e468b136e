#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "listener/event_log.hpp"
#include "listener/response_stream.hpp"

namespace workbench::http {

/// One stream of a session: that of a POST with requests, or the standing one that a GET opens. It outlives its
/// connection: what comes while there is none is kept, and sent when the client resumes it. [io thread]
class SessionStream {
 public:
  /// `number` is unique in the session and the first part of the ids of its events. `sends_cursors`: a stream begins
  /// with an event that has an id alone (since 2025-11-25). `kept_bytes`: at most so much is kept, and the latest event
  /// in any case.
  SessionStream(std::uint64_t number, bool sends_cursors, std::size_t kept_bytes)
      : number_(number), sends_cursors_(sends_cursors), log_(kept_bytes) {}

  /// Sends everything to `connection` from now on, beginning with what came after event `after`, absent: with what was
  /// never sent. A connection that it had before is finished.
  void connect(std::shared_ptr<AnswerStream> connection, std::optional<std::uint64_t> after);
  void disconnect() { connection_ = nullptr; }
  [[nodiscard]] bool is_connected() const { return connection_ != nullptr && !connection_->is_over(); }
  [[nodiscard]] AnswerStream* connection() const { return connection_.get(); }

  /// Sends one message as an event, or keeps it.
  void send(const std::string& message, std::function<void()> written);

  /// No event follows.
  void finish();
  [[nodiscard]] bool is_finished() const { return is_finished_; }

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] std::size_t kept_bytes() const { return log_.bytes(); }

  /// One more request of the POST is to be answered here, or one less.
  void expect_answer() { ++awaited_; }
  void note_answered() { --awaited_; }
  [[nodiscard]] bool is_awaited() const { return awaited_ > 0; }

 private:
  [[nodiscard]] std::string id_of(std::uint64_t event) const {
    return std::to_string(number_) + "-" + std::to_string(event);
  }
  void send_cursor();

  const std::uint64_t number_;
  const bool sends_cursors_;
  std::size_t awaited_ = 0;
  std::uint64_t last_event_ = 0;
  std::uint64_t last_sent_ = 0;
  EventLog log_;
  std::shared_ptr<AnswerStream> connection_;
  bool is_finished_ = false;
};

}  // namespace workbench::http
