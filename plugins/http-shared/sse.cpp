#include "http-shared/sse.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include <workbench/growing_text.hpp>

namespace workbench::http {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kBeginning = 4096;         // of an overlong event
constexpr std::size_t kMaxFieldNameBytes = 256;  // including the colon and the blank
constexpr std::size_t kMaxCutLine = kMaxFieldNameBytes + kBeginning;
constexpr std::uint64_t kMaxRetry = 3'600'000;

}  // namespace

void SseReader::read(std::string_view bytes, MoveOnlyFunction<void(SseEvent)>& on_event,
                     MoveOnlyFunction<void(std::string_view)>& on_overlong) {
  while (!bytes.empty()) {
    if (std::exchange(skips_newline_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const std::size_t end = bytes.find_first_of("\r\n");
    append_to_line(bytes.substr(0, end));
    if (end == std::string_view::npos) return;
    skips_newline_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    if (line_.starts_with(kByteOrderMark)) line_.erase(0, kByteOrderMark.size());
    if (line_.empty()) {
      finish_event(on_event, on_overlong);
    } else {
      handle_line();
      clear_line();
    }
    is_line_cut_ = false;
  }
}

void SseReader::restart() {
  clear_line();
  is_line_cut_ = false;
  skips_newline_ = false;
  static_cast<void>(std::exchange(event_, {}));  // an assignment would keep the buffer
  has_data_ = false;
  is_overlong_ = false;
  id_ = last_id_;
}

void SseReader::begin_anew() {
  last_id_.clear();
  retry_.reset();
  restart();
}

/// A line, with the lines of data before it, is kept up to the size limit of an event; of a longer one, the
/// beginning alone, of which the size does not depend on the pieces.
void SseReader::append_to_line(std::string_view text) {
  const std::size_t max_line = limit_ - std::min(limit_, event_.data.size()) + kMaxFieldNameBytes;
  if (!is_line_cut_ && line_.size() + text.size() <= max_line) return append_growing(line_, text, max_line);
  if (!std::exchange(is_line_cut_, true)) line_ = line_.substr(0, kMaxCutLine);
  line_.append(text.substr(0, kMaxCutLine - line_.size()));
}

/// The buffer of a large line is not kept for the next one.
void SseReader::clear_line() {
  constexpr std::size_t kMaxKept = 64 * 1024;
  if (line_.capacity() > kMaxKept) std::string().swap(line_);  // an assignment would keep the buffer
  line_.clear();
}

void SseReader::handle_line() {
  const std::string_view line = line_;
  const std::size_t colon = line.find(':');
  if (colon == 0) return;  // a comment
  std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  handle_field(line.substr(0, colon), value);
}

void SseReader::handle_field(std::string_view name, std::string_view value) {
  if (name == "data") return append_data(value);
  if (name == "event") {
    event_.name = value.empty() ? "message" : value;
  } else if (name == "id" && !is_line_cut_ && value.find('\0') == std::string_view::npos) {
    id_ = value;
  } else if (name == "retry") {
    std::uint64_t milliseconds = 0;  // without a sign: digits only
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), milliseconds);
    if (error != std::errc() || end != value.data() + value.size()) return;
    retry_ = std::chrono::milliseconds(std::min(milliseconds, kMaxRetry));
  }
}

void SseReader::append_data(std::string_view value) {
  if (is_overlong_) return;
  if (is_line_cut_ || event_.data.size() + (has_data_ ? 1 : 0) + value.size() > limit_) {
    is_overlong_ = true;
    event_.data = std::string((event_.data.empty() ? value : std::string_view(event_.data)).substr(0, kBeginning));
    return;
  }
  if (!std::exchange(has_data_, true)) return take_data(value);
  append_growing(event_.data, "\n", limit_);
  append_growing(event_.data, value, limit_);
}

/// The first line of data, which usually is the only one. A large one is not copied.
void SseReader::take_data(std::string_view value) {
  constexpr std::size_t kLarge = 64 * 1024;
  if (value.size() < kLarge) {
    event_.data = value;
    return;
  }
  const auto begin = static_cast<std::size_t>(value.data() - line_.data());
  event_.data = std::exchange(line_, {});
  event_.data.erase(0, begin);
}

void SseReader::finish_event(MoveOnlyFunction<void(SseEvent)>& on_event,
                             MoveOnlyFunction<void(std::string_view)>& on_overlong) {
  last_id_ = id_;
  SseEvent event = std::exchange(event_, {});
  const bool has_data = std::exchange(has_data_, false) && !event.data.empty();
  if (std::exchange(is_overlong_, false)) {
    on_overlong(std::string_view(event.data).substr(0, kBeginning));
  } else if (has_data) {
    on_event(std::move(event));
  }
}

Message format_event(Message data, std::string_view id) {
  Message event;
  if (!id.empty()) event.append("id: ").append(id).append("\n");
  if (data.size() != 0) event.append("event: message\n");
  return std::move(event.append("data: ").append(std::move(data)).append("\n\n"));
}

}  // namespace workbench::http
