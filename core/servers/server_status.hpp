#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <workbench/toolboxes.hpp>

#include "servers/catalog.hpp"
#include "servers/configured_server.hpp"
#include "servers/server_history.hpp"
#include "servers/server_runs.hpp"
#include "servers/server_start.hpp"

namespace workbench::servers {

/// See Server for the transitions between these.
enum class ServerState {
  stopped,   ///< no run; those that ended by themselves may still be closing
  starting,  ///< the present run is starting, or there is none: the start waits for its turn
  ready,     ///< the present run is ready for requests
  stopping,  ///< waits until every process has exited; then it is stopped, or starting if a start waits for it
  closing,   ///< the same; then it is closed
  closed,    ///< there will be no run
};

/// The activity and the health of one server, to be asked at any time. It changes nothing. [loop thread]
class ServerStatus {
 public:
  /// What it looks at, which must outlive it.
  struct Parts {
    const ServerState& state;
    const ConfiguredServer& configured;
    const ServerStart& start;
    const ServerRuns& runs;
    const ServerHistory& history;
    const Catalog& catalog;
  };

  explicit ServerStatus(const Parts& parts) : of_(parts) {}

  /// Whether it is being started and is not known to be usable: the restart of a server that was ready does not count,
  /// nor does the start of a server that is_remembered().
  [[nodiscard]] bool is_starting() const {
    return is_starting_up() && (of_.history.has_outcome() ? !of_.history.has_succeeded() : !of_.catalog.is_known());
  }
  /// Whether it is being started, for whatever reason, or will be as soon as it has stopped.
  [[nodiscard]] bool is_starting_up() const { return of_.state == ServerState::starting || of_.start.has_waiting(); }
  /// Whether a start since the last stop() has ended or is under way.
  [[nodiscard]] bool was_started() const { return of_.history.has_outcome() || is_starting_up(); }
  /// Whether it may be started now without a request that needs it; see RestartBackoff.
  [[nodiscard]] bool may_be_started() const {
    return is_starting_up() || of_.history.wait() == std::chrono::milliseconds(0);
  }
  /// Why the last start failed; absent if it did not fail, or there was none since the last stop().
  [[nodiscard]] std::optional<Error> failure() const { return of_.history.failure(); }
  /// Whether its catalog is known from an earlier run only: no start since the last stop() has ended.
  [[nodiscard]] bool is_remembered() const { return of_.catalog.is_known() && !of_.history.has_outcome(); }
  /// Whether it is running, and this list is being requested again, or has to be; see ServerRun.
  [[nodiscard]] bool is_outdated(protocol::ListKind kind) const {
    return of_.state == ServerState::ready && of_.runs.present()->is_outdated(kind);
  }
  [[nodiscard]] bool is_listing_tools() const { return is_outdated(protocol::ListKind::tools); }
  /// For how long clients may keep this list. Absent: the server does not say, or does not run.
  [[nodiscard]] std::optional<protocol::CacheHint> cache_hint(protocol::ListKind kind) const {
    return of_.state == ServerState::ready ? of_.runs.present()->cache_hint(kind) : std::nullopt;
  }
  /// Whether it is being ended on purpose and some of its processes have not exited yet.
  [[nodiscard]] bool is_ending() const {
    return of_.state == ServerState::stopping || of_.state == ServerState::closing;
  }
  /// Whether it has ended for good, or is about to.
  [[nodiscard]] bool is_closed() const { return of_.state == ServerState::closing || of_.state == ServerState::closed; }

  // For people:

  /// What it is doing at the moment, as one of the words of kActivities.
  [[nodiscard]] std::string_view activity() const;
  static constexpr std::array<std::string_view, 5> kActivities{"ready", "starting", "stopped", "failed", "ending"};
  /// Its health, in words that every client of it may read.
  [[nodiscard]] ServerHealth health() const { return health(of_.configured.is_shared()); }
  /// The same, with the calls of all who share it: for an operator.
  [[nodiscard]] ServerHealth operator_health() const { return health(false); }
  /// How often it was started after it had ended by itself.
  [[nodiscard]] std::uint64_t restarts() const { return of_.history.restarts(); }
  /// When the present run was started; absent: there is none.
  [[nodiscard]] std::optional<std::chrono::system_clock::time_point> started_at() const {
    return of_.runs.present() == nullptr ? std::nullopt : of_.history.last_start();
  }
  /// See ServerRuns.
  [[nodiscard]] std::optional<int> process_id() const { return of_.runs.process_id(); }
  [[nodiscard]] std::size_t backlog_bytes() const { return of_.runs.backlog_bytes(); }

 private:
  [[nodiscard]] ServerHealth health(bool is_shared) const;

  const Parts of_;
};

}  // namespace workbench::servers
