#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include <workbench/error.hpp>

namespace workbench::servers {

/// How the calls of one server have ended, why it ended the last time, and since when it has been what it is.
struct ServerHistory {
  using Clock = std::chrono::steady_clock;

  std::uint64_t calls = 0;                 ///< of clients, that have ended
  std::uint64_t timeouts = 0;              ///< of those, not answered in time
  int timeouts_in_a_row = 0;               ///< without an answered one in between
  std::string last_failure;                ///< why it ended or did not start; empty: neither since the last stop()
  Clock::time_point since = Clock::now();  ///< the change to the present state

  /// `reason` null: the server has answered it. True: it has.
  bool record_call(const Error* reason) {
    ++calls;
    if (reason == nullptr) {
      timeouts_in_a_row = 0;
      return true;
    }
    if (reason->kind == ErrorKind::timed_out) {
      ++timeouts;
      ++timeouts_in_a_row;
    }
    return false;
  }
};

}  // namespace workbench::servers
