#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/host.hpp>

namespace workbench::app {

/// The text with its control characters (of ASCII and C1), line and paragraph separators and bytes that are not UTF-8
/// written as `\xNN`, byte by byte; a tab becomes a blank. Text from outside could otherwise forge lines of the log, or
/// control the terminal that shows it.
[[nodiscard]] std::string escape_control_characters(std::string_view text);

/// The log on stderr, through Poco's logging. A separate thread writes it, so that nothing waits for a reader of
/// stderr. Lines that do not fit into its queue are dropped, and their number is logged.
class Log {
 public:
  explicit Log(LogLevel level);
  /// Writes what is queued, but waits no longer than `kMaxWait` for stderr.
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// The least severe level that is written from now on. [any thread]
  void set_level(LogLevel level);

  /// Writes one line: time, level, source and text, the latter two escaped as above. [any thread]
  void write(LogLevel level, std::string_view source, std::string_view text);

  /// The lines that did not fit into the queue, since the start of the process. [any thread]
  [[nodiscard]] std::uint64_t dropped_lines() const;

  static constexpr std::chrono::milliseconds kMaxWait{200};

 private:
  struct Counts;
  class Queue;

  const std::shared_ptr<Counts> counts_;  // shared with the queue, which may outlive the log
};

}  // namespace workbench::app
