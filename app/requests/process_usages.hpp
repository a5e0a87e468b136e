#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

#include "requests/process_usage.hpp"

namespace workbench::app {

/// By the root of the processes. A root that has ended meanwhile is missing.
using UsageByRoot = std::map<int, ProcessUsage>;

/// Measures what processes use on a thread of its own: for hundreds of processes the kernel takes tenths of a second,
/// in which no call may wait. Requests that come meanwhile share a measurement, and so do those that come soon after
/// it.
///
///   idle ──── measure() ───────────────────────────────────────────> measuring
///   measuring ─ done, and all that waits is measured ──────────────> idle
///             ─ done, and another root is wanted ──────────────────> measuring
///
/// [loop thread]
class ProcessUsages {
 public:
  using Done = MoveOnlyFunction<void(const UsageByRoot& usages)>;

  /// `loop` must outlive it.
  explicit ProcessUsages(EventLoop& loop) : loop_(loop) {}
  ProcessUsages(const ProcessUsages&) = delete;
  ProcessUsages& operator=(const ProcessUsages&) = delete;
  /// Waits until the process that is being measured is done. What waits is dropped.
  ~ProcessUsages();

  /// `done` is called once, perhaps inside this call, with figures that are kMaxAge old at most.
  void measure(std::vector<int> roots, Done done);

  static constexpr std::chrono::seconds kMaxAge{2};

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    std::vector<int> roots;
    Done done;
  };

  [[nodiscard]] bool knows(const std::vector<int>& roots) const;
  void start();
  void handle_measured(UsageByRoot measured, const std::vector<int>& roots);

  EventLoop& loop_;
  UsageByRoot latest_;
  std::vector<int> latest_roots_;  // sorted
  Clock::time_point measured_at_;  // of the latest; without meaning before the first
  std::vector<Waiting> waiting_;
  bool is_measuring_ = false;
  std::shared_ptr<std::atomic<bool>> is_ending_ = std::make_shared<std::atomic<bool>>(false);
  std::thread thread_;
};

}  // namespace workbench::app
