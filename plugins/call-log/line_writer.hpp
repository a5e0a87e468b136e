#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <thread>

#include <workbench/host.hpp>

#include "call_record.hpp"
#include "destination.hpp"

namespace workbench::call_log {

class LineQueue;

/// Writes lines in a thread of its own, so that the loop never waits for a disk. The thread is started by the first
/// line. It wakes up once for all lines of a short time: to wake it up would cost the loop more than the rest.
///
/// Lines that the destination refuses, or that come while too many are waiting, are lost; their number is logged.
class LineWriter {
 public:
  /// The host must outlive the writer.
  LineWriter(std::unique_ptr<Destination> destination, Host& host);
  /// Writes the waiting lines, but waits no longer than kMaxWait for the destination.
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  /// Never waits for the destination. [loop thread]
  void write(CallRecord&& record);

  /// How long a line waits for others, to be written together with them.
  static constexpr std::chrono::milliseconds kBatchWindow{20};
  /// The log of the workbench waits as long for its own last lines.
  static constexpr std::chrono::milliseconds kMaxWait{200};
  /// How many bytes may be waiting. A single line always may.
  static constexpr std::size_t kMaxWaitingBytes = 32U * 1024 * 1024;

 private:
  const std::shared_ptr<LineQueue> queue_;  // shared with the thread, which is left behind if it does not end in time
  std::thread thread_;
};

}  // namespace workbench::call_log
