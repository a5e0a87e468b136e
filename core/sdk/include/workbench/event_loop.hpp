#pragma once

#include <chrono>
#include <memory>

#include <workbench/move_only_function.hpp>

namespace workbench {

/// The condition that a watch on a descriptor waits for.
enum class Readiness {
  readable,  ///< there is input, or the end of it, or an error
  writable,  ///< output is accepted, or the peer does not read any more, or there is an error
  /// The peer has disconnected, whether or not there is input that has not been read: it has closed its end or exited,
  /// or there is an error. On a socket also a peer that has only shut down its sending direction and may still read. A
  /// pipe to write to reports that its last reader has closed it, a pipe to read from that its last writer has.
  hang_up,
};

/// The host's event loop. The process has one, and the loop thread waits nowhere else.
///
/// The marks for threads, in all headers of the SDK:
///   [startup]      in main(), before the loop runs
///   [loop thread]  the thread that runs the loop: of every callback, and of every call without another mark
///   [any thread]   may also be called from a plugin's own threads, at any time
class EventLoop {
 public:
  /// A watch, a timer, or another running operation. Destroying it ends it: its callback is not called after
  /// that. The callback itself may destroy it.
  class Subscription {
   public:
    Subscription() = default;
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;
    virtual ~Subscription() = default;
  };
  using Watch = std::unique_ptr<Subscription>;
  using Timer = std::unique_ptr<Subscription>;

  /// Runs `task` on the loop thread, soon, in the order of posting; never inside this call. It is how a plugin's own
  /// threads pass results to the loop. [any thread]
  virtual void post(MoveOnlyFunction<void()> task) = 0;

  /// Calls `ready` again and again while the condition `readiness` holds for `fd` and the watch exists
  /// (level-triggered); a hang-up never ends, so its callback destroys the watch. Occasionally `ready` is called when
  /// the condition no longer holds, so expect EAGAIN. A descriptor has at most one watch for each condition; a second
  /// one throws std::logic_error, and a descriptor that cannot be watched std::system_error. The caller keeps owning
  /// `fd`, which becomes non-blocking and must stay open for as long as the watch exists. Regular files are always
  /// readable and writable, and never hang up.
  [[nodiscard]] virtual Watch watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) = 0;

  /// Calls `due` once, when `delay` has passed; never inside this call.
  [[nodiscard]] virtual Timer after(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) = 0;

 protected:
  ~EventLoop() = default;
};

}  // namespace workbench
