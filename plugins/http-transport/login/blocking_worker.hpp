#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

namespace workbench::http::login {

/// Carries out jobs that may wait, one after the other, in a thread that is started with the first one. [loop thread]
class BlockingWorker {
 public:
  /// What happens with a job whose caller no longer waits when its turn comes.
  enum class Unwanted { skipped, carried_out };

  /// `loop` must outlive it.
  explicit BlockingWorker(EventLoop& loop) : loop_(loop) {}
  BlockingWorker(const BlockingWorker&) = delete;
  BlockingWorker& operator=(const BlockingWorker&) = delete;
  /// Waits for the jobs that are to be carried out; all others are skipped.
  ~BlockingWorker();

  /// Runs `job` in the thread, and passes its outcome, a Result, to `done` from a task of the loop; not at all once the
  /// returned object was destroyed. `job` must not refer to anything that belongs to the loop's thread. What it throws
  /// becomes an internal error without a text of its own.
  template <typename Outcome, typename Job>
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> run(Unwanted unwanted, Job job,
                                                             MoveOnlyFunction<void(Outcome)> done) {
    // The thread never owns `done`, which is destroyed where it was made.
    auto wanted = std::make_shared<MoveOnlyFunction<void(Outcome)>>(std::move(done));
    add([this, unwanted, job = std::move(job), weak = std::weak_ptr(wanted)](bool is_ending) mutable {
      if (unwanted == Unwanted::skipped && (is_ending || weak.expired())) return;
      loop_.post([weak = std::move(weak), outcome = attempt<Outcome>(job)]() mutable {
        if (const auto still = weak.lock()) (*still)(std::move(outcome));
      });
    });
    return std::make_unique<Wanted>(std::move(wanted));
  }

  /// Begins to end: waits for at most `limit`. False: jobs are left, for which the destructor waits.
  [[nodiscard]] bool finish(std::chrono::milliseconds limit);

 private:
  using Job = MoveOnlyFunction<void(bool is_ending)>;

  class Wanted final : public EventLoop::Subscription {
   public:
    explicit Wanted(std::shared_ptr<void> done) : done_(std::move(done)) {}

   private:
    const std::shared_ptr<void> done_;
  };

  template <typename Outcome, typename Attempted>
  static Outcome attempt(Attempted& job) {
    try {
      return job();
    } catch (const std::exception&) {
      return Error{ErrorKind::internal, "the store of logins failed"};
    }
  }

  void add(Job job);
  void work();

  EventLoop& loop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;    // guarded by mutex_
  bool is_ending_ = false;  // guarded by mutex_
  bool has_ended_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace workbench::http::login
