#pragma once

#include "denials.hpp"
#include "destinations.hpp"
#include "notifications.hpp"
#include "policy.hpp"
#include "resolver.hpp"
#include "socket_calls.hpp"
#include "waiting_calls.hpp"

namespace launcher {

/// All that answers the calls of a server, on one epoll.
class CallAnswering {
 public:
  /// `file_rules` is Landlock's ruleset, or -1.
  CallAnswering(const Policy& policy, Denials& denials, int listener, int events, int landlock_abi, int file_rules);

  /// False: see errno.
  bool begin();

  /// Handles all events that the epoll reports. Never waits.
  void handle();

  /// In milliseconds, until handle() should be called even if the epoll reports nothing; -1: not at all.
  [[nodiscard]] int timeout() const;

 private:
  void handle_event(std::uint64_t data);

  const int listener_;
  const int events_;
  Destinations destinations_;
  Notifications notifications_;
  WaitingCalls waiting_;
  NameResolver resolver_;
  SocketCalls sockets_;
};

}  // namespace launcher
