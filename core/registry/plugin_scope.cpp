#include "registry/plugin_scope.hpp"

#include <array>
#include <cstddef>
#include <ctime>
#include <string>
#include <utility>

namespace workbench::registry {
namespace {

/// The steady clock to some milliseconds: it is read several times for each message.
struct Clock {
  using duration = std::chrono::nanoseconds;
  using time_point = duration;  // since an arbitrary moment

  static time_point now() noexcept {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
};

/// Code that is running on this thread, and how much of its time belongs to code that it has called.
struct Frame {
  Clock::time_point began;
  Clock::duration in_others;
};

/// The innermost frame is the last. Those that are nested deeper than any sensible code are not measured.
struct Frames {
  static constexpr std::size_t kMax = 64;
  std::array<Frame, kMax> frames;
  std::size_t depth;
};
constinit thread_local Frames frames{};

void begin_frame() {
  if (frames.depth < Frames::kMax) frames.frames[frames.depth] = {Clock::now(), {}};
  ++frames.depth;
}

/// The time of the innermost frame, without that of the code that it called.
Clock::duration end_frame() {
  if (--frames.depth >= Frames::kMax) return {};
  const Frame& frame = frames.frames[frames.depth];
  const Clock::duration took = Clock::now() - frame.began;
  if (frames.depth > 0) frames.frames[frames.depth - 1].in_others += took;
  return took - frame.in_others;
}

}  // namespace

PluginScope::PluginScope(PluginObject object, Host& host, MoveOnlyFunction<void(const Error&)> failed)
    : object_(std::move(object)), host_(host), failed_(std::move(failed)) {}

void PluginScope::handle_exception() noexcept {
  try {
    const Error failure = failure_of_current_exception(object_);
    host_.log(LogLevel::error, {}, failure.message);
    if (failed_) failed_(failure);
  } catch (...) {  // out of memory: there is nothing to report with
  }
}

void PluginScope::begin_callback() noexcept {
  begin_frame();
}

void PluginScope::end_callback() noexcept {
  const auto took = end_frame();
  if (took < kMaxCallbackTime) return;
  try {
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    host_.log(LogLevel::warning, {},
              plugin_failure(object_, "blocked the event loop for " + std::to_string(time) +
                                          " ms, in which nothing else could run; wait through Host::loop() instead")
                  .message);
  } catch (...) {
  }
}

PluginScope::HostEntry::HostEntry() noexcept : entry_(nullptr), is_measured_(frames.depth > 0) {
  if (is_measured_) begin_frame();
}

PluginScope::HostEntry::~HostEntry() {
  if (is_measured_) static_cast<void>(end_frame());
}

}  // namespace workbench::registry
