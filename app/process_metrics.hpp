#pragma once

#include <chrono>
#include <memory>

#include "process_host.hpp"

namespace workbench::app {

/// What a scrape shows of the process itself: age, memory, processor time, descriptors and lost lines of the log.
/// [startup, loop thread]
class ProcessMetrics {
 public:
  /// `host` must outlive it.
  explicit ProcessMetrics(ProcessHost& host);

 private:
  void write(MetricsWriter& writer) const;

  const ProcessHost& host_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const std::unique_ptr<EventLoop::Subscription> collector_;
};

}  // namespace workbench::app
