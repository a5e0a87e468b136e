#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <thread>

#include <workbench/move_only_function.hpp>

#include "event_loop/event_descriptor.hpp"

namespace workbench::event_loop {

/// Tasks that were posted to the loop thread, in the order of posting.
class PostedTasks {
 public:
  PostedTasks();

  /// [any thread]
  void post(MoveOnlyFunction<void()> task);

  /// Readable when another thread has posted a task, until clear_event(). The loop waits on it.
  [[nodiscard]] int wake_up() const { return wake_up_.get(); }

  /// Makes the calling thread the loop thread. Its own posts do not wake the loop, which looks here before it sleeps.
  void bind_to_this_thread();

  /// Whether any task has not run yet. [loop thread]
  [[nodiscard]] bool are_waiting() const { return !round_.empty() || has_posted_.load(std::memory_order_acquire); }

  /// Everything posted so far makes up the next round. Returns the number of tasks in it. [loop thread]
  [[nodiscard]] std::size_t next_round();

  /// Runs the next task of the round. If it throws, the others remain. [loop thread]
  void run_next();

  /// Destroys all tasks without running them. [loop thread]
  void clear();

 private:
  FileDescriptor wake_up_;
  std::atomic<std::thread::id> loop_thread_{};
  std::mutex mutex_;
  std::deque<MoveOnlyFunction<void()>> posted_;  // guarded by the mutex
  std::atomic<bool> has_posted_{false};          // written under the mutex, read without it: most rounds have no posts
  std::deque<MoveOnlyFunction<void()>> round_;
};

}  // namespace workbench::event_loop
