#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/message.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::http {

// The format of event streams (`text/event-stream`), in both directions. Not tied to a thread.

/// One server-sent event.
struct SseEvent {
  std::string name = "message";
  std::string data;  ///< its lines joined by '\n'
};

/// Parses a `text/event-stream` that arrives in pieces, whatever these are. Lines end with CR, LF or CRLF. Comments and
/// unknown fields are ignored, and so is a byte order mark before any line: some servers write one with each event. An
/// event without data is not reported, but its id counts. The id of a line that is too long is ignored, because its
/// beginning alone would name another event.
class SseReader {
 public:
  /// Events with more than `limit` bytes of data are not delivered.
  explicit SseReader(std::size_t limit) : limit_(limit) {}

  /// Parses more of the stream. Calls `on_event` for each complete event, and `on_overlong` with the beginning of the
  /// data of an event that is too long. Neither may destroy the reader.
  void read(std::string_view bytes, MoveOnlyFunction<void(SseEvent)>& on_event,
            MoveOnlyFunction<void(std::string_view)>& on_overlong);

  /// A new stream continues the last one: its last event is dropped if it was incomplete, but the last id is kept.
  void restart();
  /// A new stream has nothing to do with the last one: its id and its retry time are forgotten, too.
  void begin_anew();

  /// The id of the last event that had one, in earlier streams, too; empty: there was none.
  [[nodiscard]] const std::string& last_id() const { return last_id_; }
  /// How long the server wants clients to wait before they resume the stream.
  [[nodiscard]] std::optional<std::chrono::milliseconds> retry() const { return retry_; }

 private:
  void handle_line();
  void handle_field(std::string_view name, std::string_view value);
  void append_data(std::string_view value);
  void take_data(std::string_view value);
  void clear_line();
  void finish_event(MoveOnlyFunction<void(SseEvent)>& on_event, MoveOnlyFunction<void(std::string_view)>& on_overlong);
  void append_to_line(std::string_view text);

  const std::size_t limit_;
  std::string line_;
  bool is_line_cut_ = false;  ///< only the beginning of the line is kept
  bool skips_newline_ = false;

  SseEvent event_;
  bool has_data_ = false;
  bool is_overlong_ = false;
  std::string id_;  ///< takes effect at the end of the event
  std::string last_id_;
  std::optional<std::chrono::milliseconds> retry_;
};

/// One event as it is sent. `id` empty: none. `data` must have no line breaks, which JSON text of ours never has;
/// empty: an event that only sets the id.
[[nodiscard]] Message format_event(Message data, std::string_view id);

}  // namespace workbench::http
