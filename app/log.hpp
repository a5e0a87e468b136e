#pragma once

#include <chrono>
#include <string_view>

#include <workbench/host.hpp>

namespace workbench::app {

/// The log on stderr, through Poco's logging: a thread of its own writes it, so that a stderr that nobody reads stops
/// nothing. What does not fit into its queue is dropped, and the number of dropped lines is told.
class Log {
 public:
  explicit Log(LogLevel level);
  /// Writes what is queued, but waits no longer than `kMaxWait` for a stderr that takes nothing.
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// One line: time, level, source, text; control characters are written as escapes. [any thread]
  void write(LogLevel level, std::string_view source, std::string_view text);

  static constexpr std::chrono::milliseconds kMaxWait{200};
};

}  // namespace workbench::app
