#include "process_calls.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
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

constexpr int kSendByDescriptor = 424;  // pidfd_send_signal

/// As the kernel decides it for a server without CAP_KILL; the launcher may have it.
bool is_of_same_user(pid_t process, const CallingProcess& caller) {
  const long user = read_status(caller.thread(), "Uid:");
  return user == 0 || user == read_status(process, "Uid:");
}

}  // namespace

bool may_change_process(const CallOnProcess& call, const seccomp_notif& notification) {
  const auto process = static_cast<pid_t>(notification.data.args[call.process]);
  if (call.kind >= 0 && static_cast<unsigned>(notification.data.args[call.kind]) != call.of_process) return false;
  return process == 0 || is_descendant(process);
}

SentSignal::~SentSignal() {
  if (process_ >= 0) close(process_);
}

Answer SentSignal::prepare(const seccomp_notif& notification, CallingProcess& caller, bool& is_denied) {
  const auto& arguments = notification.data.args;
  const auto target = static_cast<pid_t>(arguments[0]);
  const int call = notification.data.nr;
  const bool has_thread = call == SYS_tgkill || call == SYS_rt_tgsigqueueinfo;
  number_ = static_cast<int>(arguments[has_thread ? 2 : 1]);
  const std::uint64_t information = call == SYS_rt_sigqueueinfo || call == kSendByDescriptor ? arguments[2]
                                    : call == SYS_rt_tgsigqueueinfo                          ? arguments[3]
                                                                                             : 0;
  if (!read_information(information, caller)) return answer_error(EFAULT);
  if (call == kSendByDescriptor) return prepare_for_descriptor(target, caller, is_denied);
  if (has_thread) return prepare_for_thread(target, static_cast<pid_t>(arguments[1]), caller, is_denied);
  if (call == SYS_tkill) {
    return prepare_for_thread(static_cast<pid_t>(read_status(target, "Tgid:")), target, caller, is_denied);
  }
  if (target > 0) return prepare_for_process(target, caller, is_denied);
  if (call != SYS_kill) return answer_error(EINVAL);
  return prepare_for_group(-target, caller, is_denied);
}

bool SentSignal::read_information(std::uint64_t address, const CallingProcess& caller) {
  has_information_ = address != 0;
  return !has_information_ || caller.read(address, &information_, sizeof information_);
}

Answer SentSignal::prepare_for_process(pid_t process, CallingProcess& caller, bool& is_denied) {
  if (process == read_status(caller.thread(), "Tgid:")) return kProceed;
  // Opened before it is looked at, so that it stays the same.
  process_ = static_cast<int>(syscall(SYS_pidfd_open, process, 0U));
  is_denied = process_ < 0 ? errno != ESRCH : !is_descendant(process);
  if (process_ < 0 || is_denied) return answer_error(ESRCH);
  return is_of_same_user(process, caller) ? answer_result(deliver(0)) : answer_error(EPERM);
}

Answer SentSignal::prepare_for_thread(pid_t process, pid_t thread, CallingProcess& caller, bool& is_denied) {
  if (process == read_status(caller.thread(), "Tgid:")) return kProceed;
  group_or_process_ = process;
  thread_ = thread;
  is_denied = !is_descendant(process);
  return is_of_same_user(process, caller) ? answer_result(deliver(0)) : answer_error(EPERM);
}

Answer SentSignal::prepare_for_descriptor(int descriptor, CallingProcess& caller, bool& is_denied) {
  process_ = caller.duplicate(descriptor);
  if (process_ < 0) return answer_error(-process_);
  const pid_t process = process_of(process_);
  if (process > 0 && process == read_status(caller.thread(), "Tgid:")) return answer_result(deliver(0));
  is_denied = process > 0 && !is_descendant(process);
  return process <= 0 || is_of_same_user(process, caller) ? answer_result(deliver(0)) : answer_error(EPERM);
}

// The launcher leads its session, and no process of the server can join its group: any other in it is the server's.
Answer SentSignal::prepare_for_group(pid_t group, CallingProcess& caller, bool& is_denied) {
  if (group == 0) group = getpgid(caller.thread());
  group_or_process_ = group;
  is_denied = group <= 1 || group == getpgrp() || !is_descendant(group);
  return is_denied || is_of_same_user(group, caller) ? answer_result(is_denied ? 0 : deliver(0)) : answer_error(EPERM);
}

long SentSignal::deliver(int number) {
  siginfo_t* const information = has_information_ && number != 0 ? &information_ : nullptr;
  if (process_ >= 0) return syscall(kSendByDescriptor, process_, number, information, 0U);
  if (thread_ == 0) return kill(-group_or_process_, number);
  if (information == nullptr) return syscall(SYS_tgkill, group_or_process_, thread_, number);
  return syscall(SYS_rt_tgsigqueueinfo, group_or_process_, thread_, number, information);
}

void SentSignal::send() {
  if (number_ == 0) return;
  const long ignored = deliver(number_);
  static_cast<void>(ignored);
}

}  // namespace launcher
