#pragma once

#include <sys/types.h>

#include <list>

#include <workbench/event_loop.hpp>

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
  void add(FileDescriptor pidfd, pid_t pid, bool is_killed);

  /// The orphans of all launchers, also of those with a connection.
  [[nodiscard]] Orphans& orphans() { return orphans_; }

 private:
  struct Launcher {
    FileDescriptor pidfd;
    pid_t pid;
    bool is_killed;
    EventLoop::Watch watch;
  };

  /// Whether it has exited.
  bool reap(const Launcher& launcher);

  EventLoop& loop_;
  Orphans orphans_;
  std::list<Launcher> launchers_;
};

}  // namespace workbench::stdio
