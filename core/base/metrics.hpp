#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/metrics.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::base {

/// The collectors of a host; it implements Host::add_metrics() and Host::metrics(). [loop thread]
class Metrics {
 public:
  using Collect = MoveOnlyFunction<void(MetricsWriter&)>;

  /// `collect` is called at each scrape until the returned object is destroyed, which may outlive this one.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> add(Collect collect);

  /// One scrape, in the order of add(). What a collector throws passes through.
  [[nodiscard]] std::string text();

 private:
  struct Collector;

  std::vector<std::weak_ptr<Collector>> collectors_;
  bool is_collecting_ = false;
};

}  // namespace workbench::base
