#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/move_only_function.hpp>

namespace workbench::http::remote {

/// One server-sent event.
struct SseEvent {
  std::string name = "message";
  std::string data;  ///< its lines joined by '\n'
};

/// Reads a `text/event-stream` as it comes, cut anywhere. Lines end with CR, LF or CRLF; comments and unknown fields
/// are passed over; an event without data is none, but its id counts.
class SseReader {
 public:
  /// Events whose data is longer than `limit` bytes are left out.
  explicit SseReader(std::size_t limit) : limit_(limit) {}

  /// Takes more of the stream. `on_event` hears each event that it completes, `on_overlong` the beginning of the data
  /// of one that is too long. Neither may destroy the reader.
  void read(std::string_view bytes, MoveOnlyFunction<void(SseEvent)>& on_event,
            MoveOnlyFunction<void(std::string_view)>& on_overlong);

  /// A new stream that goes on where the last one ended: what was left of that one's last event is forgotten, the last
  /// id is not.
  void restart();

  /// Of the last event that had one, also in an earlier stream; empty: none had.
  [[nodiscard]] const std::string& last_id() const { return last_id_; }
  /// The server's wish how long to wait before the stream is taken up again.
  [[nodiscard]] std::optional<std::chrono::milliseconds> retry() const { return retry_; }

 private:
  void take_line();
  void take_field(std::string_view name, std::string_view value);
  void take_data(std::string_view value);
  void finish_event(MoveOnlyFunction<void(SseEvent)>& on_event, MoveOnlyFunction<void(std::string_view)>& on_overlong);
  void append_to_line(std::string_view text);

  const std::size_t limit_;
  std::string line_;
  bool is_line_cut_ = false;  ///< longer than what is kept of it
  bool skips_newline_ = false;
  bool is_at_start_ = true;

  SseEvent event_;
  bool has_data_ = false;
  bool is_overlong_ = false;
  std::string id_;  ///< takes effect at the end of the event
  std::string last_id_;
  std::optional<std::chrono::milliseconds> retry_;
};

}  // namespace workbench::http::remote
