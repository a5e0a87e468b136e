#include "waiting_calls.hpp"

#include <linux/seccomp.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "destinations.hpp"

namespace launcher {
namespace {

constexpr std::size_t kMaxWaiting = 512;
constexpr int kRetryMs = 10;
constexpr int kSweepMs = 500;
constexpr std::int64_t kMaxMsAtOnce = 50;

}  // namespace

WaitingCalls::~WaitingCalls() {
  while (!calls_.is_empty()) release(0);
}

Answer WaitingCalls::add(const WaitingCall& call) {
  const bool has_room = calls_.size() < kMaxWaiting && calls_.add(call);
  if (!has_room) {
    close(call.socket);
    call.release(call.state);
    return answer_error(EAGAIN);
  }
  if (call.events != 0) {
    epoll_event event{};
    event.events = call.events;
    event.data.u64 = tag_ | static_cast<std::uint32_t>(call.socket);
    epoll_ctl(events_, EPOLL_CTL_ADD, call.socket, &event);
  }
  return kGiven;
}

void WaitingCalls::handle(int socket) {
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    if (calls_[i].socket == socket) return resume(i);
  }
}

void WaitingCalls::resume(std::size_t index) {
  std::uint64_t id = calls_[index].id;
  if (ioctl(listener_, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) != 0) return release(index);
  const Answer answer = calls_[index].resume(calls_[index].socket, calls_[index].state);
  if (answer.kind != Answer::Kind::proceed) finish(index, answer);
}

void WaitingCalls::handle_time() {
  const std::int64_t now = now_milliseconds();
  for (std::size_t i = calls_.size(); i-- > 0;) {
    std::uint64_t id = calls_[i].id;
    if (ioctl(listener_, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) != 0) {
      release(i);
    } else if (calls_[i].deadline != 0 && calls_[i].deadline <= now) {
      finish(i, calls_[i].on_deadline);
    } else if (calls_[i].events == 0 && now_milliseconds() < now + kMaxMsAtOnce) {
      resume(i);
    }
  }
}

int WaitingCalls::timeout() const {
  int timeout = calls_.is_empty() ? -1 : kSweepMs;
  const std::int64_t now = now_milliseconds();
  for (const WaitingCall& call : calls_) {
    if (call.events == 0) return kRetryMs;
    if (call.deadline == 0 || call.deadline - now >= timeout) continue;
    timeout = call.deadline > now ? static_cast<int>(call.deadline - now) : 0;
  }
  return timeout;
}

void WaitingCalls::finish(std::size_t index, const Answer& answer) {
  const std::uint64_t id = calls_[index].id;
  release(index);
  send_(context_, id, answer);
}

// Before the socket is closed it leaves the epoll, because the server may still have it open.
void WaitingCalls::release(std::size_t index) {
  const WaitingCall call = calls_[index];
  calls_.remove(index);
  if (call.events != 0) epoll_ctl(events_, EPOLL_CTL_DEL, call.socket, nullptr);
  close(call.socket);
  call.release(call.state);
}

}  // namespace launcher
