#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <workbench/host.hpp>

#include "call_record.hpp"
#include "destination.hpp"

namespace workbench::call_log {

/// Passes lines from the loop to the thread that writes them, and counts the lines that are lost. [any thread]
class LineQueue {
 public:
  LineQueue(std::unique_ptr<Destination> destination, Host& host)
      : destination_(std::move(destination)), host_(&host) {}

  /// Adds a line. The line is lost if more than `max_bytes` would then be waiting, unless it is the only one.
  void add(CallRecord&& record, std::size_t max_bytes);
  /// Counts lines that are lost, and logs their number: at once, but not more often than every ten seconds.
  void lose(std::size_t lines, const std::string& reason);

  /// Writes lines until end() is called. Lines that arrive within `batch_window` are written together. Only the writing
  /// thread calls it.
  void run(std::chrono::milliseconds batch_window);

  /// Makes run() return when all lines are written, and waits for that, no longer than `max_wait`. False: run() has not
  /// returned, and the lines that are not written count as lost.
  [[nodiscard]] bool end(std::chrono::milliseconds max_wait);

  /// Logs how many lines were lost since the last report.
  void report_loss();
  /// From now on nothing is logged, so that the host may be destroyed before run() returns.
  void detach_host();

 private:
  using Clock = std::chrono::steady_clock;

  /// Lines that are written together.
  struct Chunk {
    std::string text;
    std::size_t lines = 0;
    std::size_t bytes = 0;  // of their records
  };

  void write(const std::vector<CallRecord>& batch);
  void write(const Chunk& chunk);

  const std::unique_ptr<Destination> destination_;  // used by the writing thread only

  std::mutex mutex_;
  Host* host_;  // null: detached
  std::condition_variable has_lines_;
  std::condition_variable is_ending_changed_;
  std::condition_variable has_ended_changed_;
  std::vector<CallRecord> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t unwritten_lines_ = 0;  // of the batch that is being written
  std::size_t unwritten_bytes_ = 0;
  bool is_ending_ = false;
  bool has_ended_ = false;
  std::size_t lost_lines_ = 0;  // since the last report
  std::string lost_because_;
  std::optional<Clock::time_point> reported_;
};

}  // namespace workbench::call_log
