#pragma once

#include <linux/seccomp.h>

#include "answers.hpp"
#include "callers.hpp"
#include "denials.hpp"
#include "noted_calls.hpp"
#include "places.hpp"
#include "policy.hpp"

namespace launcher {

/// Answers system calls on files. Landlock enforces what may be opened, made and removed: the launcher only records
/// what it refuses. It does not control modes, owners, attributes and times: the launcher changes them itself, on the
/// file that it has checked.
class PathCalls {
 public:
  PathCalls(const Policy& policy, Denials& denials, int listener, int landlock_abi)
      : policy_(policy), denials_(denials), listener_(listener), landlock_abi_(landlock_abi) {}

  Answer handle(const PathCall& call, const seccomp_notif& notification, CallingProcess& caller);

 private:
  Answer open(const PathCall& call, const seccomp_notif& notification, CallingProcess& caller, int folder,
              const char* path);
  Answer list_folder(const seccomp_notif& notification, CallingProcess& caller, int folder, const char* path,
                     int flags);
  Answer install(const seccomp_notif& notification, int opened, int flags);
  void record_open(CallingProcess& caller, int folder, const char* path, int flags);
  void record_second_path(const PathCall& call, const seccomp_notif& notification, CallingProcess& caller);
  void record_change(CallingProcess& caller, int folder, const char* path, bool must_exist);
  void record_folder(CallingProcess& caller, int folder, const char* path);
  Answer change(const PathCall& call, const seccomp_notif& notification, CallingProcess& caller, int folder,
                const char* path);

  const Policy& policy_;
  Denials& denials_;
  const int listener_;
  const int landlock_abi_;
};

}  // namespace launcher
