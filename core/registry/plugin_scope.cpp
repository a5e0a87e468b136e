#include "registry/plugin_scope.hpp"

#include <string>
#include <utility>
#include <vector>

namespace workbench::registry {
namespace {

using Clock = std::chrono::steady_clock;

/// Code that is running on this thread, and how much of its time belongs to code that it has called.
struct Frame {
  Clock::time_point began;
  Clock::duration in_others{0};
};
thread_local std::vector<Frame> frames;

void begin_frame() {
  frames.push_back({Clock::now()});
}

/// The time of the innermost frame, without that of the code that it called.
Clock::duration end_frame() {
  const Frame frame = frames.back();
  frames.pop_back();
  const Clock::duration took = Clock::now() - frame.began;
  if (!frames.empty()) frames.back().in_others += took;
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

PluginScope::HostEntry::HostEntry() noexcept : entry_(nullptr), is_measured_(!frames.empty()) {
  if (is_measured_) begin_frame();
}

PluginScope::HostEntry::~HostEntry() {
  if (is_measured_) static_cast<void>(end_frame());
}

}  // namespace workbench::registry
