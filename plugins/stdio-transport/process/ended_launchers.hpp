#pragma once

#include <sys/types.h>

#include <list>
#include <memory>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

#include "process/orphans.hpp"
#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// Launchers whose connection has ended while they still end processes of their server: reaps each when it has exited,
/// so that neither a zombie nor a descriptor stays; and ends the processes that killed launchers leave. [loop thread]
class EndedLaunchers {
 public:
  /// `loop` must outlive it.
  explicit EndedLaunchers(EventLoop& loop) : loop_(loop), orphans_(loop) {}
  /// Waits a little for launchers that were killed, because their orphans are not theirs any more then.
  ~EndedLaunchers();
  EndedLaunchers(const EndedLaunchers&) = delete;
  EndedLaunchers& operator=(const EndedLaunchers&) = delete;

  /// Takes over the launcher `pid`, a child of this process that nothing watches. `is_killed`: it was sent SIGKILL.
  /// `held` is destroyed when it has exited.
  void add(FileDescriptor pidfd, pid_t pid, bool is_killed, std::shared_ptr<const void> held = {});

  /// A launcher has been reaped. `was_killed`: by a signal, so that it may have left something.
  void handle_reaped(pid_t pid, bool was_killed);
  /// `killed` is called for each launcher that was killed.
  void on_killed(MoveOnlyFunction<void()> killed) { killed_ = std::move(killed); }

  /// The orphans of all launchers, also of those with a connection.
  [[nodiscard]] Orphans& orphans() { return orphans_; }

 private:
  struct Launcher {
    FileDescriptor pidfd;
    pid_t pid;
    bool is_killed;
    std::shared_ptr<const void> held;
    EventLoop::Watch watch;
  };

  /// Whether it has exited.
  bool reap(const Launcher& launcher);

  EventLoop& loop_;
  Orphans orphans_;
  MoveOnlyFunction<void()> killed_;
  std::list<Launcher> launchers_;
};

}  // namespace workbench::stdio
