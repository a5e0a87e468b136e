#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <workbench/host.hpp>

#include "process/last_words.hpp"
#include "shared/line_reader.hpp"
#include "shared/rate_limit.hpp"

namespace workbench::stdio {

/// Reads a server's stderr all the time, even while reading from the server is paused. Its lines go to the log, and the
/// last ones are summarised for error messages. A server that writes without end takes a bounded part of the loop's
/// time, because it is read no faster than kBytesPerSecond, and a bounded part of the log, because no more than
/// kLinesPerSecond are logged; the number of omitted lines is logged. [loop thread]
class StderrTail final : private LineReader::Sink {
 public:
  static constexpr std::size_t kBytesPerSecond = 8 * 1024 * 1024;  ///< after half as many at once
  static constexpr std::size_t kLinesPerSecond = 100;              ///< after ten times as many at once

  /// `source` is the server's name in the log.
  StderrTail(Host& host, FileDescriptor input, std::string source);

  /// Reads all available output at once: the server has ended.
  void read_rest();

  /// For an error message; see LastWords. Empty: the server has written nothing.
  [[nodiscard]] std::string last_words() const;

 private:
  void on_line(std::string line) override;
  void on_overlong(std::string_view beginning, bool has_no_memory) override;
  void on_end() override;
  void on_read(std::size_t bytes) override;
  void handle_text(std::string_view text);
  void limit_reading(std::size_t bytes);
  void report_left_out();

  Host& host_;
  const std::string source_;
  LastWords last_;
  RateLimit bytes_{kBytesPerSecond, kBytesPerSecond / 2.0};
  RateLimit lines_{kLinesPerSecond, 10.0 * kLinesPerSecond};
  std::size_t left_out_ = 0;  // lines that were not logged
  bool is_last_read_ = false;
  EventLoop::Timer resume_;  // set: reading is paused until then
  LineReader reader_;
};

}  // namespace workbench::stdio
