#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include <workbench/error.hpp>
#include <workbench/toolboxes.hpp>

#include "servers/restart_backoff.hpp"
#include "servers/server_counters.hpp"

namespace workbench::servers {

/// What has happened to one server over its runs: how its starts and calls have ended, since when it has been what it
/// is, and when it may be started again. [loop thread]
class ServerHistory {
 public:
  /// `counters`: of this server, for a scrape; null: nothing is counted.
  explicit ServerHistory(ServerCounters* counters) : counters_(counters) {}

  /// It is from now on what it was not before.
  void record_change() { since_ = Clock::now(); }
  void record_start();
  /// The start did not begin, or failed. `is_of_server`: because of the server, which therefore has to wait longer
  /// before it may be started again.
  void record_failed_start(const std::string& reason, bool is_of_server);
  /// It was ready and ended by itself.
  void record_end(const std::string& reason);
  /// A request of a client has been answered, or was not (`reason`).
  void record_call(const Error* reason);
  /// It is being stopped on purpose: it may be started at once, whatever has happened before.
  void forgive();

  /// How long to wait still until it may be started for a call; zero: not at all.
  [[nodiscard]] std::chrono::milliseconds wait() const { return backoff_.wait(Clock::now()); }
  /// For a call that would have to wait for so long. `reason`: why the server ended the last time.
  [[nodiscard]] Error refusal(std::chrono::milliseconds wait, const std::string& reason) const;

  /// What it knows of the server's health. `is_shared`: without the number of calls, which are those of others, too.
  [[nodiscard]] ServerHealth health(bool is_shared) const;

 private:
  using Clock = RestartBackoff::Clock;

  ServerCounters* const counters_;
  RestartBackoff backoff_;
  Clock::time_point since_ = Clock::now();
  bool has_ended_by_itself_ = false;  // the last run that was ready; until the next start
  std::string last_failure_;          // why it ended or did not start
  std::uint64_t calls_ = 0;           // that have ended
  std::uint64_t timeouts_ = 0;        // of those, not answered in time
  int timeouts_in_a_row_ = 0;         // without an answered call in between
};

}  // namespace workbench::servers
