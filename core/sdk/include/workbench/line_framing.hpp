#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace workbench {

/// Cuts a stream of bytes into messages, one a line (the stdio transport of the specification; any byte stream can use
/// it). Empty lines are ignored and one `\r` before the newline is dropped. A line longer than the limit is discarded
/// while it is read, and reported once, when it ends; the line after it is intact. Not tied to a thread.
///
/// `Sink` has: void line(std::string text); void overlong(std::string_view beginning); the latter with up to
/// kKeptBeginning bytes of the line, valid during the call.
class LineFraming {
 public:
  /// Bytes that are kept of an overlong line, and returned at the most by unfinished().
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
      take(bytes.substr(0, ends ? newline : bytes.size()));
      if (!ends) return;
      bytes.remove_prefix(newline + 1);
      finish(sink);
    }
  }

  /// The beginning of a line whose newline has not come. At the end of the stream: a message that was cut off. Empty:
  /// none. Valid until the next feed().
  [[nodiscard]] std::string_view unfinished() const { return std::string_view(line_).substr(0, kKeptBeginning); }

 private:
  void take(std::string_view part) {
    if (overlong_) return;
    if (line_.size() + part.size() > longest_) {
      line_.append(part.substr(0, kKeptBeginning));
      line_.resize(std::min(line_.size(), kKeptBeginning));
      line_.shrink_to_fit();
      overlong_ = true;
      return;
    }
    if (line_.size() + part.size() > line_.capacity()) line_.reserve(grown(line_.size() + part.size()));
    line_.append(part);
  }

  template <typename Sink>
  void finish(Sink& sink) {
    std::string line = std::exchange(line_, {});
    if (std::exchange(overlong_, false)) {
      sink.overlong(line);
      return;
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) sink.line(std::move(line));
  }

  /// The capacity for a line of `needed` bytes. Small lines get what they need; large ones grow by doubling, so that 30
  /// MB are not copied once for each read.
  [[nodiscard]] static std::size_t grown(std::size_t needed) {
    constexpr std::size_t kLarge = 64 * 1024;
    return needed < kLarge ? needed : needed * 2;
  }

  std::size_t longest_;
  std::string line_;
  bool overlong_ = false;
};

}  // namespace workbench
