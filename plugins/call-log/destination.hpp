#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "call_log_settings.hpp"

namespace workbench::call_log {

/// Where lines are written. Used by one thread at a time.
class Destination {
 public:
  Destination() = default;
  Destination(const Destination&) = delete;
  Destination& operator=(const Destination&) = delete;
  virtual ~Destination() = default;

  /// Writes one or several lines, without the last line break, and waits until the system has taken them. Throws
  /// std::exception: they were not written, or in part; what() has the reason.
  virtual void write(const std::string& lines) = 0;

  /// This many bytes, with the line break after them, reach a pipe in one piece, so that output of other processes to
  /// it precedes or follows them: PIPE_BUF is as large.
  static constexpr std::size_t kMaxWhole = 4095;
};

/// The file of the settings, which is opened by the first line and rotated as they demand, or stderr.
[[nodiscard]] std::unique_ptr<Destination> make_destination(const CallLogSettings& settings);

}  // namespace workbench::call_log
