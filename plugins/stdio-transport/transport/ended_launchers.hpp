#pragma once

#include <list>

#include <workbench/event_loop.hpp>

#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// Launchers whose connection is gone while they still end what their server has left: reaps each when it has exited,
/// so that neither a zombie nor a descriptor stays. [loop thread]
class EndedLaunchers {
 public:
  /// `loop` must outlive it.
  explicit EndedLaunchers(EventLoop& loop) : loop_(loop) {}
  EndedLaunchers(const EndedLaunchers&) = delete;
  EndedLaunchers& operator=(const EndedLaunchers&) = delete;

  /// Takes over the launcher, a child of this process that nobody watches.
  void add(FileDescriptor pidfd);

 private:
  struct Launcher {
    FileDescriptor pidfd;
    EventLoop::Watch watch;
  };

  EventLoop& loop_;
  std::list<Launcher> launchers_;
};

}  // namespace workbench::stdio
