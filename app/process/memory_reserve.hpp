#pragma once

#include <chrono>

#include <workbench/event_loop.hpp>

#include "event_loop/event_descriptor.hpp"

namespace workbench::app {

/// Memory for the moment when there is no more (`ulimit -v`, a limit of a container). A large allocation fails with
/// std::bad_alloc as ever: it costs the message that it was for. The small ones, which no program can do without, use
/// the reserve until there is memory again. One at a time; [loop thread], but any thread may need it.
///
/// Only address space is reserved. It is never written, so it is not resident.
class MemoryReserve {
 public:
  /// Enough to report the failure to the peer, and too little for a large message.
  static constexpr std::size_t kBytes = 2UL * 1024 * 1024;

  explicit MemoryReserve(EventLoop& loop);
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  /// Whether it has not been used, or there has been memory again since.
  [[nodiscard]] static bool is_available();

 private:
  static constexpr std::chrono::milliseconds kPause{100};

  /// Reserves it again, now or later.
  void replace();

  EventLoop& loop_;
  FileDescriptor used_;
  EventLoop::Watch watch_;
  EventLoop::Timer retry_;
};

}  // namespace workbench::app
