#pragma once

#include <csignal>

namespace workbench {

/// Blocks all signals of the calling thread while it exists, and then restores what was blocked. A thread that is
/// started meanwhile inherits this, so that signals are delivered to the thread of the event loop alone. [any thread]
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace workbench
