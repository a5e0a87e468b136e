#pragma once

#include <chrono>
#include <memory>

#include <workbench/move_only_function.hpp>

namespace workbench {

/// The condition that a watch on a descriptor waits for.
enum class Readiness { readable, writable };

/// The host's event loop. The process has one, and the loop thread waits nowhere else.
///
/// The marks for threads, in all headers of the SDK:
///   [startup]      in main(), before the loop runs
///   [loop thread]  the thread that runs the loop: of every callback, and of every call without another mark
///   [any thread]   may also be called from a plugin's own threads, at any time
class EventLoop {
 public:
  /// A watch or a timer. Destroying it ends it: its callback is not called after that. The callback itself may destroy
  /// it.
  class Subscription {
   public:
    Subscription() = default;
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;
    virtual ~Subscription() = default;
  };
  using Watch = std::unique_ptr<Subscription>;
  using Timer = std::unique_ptr<Subscription>;

  /// Runs `task` on the loop thread, soon, in the order of posting; never inside this call. The only function by which
  /// a plugin's own threads pass results to the loop. [any thread]
  virtual void post(MoveOnlyFunction<void()> task) = 0;

  /// Calls `ready` again and again while `fd` is readable (or writable) and the watch exists (level-triggered). End of
  /// file and errors count as ready. Occasionally `ready` is called when the condition no longer holds, so expect
  /// EAGAIN. A descriptor has at most one watch for each direction. The caller keeps owning `fd`, which becomes
  /// non-blocking and must stay open for as long as the watch exists. Regular files are always ready.
  [[nodiscard]] virtual Watch watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) = 0;

  /// Calls `due` once, when `delay` has passed.
  [[nodiscard]] virtual Timer after(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) = 0;

 protected:
  ~EventLoop() = default;
};

}  // namespace workbench
