#include "event_loop/watches.hpp"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace workbench::event_loop {
namespace {

constexpr std::array kAll{Readiness::readable, Readiness::writable, Readiness::hang_up};

/// The number of ready descriptors that one call of epoll_pwait reports; the next call reports others.
constexpr int kEventsAtOnce = 64;

[[noreturn]] void refuse(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

FileDescriptor new_epoll_set() {
  FileDescriptor fd(::epoll_create1(EPOLL_CLOEXEC));
  if (!fd) refuse("cannot create an epoll set");
  return fd;
}

void make_non_blocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0) refuse("cannot watch descriptor " + std::to_string(fd));
  if ((flags & O_NONBLOCK) == 0) ::fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

// The data that epoll returns with an event. The serial shows whether the number now belongs to another descriptor.
std::uint64_t tag(int fd, std::uint32_t serial) {
  return std::uint64_t{serial} << 32U | static_cast<std::uint32_t>(fd);
}

/// The events that epoll is asked for. It always reports EPOLLHUP and EPOLLERR, too.
std::uint32_t events_for(Readiness readiness) {
  switch (readiness) {
    case Readiness::readable: return EPOLLIN;
    case Readiness::writable: return EPOLLOUT;
    case Readiness::hang_up: return EPOLLRDHUP;
  }
  return 0;
}

// A hang-up and errors concern all conditions: reading and writing report them.
bool concerns(std::uint32_t events, Readiness readiness) {
  return (events & (events_for(readiness) | EPOLLHUP | EPOLLERR)) != 0;
}

/// Whether a descriptor that epoll does not accept has a callback to call. It never hangs up.
bool is_always_ready_for(std::uint32_t events) {
  return (events & (EPOLLIN | EPOLLOUT)) != 0;
}

}  // namespace

class Watches::Subscription final : public EventLoop::Subscription {
 public:
  Subscription(Watches& watches, int fd, Readiness readiness, Serial serial)
      : watches_(watches), fd_(fd), readiness_(readiness), serial_(serial) {}
  ~Subscription() override { watches_.stop(fd_, readiness_, serial_); }

 private:
  Watches& watches_;
  int fd_;
  Readiness readiness_;
  Serial serial_;
};

Watches::Watches() : epoll_(new_epoll_set()) {}

EventLoop::Watch Watches::watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) {
  Watched& watched = find_or_add(fd);
  Side& watched_side = side(watched, readiness);
  if (watched_side.serial != 0) {
    throw std::logic_error("descriptor " + std::to_string(fd) + " has a watch for this condition already");
  }
  const Serial serial = next_serial();
  watched_side = {std::move(ready), serial};
  update(fd);
  return std::make_unique<Subscription>(*this, fd, readiness, serial);
}

Watches::Watched& Watches::find_or_add(int fd) {
  const auto index = static_cast<std::size_t>(fd);
  if (fd >= 0 && index < watched_.size() && watched_[index].serial != 0) return watched_[index];
  make_non_blocking(fd);  // throws if `fd` is not an open descriptor
  if (index >= watched_.size()) watched_.resize(index + 1);
  watched_[index].serial = next_serial();
  return watched_[index];
}

Watches::Side& Watches::side(Watched& watched, Readiness readiness) {
  return watched.sides.at(static_cast<std::size_t>(readiness));
}

// Makes epoll wait for the conditions that are watched now. Removes the descriptor if there are none, or if epoll
// refuses it.
void Watches::update(int fd) {
  Watched& watched = at(fd);
  std::uint32_t events = 0;
  for (const Readiness readiness : kAll) {
    if (side(watched, readiness).serial != 0) events |= events_for(readiness);
  }
  const std::uint32_t before = std::exchange(watched.events, events);
  epoll_event event{events, {}};
  event.data.u64 = tag(fd, watched.serial);
  if (watched.is_always_ready) {
    if (is_always_ready_for(before)) --always_ready_;
  } else {
    const int operation = before == 0 ? EPOLL_CTL_ADD : events == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD;
    if (::epoll_ctl(epoll_.get(), operation, fd, &event) != 0 && events != 0) {
      if (errno != EPERM) {
        const int error = errno;
        const Watched refused = std::exchange(watched, {});
        errno = error;
        refuse("cannot watch descriptor " + std::to_string(fd));
      }
      watched.is_always_ready = true;
    }
  }
  if (watched.is_always_ready && is_always_ready_for(events)) ++always_ready_;
  if (events == 0) watched = {};
}

void Watches::wait(Wait wait) {
  ready_.clear();
  next_ = 0;
  std::array<epoll_event, kEventsAtOnce> events;
  const int limit = wait == Wait::no || always_ready_ != 0 ? 0 : -1;
  // Not epoll_wait(): it is a cancellation point of pthread_cancel(), which costs two atomic operations as soon as the
  // process has a second thread. No thread is cancelled here.
  const long count = ::syscall(SYS_epoll_pwait, epoll_.get(), events.data(), kEventsAtOnce, limit, nullptr, 0);
  if (count < 0 && errno != EINTR) refuse("cannot wait for descriptors");
  for (long index = 0; index < count; ++index) {
    const epoll_event& event = events[static_cast<std::size_t>(index)];
    const auto fd = static_cast<int>(static_cast<std::uint32_t>(event.data.u64));
    for (const Readiness readiness : kAll) {
      if (concerns(event.events, readiness))
        ready_.push_back({fd, static_cast<Serial>(event.data.u64 >> 32U), readiness});
    }
  }
  if (always_ready_ == 0) return;
  for (std::size_t index = 0; index != watched_.size(); ++index) {
    if (!watched_[index].is_always_ready) continue;
    for (const Readiness readiness : {Readiness::readable, Readiness::writable}) {
      ready_.push_back({static_cast<int>(index), watched_[index].serial, readiness});
    }
  }
}

// A callback may remove any watch, including its own, and add others. So each watch is looked up again, and its
// callback is moved out for the call, which it must outlive.
bool Watches::call_next() {
  if (next_ == ready_.size()) return false;
  const Ready next = ready_[next_++];
  if (at(next.fd).serial != next.serial) return true;
  Side& called = side(at(next.fd), next.readiness);
  if (called.serial == 0) return true;

  struct PutBack {
    ~PutBack() {
      Side& now = side(watches.at(next.fd), next.readiness);
      if (now.serial == serial) now.ready = std::move(ready);
    }
    Watches& watches;
    const Ready next;
    const Serial serial;
    MoveOnlyFunction<void()> ready;
  } lent{*this, next, called.serial, std::move(called.ready)};
  lent.ready();
  return true;
}

void Watches::stop(int fd, Readiness readiness, Serial serial) {
  Side& removed = side(at(fd), readiness);
  if (removed.serial != serial) return;
  // Destroyed last, because what the callback captured may call this function for another condition.
  const Side last = std::exchange(removed, {});
  update(fd);
}

void Watches::clear() {
  for (std::size_t index = 0; index != watched_.size(); ++index) {
    for (const Readiness readiness : kAll) {
      const Serial serial = side(watched_[index], readiness).serial;
      if (serial != 0) stop(static_cast<int>(index), readiness, serial);
    }
  }
}

Watches::Serial Watches::next_serial() {
  if (++last_serial_ == 0) ++last_serial_;
  return last_serial_;
}

}  // namespace workbench::event_loop
