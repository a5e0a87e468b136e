#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>

#include "base/metric_family.hpp"
#include "process/process_host.hpp"

namespace workbench::app {

// Resources of the process, without its servers; absent: the system does not report them.
[[nodiscard]] std::optional<double> resident_bytes();
[[nodiscard]] std::optional<double> open_descriptors();
[[nodiscard]] std::optional<double> max_descriptors();
[[nodiscard]] std::optional<double> processor_seconds();

/// The metrics of the process itself: age, memory, processor time, descriptors and lost lines of the log.
/// [startup, loop thread]
class ProcessMetrics {
 public:
  /// The families of a scrape, in their order.
  [[nodiscard]] static std::span<const base::MetricFamily> families();

  /// `host` must outlive it.
  explicit ProcessMetrics(ProcessHost& host);

 private:
  void write(MetricsWriter& writer) const;

  const ProcessHost& host_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const std::unique_ptr<EventLoop::Subscription> collector_;
};

}  // namespace workbench::app
