#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/growing_text.hpp>

namespace workbench {

/// Cuts a stream of bytes into messages, one a line (the stdio transport of the specification; any byte stream can use
/// it). Empty lines are ignored, one `\r` before the newline is dropped, and so is a byte order mark before any
/// line ("implementations that parse JSON texts MAY ignore the presence of a byte order mark", RFC 8259, section 8.1).
/// A line that is longer than the limit, or for which there is no memory, is reported once, as soon as that is known,
/// and discarded; the line after it is intact. Not tied to a thread.
///
/// `Sink` has: void line(std::string text); void overlong(std::string_view beginning); the latter with up to
/// kKeptBeginning bytes of the line, valid during the call.
class LineFraming {
 public:
  /// Bytes that are passed to overlong(), and returned at most by unfinished().
  static constexpr std::size_t kKeptBeginning = 4096;

  /// `longest_line`: bytes, without the newline.
  explicit LineFraming(std::size_t longest_line) : longest_(longest_line) {}

  /// Reads the next bytes of the stream and calls `sink` for every line that they complete. `sink` must not destroy
  /// this.
  template <typename Sink>
  void feed(std::string_view bytes, Sink& sink) {
    while (!bytes.empty()) {
      const std::size_t newline = bytes.find('\n');
      const bool ends = newline != std::string_view::npos;
      append(bytes.substr(0, ends ? newline : bytes.size()), sink);
      if (!ends) return;
      bytes.remove_prefix(newline + 1);
      finish(sink);
    }
  }

  /// The beginning of a line whose newline is missing, unless it was reported as overlong. At the end of the stream:
  /// a message that was cut off. Empty: none. Valid until the next feed().
  [[nodiscard]] std::string_view unfinished() const { return std::string_view(line_).substr(0, kKeptBeginning); }

  /// Inside overlong(): whether the line is within the limit, but memory is lacking.
  [[nodiscard]] bool has_no_memory() const { return has_no_memory_; }

 private:
  template <typename Sink>
  void append(std::string_view part, Sink& sink) {
    if (is_discarding_) return;
    const std::size_t size = line_.size() + part.size();
    has_no_memory_ = size <= longest_ && !try_grow(line_, size, longest_);
    if (size > longest_ || has_no_memory_) return discard(part, sink);
    line_.append(part);
  }

  /// Only the beginning is kept, without another large buffer.
  template <typename Sink>
  void discard(std::string_view part, Sink& sink) {
    is_discarding_ = true;
    line_.resize(std::min(line_.size(), kKeptBeginning));
    line_.append(part.substr(0, kKeptBeginning - line_.size()));
    sink.overlong(line_);
    std::string().swap(line_);  // an assignment would keep the buffer
  }

  template <typename Sink>
  void finish(Sink& sink) {
    std::string line = std::exchange(line_, {});
    if (std::exchange(is_discarding_, false)) return;
    if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) sink.line(std::move(line));
  }

  std::size_t longest_;
  std::string line_;
  bool is_discarding_ = false;  // the rest of a line that was reported
  bool has_no_memory_ = false;
};

}  // namespace workbench
