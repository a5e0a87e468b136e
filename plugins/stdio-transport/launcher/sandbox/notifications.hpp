#pragma once

#include <linux/seccomp.h>

#include "answers.hpp"
#include "denials.hpp"
#include "path_calls.hpp"
#include "policy.hpp"
#include "socket_calls.hpp"

namespace launcher {

/// Receives the system calls that the filter notifies, and answers them.
class Notifications {
 public:
  /// `listener` is the descriptor of the filter.
  Notifications(const Policy& policy, Denials& denials, int listener, int landlock_abi)
      : policy_(policy), denials_(denials), listener_(listener), paths_(policy, denials, listener, landlock_abi) {}

  /// Without it, calls on sockets are not notified.
  void set_sockets(SocketCalls& sockets) { sockets_ = &sockets; }
  ~Notifications();
  Notifications(const Notifications&) = delete;
  Notifications& operator=(const Notifications&) = delete;

  /// Allocates what the kernel needs. False: see errno.
  bool prepare();

  /// Answers what waits, but not more than some, so that the launcher's other work is done between. False: no process
  /// is left that has the filter.
  bool handle();

  /// Gives a call its answer, now or later. A call that has ended in between needs none.
  void answer(std::uint64_t id, const Answer& answer);

 private:
  bool receive();
  Answer dispatch(const seccomp_notif& notification);
  Answer signal(const seccomp_notif& notification, CallingProcess& caller);
  Answer deny(const char* call, int error);

  const Policy& policy_;
  Denials& denials_;
  const int listener_;
  PathCalls paths_;
  SocketCalls* sockets_ = nullptr;
  std::size_t notification_size_ = 0;
  seccomp_notif* notification_ = nullptr;
  seccomp_notif_resp* response_ = nullptr;
};

}  // namespace launcher
