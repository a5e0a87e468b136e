#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/transport.hpp>

#include "servers/configured_server.hpp"
#include "servers/idle_check.hpp"
#include "servers/known_catalog.hpp"
#include "servers/login_to_server.hpp"
#include "servers/run_factory.hpp"
#include "servers/run_settings.hpp"
#include "servers/server_context.hpp"
#include "servers/server_drain.hpp"
#include "servers/server_era.hpp"
#include "servers/server_history.hpp"
#include "servers/server_lease.hpp"
#include "servers/server_runs.hpp"
#include "servers/server_start.hpp"
#include "servers/server_status.hpp"
#include "servers/use_watch.hpp"

namespace workbench::servers {

/// One configured server of one toolbox, over all its runs: starts it when it is needed, keeps its known lists, and
/// starts it again for the next call when it has ended. [loop thread]
///
///   stopped  --- start(), when_ready() --------------------> starting
///   starting --- the run is ready -------------------------> ready
///            --- the start fails --------------------------> stopped
///   ready    --- the run ends by itself, or is not used ---> stopped
///   stopped, starting, ready
///            --- stop() -----------------------------------> stopping
///   stopping --- every process has exited -----------------> stopped, or starting if a start waits for it
///   all of these
///            --- close(), drain() -------------------------> closing
///   closing  --- every process has exited -----------------> closed
///   any      --- the owner is destroyed -------------------> closed
///
/// It has an owner, and every user of it holds a ServerLease. When the owner is destroyed, the server ends by
/// force; as long as there are leases, it exists, but is closed: it touches nothing that its owner had, and every
/// function that would start something fails.
///
/// Every callback is called once, perhaps inside the call that it was given to, unless the owner is destroyed before:
/// then it is dropped. It may call any function of the server, but not destroy the owner.
class Server final : public std::enable_shared_from_this<Server>, private ServerRunObserver {
 public:
  using Started = ServerStart::Started;

  /// The owner of the server. Copies own it together: the last one ends it.
  using Owner = std::shared_ptr<Server>;

  /// `changed` is called when what this server contributes to its toolbox has changed; it must not call the server.
  /// What `context` names, and `transport`, must outlive the owner.
  [[nodiscard]] static Owner make(const ServerContext& context, const std::string& toolbox,
                                  const config::ServerEntry& entry, Transport& transport, ToolFilters filters,
                                  MoveOnlyFunction<void()> changed);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  /// For a caller that is going to use it in a later turn of the loop.
  [[nodiscard]] ServerLease lease() { return {weak_from_this().lock(), drain_}; }
  /// Whether there are leases, and whether drain() was called, after which no new request comes to it.
  [[nodiscard]] const ServerDrain& drain_state() const { return drain_; }

  /// Calls `unused` once, in a later turn of the loop, when it is neither being started, nor works on a request, nor is
  /// leased. Replaces an earlier one; dropped when the owner is destroyed. It must not destroy the owner.
  void when_unused(MoveOnlyFunction<void()> unused) { use_watch_.wait(std::move(unused)); }

  // --- its state and its lists ---

  [[nodiscard]] const std::string& toolbox() const { return configured_.toolbox(); }
  [[nodiscard]] const std::string& name() const { return configured_.name(); }
  [[nodiscard]] const ConfiguredServer& configured() const { return configured_; }
  [[nodiscard]] Host& host() const { return host_; }
  [[nodiscard]] const ServerStatus& status() const { return status_; }
  /// Whether it is known to be a modern one: its latest start has shown it, or the configuration says so.
  [[nodiscard]] bool is_modern() const { return era_.is_modern(); }
  [[nodiscard]] const Catalog& catalog() const { return known_.catalog(); }
  /// Reads the catalog of the latest run of any process, unless a run of this server is or has been known since the
  /// last stop(). What it finds is a first list to the observer. Does nothing while no client is known, on whose
  /// capabilities the lists depend.
  void recall();
  /// The reviews have read their files again: judges the known catalog again.
  void review_again();

  // --- settings of clients and reports, whether it is running or not ---

  [[nodiscard]] LoginToServer& login() { return login_; }
  [[nodiscard]] const LoginToServer& login() const { return login_; }
  [[nodiscard]] RunSettings& settings() { return settings_; }
  /// A request of a client has been answered, by whatever response of the server, or was not in time (`reason`).
  void record_call(const Error* reason) { history_.record_call(reason); }

