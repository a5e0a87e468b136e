#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <thread>

#include <workbench/move_only_function.hpp>

#include "event_loop/descriptor.hpp"

namespace workbench::event_loop {

/// What is to run on the loop thread, in the order of posting.
class PostedTasks {
 public:
  PostedTasks();

  /// [any thread]
  void post(MoveOnlyFunction<void()> task);

  /// Readable when a task came from another thread, until next_round(). For the loop to wait on.
  [[nodiscard]] int wake_up() const { return wake_up_.fd(); }

  /// From now on posts of this thread wake nobody: it is the loop's, and looks here before it sleeps.
  void bind_to_this_thread();

  /// Whether there is anything to run. [loop thread]
  [[nodiscard]] bool are_waiting() const { return !round_.empty() || has_posted_.load(std::memory_order_acquire); }

  /// Everything posted so far makes up the next round. Returns the number of tasks in it. [loop thread]
  [[nodiscard]] std::size_t next_round();

  /// Runs the next task of the round. If it throws, the others remain. [loop thread]
  void run_next();

  /// Destroys all tasks without running them. [loop thread]
  void clear();

 private:
  Descriptor wake_up_;
  std::atomic<std::thread::id> loop_thread_{};
  std::mutex mutex_;
  std::deque<MoveOnlyFunction<void()>> posted_;  // guarded by the mutex
  std::atomic<bool> has_posted_{false};  // changed under the mutex, looked at without: rounds are many, posts few
  std::deque<MoveOnlyFunction<void()>> round_;
};

}  // namespace workbench::event_loop
