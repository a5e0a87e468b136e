#include "notifications.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "denied_calls.hpp"
#include "destinations.hpp"
#include "process_calls.hpp"

namespace launcher {
namespace {

constexpr int kMaxCallsAtOnce = 64;
constexpr std::int64_t kMaxMsAtOnce = 50;

// Linux 6.6.
#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#endif
constexpr unsigned long kSwitchAtOnce = 1;  // SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP

/// The error of a socket that is neither TCP nor UDP.
int error_of_socket(const seccomp_notif& notification) {
  return (notification.data.args[1] & 0xf) == SOCK_RAW ? EPERM : EPROTONOSUPPORT;
}

}  // namespace

Notifications::~Notifications() {
  std::free(notification_);
  std::free(response_);
  close(listener_);
}

// A newer kernel may have longer structures.
bool Notifications::prepare() {
  // The caller waits for the launcher, and continues when that waits: on the same processor, which spares waking
  // another.
  ioctl(listener_, SECCOMP_IOCTL_NOTIF_SET_FLAGS, kSwitchAtOnce);
  seccomp_notif_sizes sizes{};
  if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0U, &sizes) != 0) return false;
  notification_size_ = sizes.seccomp_notif > sizeof(seccomp_notif) ? sizes.seccomp_notif : sizeof(seccomp_notif);
  const std::size_t size =
      sizes.seccomp_notif_resp > sizeof(seccomp_notif_resp) ? sizes.seccomp_notif_resp : sizeof(seccomp_notif_resp);
  notification_ = static_cast<seccomp_notif*>(std::malloc(notification_size_));
  response_ = static_cast<seccomp_notif_resp*>(std::calloc(1, size));
  return notification_ != nullptr && response_ != nullptr;
}

bool Notifications::handle() {
  const std::int64_t end = now_milliseconds() + kMaxMsAtOnce;
  for (int i = 0; i < kMaxCallsAtOnce && now_milliseconds() < end; ++i) {
    pollfd polled{listener_, POLLIN, 0};
    if (poll(&polled, 1, 0) <= 0) return true;
    if ((polled.revents & POLLIN) == 0) return false;
    if (!receive()) continue;
    answer(notification_->id, dispatch(*notification_));
  }
  return true;
}

bool Notifications::receive() {
  std::memset(static_cast<void*>(notification_), 0, notification_size_);
  return ioctl(listener_, SECCOMP_IOCTL_NOTIF_RECV, notification_) == 0;
}

void Notifications::answer(std::uint64_t id, const Answer& answer) {
  if (answer.kind == Answer::Kind::given) return;
  *response_ = {};
  response_->id = id;
  if (answer.kind == Answer::Kind::value) response_->val = answer.value;
  if (answer.kind == Answer::Kind::error) response_->error = static_cast<int>(-answer.value);
  if (answer.kind == Answer::Kind::proceed) response_->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, response_);
}

Answer Notifications::dispatch(const seccomp_notif& notification) {
  const int number = notification.data.nr;
  CallingProcess caller(listener_, notification.id, static_cast<pid_t>(notification.pid));
  if (const PathCall* call = find_path_call(number)) return paths_.handle(*call, notification, caller);
  if (SocketCalls::is_handled(number) && sockets_ != nullptr) return sockets_->handle(notification, caller);
  if (const DeniedCall* call = find_denied_call(number)) return deny(call->name, call->error);
  if (const CallOnProcess* call = find_call_on_process(number)) {
    return may_change_process(*call, notification) ? kProceed : deny(call->name, EPERM);
  }
  if (is_signal_call(number)) return signal(notification, caller);
  if (number == SYS_socket) return deny("socket", error_of_socket(notification));
  if (number == SYS_clone) return deny("clone", EPERM);
  if (number == SYS_unshare) return deny("unshare", EPERM);
  return answer_error(ENOSYS);
}

Answer Notifications::signal(const seccomp_notif& notification, CallingProcess& caller) {
  SentSignal sent;
  bool is_denied = false;
  const Answer prepared = sent.prepare(notification, caller, is_denied);
  if (is_denied) return deny("kill", EPERM);
  if (prepared.kind != Answer::Kind::value) return prepared;
  answer(notification.id, prepared);
  sent.send();
  return kGiven;
}

Answer Notifications::deny(const char* call, int error) {
  denials_.add("call", call);
  return policy_.learns ? kProceed : answer_error(error);
}

}  // namespace launcher
