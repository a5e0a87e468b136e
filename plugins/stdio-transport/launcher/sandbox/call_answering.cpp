#include "call_answering.hpp"

#include <sys/epoll.h>
#include <sys/resource.h>

namespace launcher {
namespace {

/// What an event is about; the other half is a descriptor.
constexpr std::uint64_t kOfListener = std::uint64_t{1} << 32;
constexpr std::uint64_t kOfResolver = std::uint64_t{2} << 32;
constexpr std::uint64_t kOfWaiting = std::uint64_t{3} << 32;
constexpr std::uint64_t kTag = ~std::uint64_t{0xffffffff};

void send_answer(void* context, std::uint64_t id, const Answer& answer) {
  static_cast<Notifications*>(context)->answer(id, answer);
}

/// For calls that wait, and their sockets.
void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

CallAnswering::CallAnswering(const Policy& policy, Denials& denials, int listener, int events, int landlock_abi,
                             int file_rules)
    : listener_(listener),
      events_(events),
      destinations_(policy),
      notifications_(policy, denials, listener, landlock_abi),
      waiting_(listener, events, kOfWaiting, send_answer, &notifications_),
      resolver_(policy, denials, destinations_, events, kOfResolver),
      sockets_(policy, denials, destinations_, resolver_, waiting_, listener, file_rules) {}

bool CallAnswering::begin() {
  raise_descriptor_limit();
  notifications_.set_sockets(sockets_);
  // Without loopback, no name is found.
  resolver_.open();
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kOfListener;
  return notifications_.prepare() && epoll_ctl(events_, EPOLL_CTL_ADD, listener_, &event) == 0;
}

void CallAnswering::handle() {
  constexpr int kMaxEvents = 32;
  epoll_event events[kMaxEvents];
  const int count = epoll_wait(events_, events, kMaxEvents, 0);
  for (int i = 0; i < count; ++i) handle_event(events[i].data.u64);
  waiting_.handle_time();
  resolver_.handle_time();
}

void CallAnswering::handle_event(std::uint64_t data) {
  const int descriptor = static_cast<int>(data & ~kTag);
  switch (data & kTag) {
    case kOfResolver: return resolver_.handle(descriptor);
    case kOfWaiting: return waiting_.handle(descriptor);
    default:
      if (!notifications_.handle()) epoll_ctl(events_, EPOLL_CTL_DEL, listener_, nullptr);
  }
}

int CallAnswering::timeout() const {
  const int one = waiting_.timeout();
  const int other = resolver_.timeout();
  return one < 0 ? other : other < 0 || one < other ? one : other;
}

}  // namespace launcher
