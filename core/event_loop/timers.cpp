#include "event_loop/timers.hpp"

#include <sys/timerfd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <memory>
#include <system_error>

namespace workbench::event_loop {
namespace {

// Longer delays would overflow the clock.
constexpr std::chrono::milliseconds kMaxDelay = std::chrono::hours(24 * 365);

FileDescriptor new_timer_descriptor() {
  FileDescriptor fd(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
  if (!fd) throw std::system_error(errno, std::generic_category(), "cannot create a timerfd");
  return fd;
}

}  // namespace

class Timers::Subscription final : public EventLoop::Subscription {
 public:
  Subscription(Timers& timers, const Key& key) : timers_(timers), key_(key) {}

  ~Subscription() override {
    // Extracted before it is destroyed, because what the callback captured may own another timer.
    const auto removed = timers_.pending_.extract(key_);
  }

 private:
  Timers& timers_;
  Key key_;
};

Timers::Timers() : alarm_(new_timer_descriptor()) {}

EventLoop::Timer Timers::start(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) {
  const auto now = Clock::now();
  const Key key{now + std::min(delay, kMaxDelay), ++last_number_};
  pending_.emplace(key, std::move(due));
  if (key.first < alarm_time_) set_alarm(now);
  return std::make_unique<Subscription>(*this, key);
}

/// The first timer that may be called.
Timers::Pending::iterator Timers::next(Clock::time_point now) {
  constexpr auto kLast = std::numeric_limits<std::uint64_t>::max();
  return now < grace_end_ ? pending_.upper_bound({late_until_, kLast}) : pending_.begin();
}

/// Each overdue timer gets more time once.
void Timers::grant_time(Clock::time_point now) {
  const auto first = next(now);
  if (first == pending_.end() || first->first.first <= late_until_) return;
  if (now - first->first.first <= kMaxLateness) return;
  late_until_ = now;
  grace_end_ = now + kGrace;
}

// The alarm is set again only when no timer is due, so that the other timers are called even if a callback throws.
bool Timers::call_due(Clock::time_point now) {
  grant_time(now);
  const auto first = next(now);
  if (first == pending_.end() || first->first.first > now) {
    set_alarm(now);
    return false;
  }
  auto called = pending_.extract(first);  // before the call, which may destroy its timer
  called.mapped()();
  return true;
}

// If the first timer was removed, the alarm fires once although no timer is due.
void Timers::set_alarm(Clock::time_point now) {
  itimerspec time{};  // all zero: never
  const auto first = next(now);
  alarm_time_ = first == pending_.end() ? Clock::time_point::max() : first->first.first;
  if (first != pending_.begin()) alarm_time_ = std::min(alarm_time_, grace_end_);
  if (alarm_time_ != Clock::time_point::max()) {
    const auto since_boot = alarm_time_.time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_boot);
    time.it_value.tv_sec = seconds.count();
    const std::chrono::nanoseconds rest = since_boot - seconds;
    time.it_value.tv_nsec = rest.count();
  }
  ::timerfd_settime(alarm_.get(), TFD_TIMER_ABSTIME, &time, nullptr);  // cannot fail for such a time
}

void Timers::clear() {
  while (!pending_.empty()) {
    const auto removed = pending_.extract(pending_.begin());
  }
}

}  // namespace workbench::event_loop