  // --- starting ---

  /// Starts the server unless it is running, and waits for its tools if they are being listed again or have to be.
  /// cancelled: stop() or close() was called meanwhile.
  void start(Started started);

  /// The same, but waits for a start no longer than limits.openPatience, counted from its beginning (and before that no
  /// longer for its turn, see StartQueue), and not at all if an earlier start took longer and failed, and none has
  /// succeeded since. The start continues.
  void start_with_patience(MoveOnlyFunction<void()> done);

  /// The present run, if it is ready for requests; else null.
  [[nodiscard]] ServerRun* ready_run() const { return state_ == State::ready ? runs_.present() : nullptr; }

  /// Calls `ready` with a run that is ready, after starting the server if it has ended, as soon as RestartBackoff
  /// allows; or with the reason why there is none.
  void when_ready(MoveOnlyFunction<void(Result<ServerRun*>)> ready);

  /// Whether the server notifies of the updates of `uri`: starts it if it does not run and `uri` is watched (see
  /// RunSettings), and calls `done` with its answer to the subscription, or to the end of it. See
  /// ServerSubscriptions::when_watched().
  void when_watched(const std::string& uri, MoveOnlyFunction<void(Response)> done);

  // --- ending ---

  /// Ends the server, until it is started again; requests, and those that wait for a start, get an error with `reason`,
  /// a sentence about the server. `stopped` is called when every process of the server has exited. A start() that
  /// follows waits for that.
  void stop(MoveOnlyFunction<void()> stopped, std::string_view reason = "its toolbox was closed");
  /// The same for good: every start() that follows fails.
  void close(MoveOnlyFunction<void()> closed);

  /// The configuration no longer has it, or has changed it: closes it when its last lease ends, or after `limit`.
  /// Until then it answers, but clients are no longer notified of changes of its lists and resources, and `changed`
  /// is not called. `drained` is called when every process has exited and no lease is left, so that the owner may be
  /// destroyed; not inside this call.
  void drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained);

 private:
  using State = ServerState;
  class Possession;

  Server(const ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry,
         Transport& transport, ToolFilters filters, MoveOnlyFunction<void()> changed);
  /// The owner is being destroyed.
  void abandon();

  // ServerRunObserver
  void on_ready(ServerRun& run) override;
  void on_failed(ServerRun& run, const Error& reason) override;
  void on_event(ServerRun& run, Event event) override;
  void on_ended(ServerRun& run, const Error& reason) override;
  void on_closed(ServerRun& run) override;

  // Transitions. Each calls callbacks last.
  void enter(State state);
  /// Begins a start after `delay` if the server is stopped.
  void wait_for_start(Started started, ServerStart::Patience patience, std::chrono::milliseconds delay = {});
  void begin_start(std::chrono::milliseconds delay);
  void connect();
  /// `is_of_server`: see ServerHistory.
  void fail_start(const Error& reason, bool is_of_server);
  void begin_end(State end, const Error& reason, MoveOnlyFunction<void()> ended);
  void finish_end();

  void answer_waiting();
  /// The outcome of a start for those that waited for it: success, or why it does not run.
  [[nodiscard]] Result<void> present_outcome() const;
  /// Whether it has to run although it has nothing to do.
  [[nodiscard]] bool is_held() const;
  void end_idle();
  void notify_difference(const KnownCatalog::Difference& difference);
  [[nodiscard]] UseWatch::Use use();

  const ServerContext context_;  // once the server is closed, nothing of it is used
  Host& host_;
  const ConfiguredServer configured_;
  MoveOnlyFunction<void()> changed_;

  UseWatch use_watch_;
  ServerDrain drain_;  // declared before all that may hold a lease

  // What outlives its runs.
  KnownCatalog known_;
  ServerEra era_;
  const RunFactory run_factory_;
  ServerHistory history_;
  LoginToServer login_;
  RunSettings settings_;
  std::vector<MoveOnlyFunction<void()>> waiting_for_end_;  // while it is stopping or closing

  State state_ = State::stopped;
  ServerStart start_;     // in State::starting; while it is stopping, those who wait for it
  IdleCheck idle_check_;  // in State::ready
  ServerRuns runs_;       // with a present one only if it is starting or ready
  const ServerStatus status_;
};

}  // namespace workbench::servers
