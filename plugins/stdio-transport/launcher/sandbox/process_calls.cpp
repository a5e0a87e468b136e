#include "process_calls.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace launcher {
namespace {

/// The process of a pidfd, or -1.
pid_t process_of(int descriptor) {
  char path[48];
  std::snprintf(path, sizeof path, "/proc/self/fdinfo/%d", descriptor);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  char text[1024];
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  text[size > 0 ? size : 0] = '\0';
  const char* line = std::strstr(text, "\nPid:");
  return line == nullptr ? -1 : std::atoi(line + 5);
}

bool may_signal_by_descriptor(int descriptor, CallingProcess& caller) {
  const int copy = caller.duplicate(descriptor);
  if (copy < 0) return true;  // the kernel says what is wrong with it
  const pid_t process = process_of(copy);
  close(copy);
  return process < 0 || is_descendant(process);
}

/// The launcher leads its session, so that any other group in it has processes of the server only; but one of them
/// could have joined the launcher's.
bool may_signal_group(pid_t group, pid_t caller) {
  if (group == 0) group = getpgid(caller);
  return group > 1 && group != getpgrp() && is_descendant(group);
}

}  // namespace

bool may_change_process(const CallOnProcess& call, const seccomp_notif& notification) {
  const auto process = static_cast<pid_t>(notification.data.args[call.process]);
  if (call.kind >= 0 && static_cast<unsigned>(notification.data.args[call.kind]) != call.of_process) return false;
  return process == 0 || is_descendant(process);
}

bool may_signal(const seccomp_notif& notification, CallingProcess& caller) {
  const auto target = static_cast<pid_t>(notification.data.args[0]);
  const int number = notification.data.nr;
  if (number != SYS_kill && number != SYS_tkill && number != SYS_tgkill && number != SYS_rt_sigqueueinfo &&
      number != SYS_rt_tgsigqueueinfo) {
    return may_signal_by_descriptor(target, caller);
  }
  if (number == SYS_kill && target <= 0) return target != -1 && may_signal_group(-target, caller.thread());
  return is_descendant(target);
}

}  // namespace launcher
