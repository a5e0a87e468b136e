#pragma once

#include <linux/seccomp.h>
#include <signal.h>

#include <cstdint>

#include "answers.hpp"
#include "callers.hpp"
#include "noted_calls.hpp"

namespace launcher {

/// Whether the server may do this to the process that the call names: to its own, and none else.
[[nodiscard]] bool may_change_process(const CallOnProcess& call, const seccomp_notif& notification);

/// A signal that the launcher sends for the server, on kernels whose Landlock does not confine signals: what the call
/// names could be another process by the time that the kernel looks, a descriptor, the group of the caller, an id.
class SentSignal {
 public:
  SentSignal() = default;
  ~SentSignal();
  SentSignal(const SentSignal&) = delete;
  SentSignal& operator=(const SentSignal&) = delete;

  /// kProceed: it is for the caller's own process, or goes nowhere. A value: send() is due, after that answer, because
  /// the caller may be among those that get the signal. `is_denied`: the target is not of the server.
  Answer prepare(const seccomp_notif& notification, CallingProcess& caller, bool& is_denied);
  void send();

 private:
  Answer prepare_for_process(pid_t process, CallingProcess& caller, bool& is_denied);
  Answer prepare_for_thread(pid_t process, pid_t thread, CallingProcess& caller, bool& is_denied);
  Answer prepare_for_descriptor(int descriptor, CallingProcess& caller, bool& is_denied);
  Answer prepare_for_group(pid_t group, CallingProcess& caller, bool& is_denied);
  bool read_information(std::uint64_t address, const CallingProcess& caller);
  [[nodiscard]] long deliver(int number);

  int number_ = 0;
  int process_ = -1;  // a pidfd
  pid_t thread_ = 0;  // of group_or_process_
  pid_t group_or_process_ = 0;
  bool has_information_ = false;
  siginfo_t information_ = {};
};

}  // namespace launcher
