#pragma once

#include <linux/seccomp.h>
#include <sys/types.h>

#include "answers.hpp"
#include "callers.hpp"
#include "list.hpp"
#include "sockets.hpp"
#include "waiting_calls.hpp"

namespace launcher {

/// Sockets of the server that asked a nameserver and were given our resolver. To a program that compares, an answer
/// comes from the nameserver that it asked.
class RedirectedSockets {
 public:
  explicit RedirectedSockets(int listener) : listener_(listener) {}

  /// `asked` is the nameserver, as the program wrote it.
  void add(int socket, const GivenAddress& asked);

  /// recvfrom, recvmsg and recvmmsg: done here for these sockets. Others receive by themselves.
  Answer handle(const seccomp_notif& notification, CallingProcess& caller, WaitingCalls& waiting);

 private:
  struct Entry {
    ino_t inode;
    GivenAddress asked;
  };

  [[nodiscard]] const Entry* find(int socket) const;

  const int listener_;
  List<Entry> entries_;
  std::size_t next_ = 0;  // of a full list, to be replaced
};

}  // namespace launcher
