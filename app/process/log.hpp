#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <workbench/host.hpp>

#include "process/line_quota.hpp"
#include "process/recent_lines.hpp"

namespace workbench::app {

/// The log on stderr, and perhaps in a file, through Poco's logging. A separate thread writes it, so that nothing waits
/// for a reader of stderr. Lines that do not fit into its queue, of kMaxQueuedLines and kMaxQueuedBytes, are dropped,
/// and their number is logged. The queue always has room for some warnings and errors, of which LineQuota limits how
/// many one source may write.
class Log {
 public:
  /// `file`: gets all lines as well, as far as they can be written there, with the mode 0600; empty: there is none.
  explicit Log(LogLevel level, const std::string& file = {});
  /// Writes the queued lines, but waits no longer than `kMaxWait` for stderr.
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// The least severe level that is written from now on. [any thread]
  void set_level(LogLevel level);

  /// Writes one line: time, level, source and text, the latter two in one line each with hidden characters
  /// written out (base::visible_line), and the text cut after kMaxTextBytes. [any thread]
  void write(LogLevel level, std::string_view source, std::string_view text);

  /// What was written last, whether or not it has reached stderr. [any thread]
  [[nodiscard]] const RecentLines& recent() const { return recent_; }

  /// The lines that did not fit into the queue, since the start of the process. [any thread]
  [[nodiscard]] std::uint64_t dropped_lines() const;

  static constexpr std::chrono::milliseconds kMaxWait{200};
  static constexpr std::size_t kMaxTextBytes = 16 * 1024;  ///< of one line, before hidden characters are written out
  static constexpr std::size_t kMaxQueuedLines = 2048;
  static constexpr std::size_t kMaxQueuedBytes = 4 * 1024 * 1024;

 private:
  struct Counts;
  class Queue;
  class StderrChannel;

  void report_left_out(std::string_view source, std::uint64_t count);

  const std::shared_ptr<Counts> counts_;  // shared with the queue, which may outlive the log
  std::mutex mutex_;                      // of quota_
  LineQuota quota_;
  RecentLines recent_;
};

}  // namespace workbench::app
