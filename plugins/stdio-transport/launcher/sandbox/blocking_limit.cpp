#include "blocking_limit.hpp"

#include <signal.h>
#include <sys/time.h>

#include <cerrno>

namespace launcher {
namespace {

constexpr suseconds_t kMomentMicros = 20'000;

void do_nothing(int /*signal*/) {}

/// Again and again, because the first signal may come before the call.
void set_timer(suseconds_t micros) {
  const itimerval timer{{0, micros}, {0, micros}};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

void change_mask(int how) {
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  sigprocmask(how, &alarm, nullptr);
}

}  // namespace

// Without SA_RESTART.
BlockingLimit::BlockingLimit() {
  struct sigaction action {};
  action.sa_handler = do_nothing;
  sigaction(SIGALRM, &action, nullptr);
  set_timer(kMomentMicros);
  change_mask(SIG_UNBLOCK);
}

BlockingLimit::~BlockingLimit() {
  const int error = errno;
  set_timer(0);
  change_mask(SIG_BLOCK);
  errno = error;
}

}  // namespace launcher
