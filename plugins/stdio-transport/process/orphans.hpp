#pragma once

#include <sys/types.h>

#include <chrono>

#include <workbench/event_loop.hpp>

namespace workbench::stdio {

/// Ends the processes that killed launchers have not ended themselves: a server may signal its own launcher, as
/// a process of the same user.
///
/// For that, this process becomes the child subreaper of its descendants (PR_SET_CHILD_SUBREAPER, prctl(2)): a process
/// whose ancestors below this one have all ended becomes its child. Such a child is an orphan of a launcher unless
///  - it is a launcher,
///  - it was a child of this process before the first launcher, or
///  - it is in the session of this process: each launcher begins a session of its own, which its descendants cannot
///    leave except by beginning another one.
/// Others are neither signalled nor reaped. Nothing is looked for before a launcher was killed. [loop thread]
class Orphans {
 public:
  /// `loop` must outlive it.
  explicit Orphans(EventLoop& loop) : loop_(loop) {}
  Orphans(const Orphans&) = delete;
  Orphans& operator=(const Orphans&) = delete;
  ~Orphans();

  /// To be called before a launcher is started.
  static void adopt();
  /// A launcher has been started as a child of this process.
  static void add_launcher(pid_t pid);
  /// It has been reaped. If it `was_killed`, its orphans are killed and reaped until none is left, beginning in this
  /// call.
  void remove_launcher(pid_t pid, bool was_killed);

 private:
  void end_all(std::chrono::steady_clock::time_point deadline);

  EventLoop& loop_;
  EventLoop::Timer next_pass_;  // set: a killed launcher may have left some
};

}  // namespace workbench::stdio
