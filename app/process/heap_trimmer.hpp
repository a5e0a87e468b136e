#pragma once

#include <malloc.h>

#include <chrono>

#include "event_loop/loop.hpp"

namespace workbench::app {

/// Returns free memory to the system from time to time. The allocator itself returns only memory at the end of the
/// heap: after hours of messages of all sizes, most of the resident memory would be holes between the few things that
/// stay. One pass takes about a millisecond. While nothing happens, there is none: an idle process is not woken for it.
/// [loop thread]
class HeapTrimmer {
 public:
  static constexpr std::chrono::milliseconds kPeriod{10'000};

  /// `loop` must outlive it, and not run afterwards.
  explicit HeapTrimmer(event_loop::Loop& loop, std::chrono::milliseconds period = kPeriod)
      : loop_(loop), period_(period) {
    start();
  }

 private:
  void start() {
    next_ = loop_.after(period_, [this] {
      ::malloc_trim(0);
      loop_.on_next_activity([this] { start(); });
    });
  }

  event_loop::Loop& loop_;
  const std::chrono::milliseconds period_;
  EventLoop::Timer next_;
};

}  // namespace workbench::app
