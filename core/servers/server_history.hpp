#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <workbench/result.hpp>
#include <workbench/toolboxes.hpp>

#include "servers/restart_backoff.hpp"
#include "servers/server_counters.hpp"

namespace workbench::servers {

/// What has happened to one server over its runs: how its starts and calls have ended, why it does not run, how long it
/// has been in its state, and when it may be started again. Reasons are mostly what the server has written, and
/// models and people read them: they are kept as visible text. [loop thread]
class ServerHistory {
 public:
  /// A call waits this long for its server to be due for a restart; beyond that the error says when to try again.
  static constexpr std::chrono::milliseconds kMaxRestartWait{1'000};

  /// `counters`: of this server, for a scrape; null: nothing is counted.
  explicit ServerHistory(ServerCounters* counters) : counters_(counters) {}

  /// Its state changes now.
  void record_change() { since_ = Clock::now(); }
  void record_start();
  /// The start has succeeded.
  void record_ready() { last_start_ = Result<void>(); }
  /// The start did not begin, or failed. `is_of_server`: the server is the cause, and therefore has to wait longer
  /// before it may be started again.
  void record_failed_start(const Error& reason, bool is_of_server);
  /// It was ready and ended by itself.
  void record_end(const Error& reason);
  /// It is being stopped on purpose: what its starts have shown is forgotten.
  void record_stop(const Error& reason);
  /// A request of a client has been answered, or was not (`reason`).
  void record_call(const Error* reason);
  /// It may be started at once, whatever has happened before.
  void forgive();

  /// Whether a start since the last stop has ended.
  [[nodiscard]] bool has_outcome() const { return last_start_.has_value(); }
  /// Why the last start failed; absent if it did not fail, or there was none since the last stop.
  [[nodiscard]] std::optional<Error> failure() const {
    return has_outcome() && !*last_start_ ? std::optional(last_start_->error()) : std::nullopt;
  }
  /// Whether the last start since the last stop has succeeded.
  [[nodiscard]] bool has_succeeded() const { return has_outcome() && last_start_->has_value(); }
  /// Why the last run ended, was ended, or did not start.
  [[nodiscard]] const Error& last_end() const { return last_end_; }

  /// How long to wait still until it may be started for a call; zero: not at all.
  [[nodiscard]] std::chrono::milliseconds wait() const { return backoff_.wait(Clock::now()); }
  /// For a call that would have to wait for so long.
  [[nodiscard]] Error refusal(std::chrono::milliseconds wait) const;

  /// How often it was started after it had ended by itself.
  [[nodiscard]] std::uint64_t restarts() const { return restarts_; }
  /// When its last start has begun; absent: none has.
  [[nodiscard]] const std::optional<std::chrono::system_clock::time_point>& last_start() const { return started_at_; }

  /// Its state as far as clients may know. `is_shared`: without the number of calls, which include others'.
  [[nodiscard]] ServerHealth health(bool is_shared) const;

 private:
  using Clock = RestartBackoff::Clock;

  ServerCounters* const counters_;
  RestartBackoff backoff_;
  Clock::time_point since_ = Clock::now();
  std::optional<Result<void>> last_start_;  // absent: none has ended since the last stop
  Error last_end_;
  bool has_ended_by_itself_ = false;  // the last run that was ready; until the next start
  std::uint64_t restarts_ = 0;
  std::optional<std::chrono::system_clock::time_point> started_at_;
  std::string last_failure_;    // why it ended or did not start
  std::uint64_t calls_ = 0;     // that have ended
  std::uint64_t timeouts_ = 0;  // of those, not answered in time
  int timeouts_in_a_row_ = 0;   // without an answered call in between
};

}  // namespace workbench::servers
