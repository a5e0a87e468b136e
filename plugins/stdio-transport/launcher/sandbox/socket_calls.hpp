#pragma once

#include <linux/seccomp.h>

#include "answers.hpp"
#include "callers.hpp"
#include "denials.hpp"
#include "destinations.hpp"
#include "messages.hpp"
#include "policy.hpp"
#include "redirected_sockets.hpp"
#include "resolver.hpp"
#include "sockets.hpp"
#include "unix_calls.hpp"
#include "waiting_calls.hpp"

namespace launcher {

/// Does the calls that give a socket an address: on a duplicate of the descriptor, with a copy of the arguments, so
/// that the caller can change neither after they were checked.
class SocketCalls {
 public:
  SocketCalls(const Policy& policy, Denials& denials, Destinations& destinations, const NameResolver& resolver,
              WaitingCalls& waiting, int listener, int file_rules)
      : policy_(policy),
        denials_(denials),
        destinations_(destinations),
        resolver_(resolver),
        waiting_(waiting),
        listener_(listener),
        unix_(policy, denials, destinations.bound(), file_rules),
        redirected_(listener) {}

  /// Whether it is a call for this class.
  [[nodiscard]] static bool is_handled(int number);

  Answer handle(const seccomp_notif& notification, CallingProcess& caller);

 private:
  Answer with_socket(const seccomp_notif& notification, CallingProcess& caller, int socket, bool& is_kept);
  Answer connect(const seccomp_notif& notification, CallingProcess& caller, int socket, const SocketKind& kind,
                 bool& is_kept);
  Answer connect_unix(const seccomp_notif& notification, int socket, const SocketKind& kind, GivenAddress& address,
                      int place, bool& is_kept);
  Answer connect_internet(const seccomp_notif& notification, int socket, const SocketKind& kind,
                          const GivenAddress& address, bool& is_kept);
  Answer bind(const seccomp_notif& notification, CallingProcess& caller, int socket, const SocketKind& kind);
  Answer bind_internet(int socket, const SocketKind& kind, GivenAddress& address);
  Answer listen(const seccomp_notif& notification, int socket, const SocketKind& kind);
  int prepare_to_listen(int socket, const SocketKind& kind);
  Answer send(const seccomp_notif& notification, int socket, const SocketKind& kind, bool& is_kept);
  Answer send_one(const seccomp_notif& notification, int socket, const SocketKind& kind, std::uint64_t counted,
                  bool& is_kept);

  Answer send_checked(int socket, WaitingMessage& message);
  Answer send_to_unix(int socket, WaitingMessage& message);

  /// Checks an address to connect or send to, and replaces that of a nameserver by the resolver's. 0, or the error.
  int check_internet(int socket, const SocketKind& kind, GivenAddress& address);
  int refuse_bind(const InternetAddress& address, std::uint16_t port);

  const Policy& policy_;
  Denials& denials_;
  Destinations& destinations_;
  const NameResolver& resolver_;
  WaitingCalls& waiting_;
  const int listener_;
  UnixCalls unix_;
  RedirectedSockets redirected_;
};

}  // namespace launcher
