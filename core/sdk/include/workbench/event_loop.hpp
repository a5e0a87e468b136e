#pragma once

#include <chrono>
#include <memory>

#include <workbench/move_only_function.hpp>

namespace workbench {

/// What a watch on a descriptor waits for.
enum class Readiness { readable, writable };

/// The host's one event loop: everything in the process that waits, waits here.
///
/// Threads, once for the whole promise:
///   [startup]      in main(), before the loop runs; nothing else is running
///   [loop thread]  inside the loop: the thread of every callback, and of every call that is not marked otherwise
///   [any thread]   safe from a plugin's own threads
class EventLoop {
 public:
  /// Something that goes on until it is destroyed. Destroying it guarantees that its callback is not called any more;
  /// the callback itself may destroy it.
  class Subscription {
   public:
    Subscription() = default;
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;
    virtual ~Subscription() = default;
  };
  using Watch = std::unique_ptr<Subscription>;
  using Timer = std::unique_ptr<Subscription>;

  /// Runs `task` on the loop thread, soon, in the order of posting; never inside this call. [any thread]
  /// The one door through which a plugin's own threads hand over results.
  virtual void post(MoveOnlyFunction<void()> task) = 0;

  /// Calls `ready` each time `fd` is readable (or writable), end of file and errors included, for as long as the watch
  /// lives and for as long as the condition holds (level-triggered). At most one watch for each direction of an fd.
  /// Now and then it is called although the condition has passed: be ready for EAGAIN.
  /// `fd` stays the caller's, becomes non-blocking, and must outlive the watch. Regular files count as always ready.
  [[nodiscard]] virtual Watch watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) = 0;

  /// Calls `due` once, when `delay` has passed.
  [[nodiscard]] virtual Timer after(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) = 0;

 protected:
  ~EventLoop() = default;
};

}  // namespace workbench
