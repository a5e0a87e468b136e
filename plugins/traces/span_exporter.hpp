#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <workbench/host.hpp>

#include "export_settings.hpp"
#include "http-shared/poster.hpp"
#include "span_queue.hpp"
#include "span_tally.hpp"

namespace workbench::traces {

/// Sends spans to a collector from a thread of its own, so that the loop never waits for it. The first span starts the
/// thread. A collector that cannot be reached, or that answers 429, 502, 503 or 504, gets the batch again, after the
/// time that it names or an increasing one; meanwhile spans wait, and are dropped when there is no more room. [loop
/// thread]
class SpanExporter {
 public:
  /// `host` must outlive it.
  SpanExporter(Host& host, const ExportSettings& settings, std::unique_ptr<http::Poster> poster);
  /// Sends what waits, but for no longer than kMaxFlush.
  ~SpanExporter();
  SpanExporter(const SpanExporter&) = delete;
  SpanExporter& operator=(const SpanExporter&) = delete;

  void add(SpanRecord&& span);
  [[nodiscard]] SpanTally::Counts counts() const;

  static constexpr std::chrono::milliseconds kMaxFlush{400};

 private:
  struct Shared;

  void start();

  const std::shared_ptr<Shared> shared_;  // with the thread, which is left behind if it does not end in time
  std::thread thread_;
};

}  // namespace workbench::traces
