#pragma once

#include "answers.hpp"
#include "bound_sockets.hpp"
#include "callers.hpp"
#include "denials.hpp"
#include "policy.hpp"
#include "sockets.hpp"

namespace launcher {

/// The part of calls on Unix sockets that concerns their addresses.
class UnixCalls {
 public:
  /// `file_rules`: what confines the making of sockets in the file system, or -1.
  UnixCalls(const Policy& policy, Denials& denials, BoundSockets& bound, int file_rules)
      : policy_(policy), denials_(denials), bound_(bound), file_rules_(file_rules) {}

  /// Checks an address to connect or send to, and replaces it by one that can mean nothing else than what was checked.
  /// It is valid while `place` is open, a descriptor that the caller of this function closes, or -1. 0, or the error.
  int check(CallingProcess& caller, GivenAddress& address, int& place);

  Answer bind(CallingProcess& caller, int socket, const GivenAddress& address);

 private:
  int refuse(const char* name);
  void remember(CallingProcess& caller, const GivenAddress& address);

  const Policy& policy_;
  Denials& denials_;
  BoundSockets& bound_;
  const int file_rules_;
};

}  // namespace launcher
