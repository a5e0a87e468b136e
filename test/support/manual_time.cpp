// Replaces the clock of the standard library and the alarms of the event loop, for the whole program that links this
// file.

#include "manual_time.hpp"

#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <atomic>

namespace {

std::atomic<std::chrono::nanoseconds::rep> present_time{std::chrono::nanoseconds(std::chrono::hours(1)).count()};

std::chrono::nanoseconds::rep move_time(std::chrono::nanoseconds time) {
  return present_time += time.count();
}

}  // namespace

void test_support::pass_time(std::chrono::nanoseconds time) {
  move_time(time);
}

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  return time_point(duration(move_time(std::chrono::microseconds(1))));
}

// Every alarm rings at once: the loop then looks which of its timers are due, and sets the alarm again.
extern "C" int timerfd_settime(int alarm, int flags, const itimerspec* time, itimerspec* former) noexcept {
  itimerspec at_once{};
  const bool is_set = time->it_value.tv_sec != 0 || time->it_value.tv_nsec != 0;
  if (is_set) at_once.it_value.tv_nsec = 1;
  return static_cast<int>(::syscall(SYS_timerfd_settime, alarm, flags, &at_once, former));
}
