#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>

#include "process/child_process.hpp"

namespace workbench::app {

/// Tells the person at the desktop that calls wait for an approval. A notice has the number of the calls and a text of
/// ours alone: what servers and clients say is never in it, because desktops read markup. At most one notice in 10 s,
/// none before the program has shown the last one, and only if more calls wait than the last notice has said. [loop
/// thread]
class DesktopNotice {
 public:
  /// The number of calls that wait now.
  using CountWaiting = std::function<std::size_t()>;

  /// `program`: what shows a notice, a file that takes the arguments of notify-send. `loop` must outlive this.
  DesktopNotice(EventLoop& loop, std::string program, CountWaiting count,
                std::chrono::milliseconds min_interval = kMinInterval);

  /// The waiting calls have changed.
  void update();

  static constexpr std::chrono::milliseconds kMinInterval{10'000};

 private:
  void show(std::size_t count);
  void begin_interval();
  void handle_interval_end();

  EventLoop& loop_;
  const std::string program_;
  const CountWaiting count_;
  const std::chrono::milliseconds min_interval_;
  std::size_t shown_ = 0;      // what the last notice said, or less if fewer calls have been waiting since then
  EventLoop::Timer interval_;  // set: min_interval_ since the last notice is not over
  std::optional<ChildProcess> process_;
};

/// The notify-send of PATH if there is a desktop (DISPLAY or WAYLAND_DISPLAY); empty: nothing can be shown.
[[nodiscard]] std::string notice_program();

}  // namespace workbench::app
