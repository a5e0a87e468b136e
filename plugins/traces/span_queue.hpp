#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include <workbench/trace_sink.hpp>

#include "export_settings.hpp"

namespace workbench::traces {

/// Passes spans from the loop to the thread that sends them. It is bounded: what does not fit is dropped. [any thread]
class SpanQueue {
 public:
  explicit SpanQueue(const BatchSettings& settings) : settings_(settings) {}

  /// False: there is no room, and the span is dropped.
  [[nodiscard]] bool add(SpanRecord&& span);

  /// Waits for a batch: until enough spans wait for one, or the first has waited for the delay, or the end has begun.
  /// Empty: the end has begun, and none is left. Only the sending thread calls it.
  [[nodiscard]] std::vector<SpanRecord> take();

  /// Waits for so long, or until the end begins. False: it has begun.
  [[nodiscard]] bool pause(std::chrono::milliseconds time);

  void begin_end();
  [[nodiscard]] bool is_ending() const;

 private:
  const BatchSettings settings_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<SpanRecord> waiting_;
  std::size_t bytes_ = 0;  // of those
  bool is_ending_ = false;
};

}  // namespace workbench::traces
