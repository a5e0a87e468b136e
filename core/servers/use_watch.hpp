#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::servers {

/// Reports the moment when a server is no longer in use to the code that waits for it. Many things use a server; each
/// calls handle_change() when it ends, which costs nothing as long as no code waits. [loop thread]
class UseWatch {
 public:
  using Clock = std::chrono::steady_clock;

  /// How the server is used at a moment.
  struct Use {
    bool is_in_use;
    std::optional<Clock::time_point> until = {};  ///< absent: handle_change() will be called when the use ends
  };

  /// `look` finds out how the server is used. `loop` must outlive it.
  UseWatch(EventLoop& loop, std::function<Use()> look) : loop_(loop), look_(std::move(look)) {}

  /// Calls `unused` once, in a later turn of the loop, when the server is not in use then. Replaces an earlier one.
  void wait(MoveOnlyFunction<void()> unused);

  /// A use of the server may have ended.
  void handle_change() {
    if (unused_) look_later({});
  }

  /// The callback is no longer needed.
  void cancel();

 private:
  void look_later(std::chrono::milliseconds delay);
  void look();

  EventLoop& loop_;
  const std::function<Use()> look_;
  MoveOnlyFunction<void()> unused_;  // empty: no callback is set
  EventLoop::Timer timer_;           // set: it is looked at the use then
};

}  // namespace workbench::servers
