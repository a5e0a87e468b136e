#include "event_loop/signals.hpp"

#include <pthread.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace workbench::event_loop {
namespace {

// The only state that the signal handler uses.
std::atomic<int> arrival_descriptor{-1};
std::atomic<pthread_t> arrival_thread{};
std::array<std::atomic<bool>, NSIG> has_arrived{};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<pthread_t>::is_always_lock_free &&
              std::atomic<bool>::is_always_lock_free);

/// The kernel may choose any thread, of a library or a plugin, too. Only the loop's thread uses the descriptor, so that
/// none does while that thread closes it.
extern "C" void record_arrival(int signal) {
  const pthread_t receiver = arrival_thread;
  if (::pthread_equal(receiver, ::pthread_self()) == 0) {
    ::pthread_kill(receiver, signal);
    return;
  }
  has_arrived.at(static_cast<std::size_t>(signal)) = true;
  raise_event(arrival_descriptor);
}

}  // namespace

Signals::Signals() : arrival_(new_event_descriptor()) {}

Signals::~Signals() {
  for (const auto& [signal, action] : before_) ::sigaction(signal, &action, nullptr);
  if (!before_.empty()) arrival_descriptor = -1;
}

void Signals::handle(std::initializer_list<int> signals, MoveOnlyFunction<void(int)> received) {
  received_ = std::move(received);
  arrival_descriptor = arrival_.get();
  arrival_thread = ::pthread_self();
  for (const int signal : signals) {
    struct sigaction action {};
    action.sa_handler = record_arrival;
    action.sa_flags = SA_RESTART;
    ::sigfillset(&action.sa_mask);
    struct sigaction before {};
    if (::sigaction(signal, &action, &before) != 0) {
      throw std::system_error(errno, std::generic_category(), "cannot handle signal " + std::to_string(signal));
    }
    before_.emplace(signal, before);
  }
}

// The descriptor is cleared first, so that a signal that arrives from now on makes it readable again.
void Signals::dispatch() {
  clear_event(arrival_.get());
  for (const auto& [signal, before] : before_) {
    if (has_arrived.at(static_cast<std::size_t>(signal)).exchange(false)) received_(signal);
  }
}

}  // namespace workbench::event_loop
