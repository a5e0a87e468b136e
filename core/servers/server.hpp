#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/toolboxes.hpp>
#include <workbench/transport.hpp>

#include "config/toolboxes_file/config.hpp"
#include "servers/known_catalog.hpp"
#include "servers/login_lookup.hpp"
#include "servers/run.hpp"
#include "servers/run_settings.hpp"
#include "servers/server_context.hpp"
#include "servers/server_drain.hpp"
#include "servers/server_history.hpp"
#include "servers/server_lease.hpp"
#include "servers/server_start.hpp"
#include "servers/shared_login.hpp"
#include "servers/use_watch.hpp"

namespace workbench::servers {

/// One configured server of one toolbox, over all its runs: starts it when it is needed, keeps what is known of it, and
/// starts it again for the next call when it has ended. [loop thread]
///
/// It has an owner, and whoever may still use it holds a ServerLease. When the owner is destroyed, the server ends by
/// force; as long as there are leases, it exists, but is closed: it touches nothing that its owner had, and every
/// function that would start something fails.
///
/// Every callback is called once, perhaps inside the call that it was given to, unless the owner is destroyed before:
/// then it is dropped. It may call any function of the server, but not destroy the owner.
class Server final : private ServerRunObserver {
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

  /// For whoever is going to use it in a later turn of the loop.
  [[nodiscard]] ServerLease lease() { return {self_.lock(), drain_}; }
  /// Whether anybody holds a lease.
  [[nodiscard]] bool is_leased() const { return drain_.has_users(); }
  /// For whoever only wants to know later whether it is still the same.
  [[nodiscard]] std::weak_ptr<const Server> handle() const { return self_; }

  [[nodiscard]] const std::string& toolbox() const { return config_.toolbox; }
  [[nodiscard]] const std::string& name() const { return config_.name; }
  /// Whose login it uses; empty: that of the user who runs the workbench.
  [[nodiscard]] const std::string& principal() const { return config_.principal; }
  /// Whether several workspaces use it: then none of them may stop, pause or configure it.
  [[nodiscard]] bool is_shared() const { return context_.is_shared; }
  /// Whether it is known to be a modern one: its latest start has shown it, or the configuration says so.
  [[nodiscard]] bool is_modern() const;
  /// Whether its prompts, resources and templates are listed, too.
  [[nodiscard]] bool lists_content() const { return entry_.lists_content; }
  [[nodiscard]] const Catalog& catalog() const { return known_.catalog(); }
  /// Reads the catalog of the latest run of any process, unless a run of this server is or has been known since the
  /// last stop(). What it finds is a first list to the observer. Does nothing while no client is known, on whose
  /// capabilities the lists depend.
  void recall();
  /// Whether its catalog is known from an earlier run only: no start since the last stop() has come to an end.
  [[nodiscard]] bool is_remembered() const { return catalog().is_known() && !last_start_; }
  /// Why the last start failed; absent if it did not fail, or there was none since the last stop().
  [[nodiscard]] std::optional<Error> failure() const;
  [[nodiscard]] Host& host() const { return host_; }
  /// How long a request may go on without a progress notification.
  [[nodiscard]] std::chrono::milliseconds call_limit() const {
    return entry_.call_time_limit.value_or(host_.limits().call);
  }

  /// How it learns of the client behind a request, or of the one that it is started for.
  [[nodiscard]] protocol::Introduction introduction_of(Json implementation) const {
    return {std::move(implementation), entry_.passes_client_info};
  }

  /// How much text of a result this tool returns at once. Absent: as much as there is.
  [[nodiscard]] std::optional<std::size_t> max_result_bytes(std::string_view tool) const {
    const auto tokens = entry_.max_result_tokens_of(tool);
    return tokens ? std::optional(*tokens * config::kBytesPerToken) : std::nullopt;
  }

  /// What it is doing at the moment, as one of the words of kActivities.
  [[nodiscard]] std::string_view activity() const;
  static constexpr std::array<std::string_view, 5> kActivities{"ready", "starting", "stopped", "failed", "ending"};
  /// How it is doing, in words that every client of it may read.
  [[nodiscard]] ServerHealth health() const;
  /// The same, with the calls of all who share it: for an operator.
  [[nodiscard]] ServerHealth operator_health() const;
  /// The folder whose clients share it; empty: it does not depend on one.
  [[nodiscard]] const std::string& project() const { return entry_.project; }
  /// See Connection::process_id().
  [[nodiscard]] std::optional<int> process_id() const;
  /// A request of a client has been answered, by whatever the server said, or was not in time (`reason`).
  void record_call(const Error* reason) { history_.record_call(reason); }
  /// What it has been sent that is not written yet.
  [[nodiscard]] std::size_t backlog_bytes() const { return run_ == nullptr ? 0 : run_->connection().backlog(); }

  // --- starting ---

  /// Starts the server unless it is running, and waits for its tools if they are being listed again.
  /// cancelled: stop() or close() was called meanwhile.
  void start(Started started);

  /// The same, but waits for a start no longer than limits.openPatience, counted from its beginning (and before that no
  /// longer for its turn, see StartQueue), and not at all if an earlier start took longer and failed, and none has
  /// succeeded since. The start goes on.
  void start_with_patience(MoveOnlyFunction<void()> done);

  /// Whether it is being started and is not known to be of use: the restart of one that was ready does not count, nor
  /// does the start of one that is_remembered().
  [[nodiscard]] bool is_starting() const {
    return is_starting_up() && (last_start_ ? !*last_start_ : !catalog().is_known());
  }

  /// Whether a start since the last stop() has come to an end or goes on.
  [[nodiscard]] bool was_started() const { return last_start_ || is_starting_up(); }

  /// Calls `unused` once, in a later turn of the loop, when it is neither being started, nor works on a request, nor is
  /// leased. Replaces an earlier one; dropped when the owner is destroyed. It must not destroy the owner.
  void when_unused(MoveOnlyFunction<void()> unused) { use_watch_.wait(std::move(unused)); }

  /// Whether it may be started now without a request that needs it; see RestartBackoff.
  [[nodiscard]] bool may_be_started() const {
    return is_starting_up() || history_.wait() == std::chrono::milliseconds(0);
  }

  /// The present run, if it is ready for requests; else null.
  [[nodiscard]] ServerRun* ready_run() const { return state_ == State::ready ? run_.get() : nullptr; }

  /// Calls `ready` with a run that is ready, after starting the server if it has ended, as soon as RestartBackoff
  /// allows; or with the reason why there is none.
  void when_ready(MoveOnlyFunction<void(Result<ServerRun*>)> ready);

  /// Whether it is running and its tools are being listed again.
  [[nodiscard]] bool is_listing_tools() const;

  // --- logins ---

  // See ServerLogins, also for when the callbacks are called. Each returns null, and drops the callbacks, if the
  // transport knows no logins, or the configuration of the server cannot be used.
  [[nodiscard]] std::unique_ptr<ServerLogin> begin_login(std::vector<std::string> scopes, ServerLogins::Visit visit,
                                                         ServerLogins::Done done);
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> end_login(ServerLogins::Done done);
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> find_login(
      MoveOnlyFunction<void(Result<LoginState> state)> done);

  /// For requests of clients: all that wait for a login share it.
  [[nodiscard]] SharedLogin& shared_login() { return shared_login_; }
  /// Whether its transport knows logins, so that a request may fail as login_required.
  [[nodiscard]] bool knows_logins() const { return logins() != nullptr; }
  /// Finds the login for login(); see LoginLookup.
  void look_up_login(MoveOnlyFunction<void()> done);
  [[nodiscard]] const std::optional<Result<LoginState>>& login() const { return login_lookup_.latest(); }

  // --- while it is running ---

  /// See RunSettings.
  void watch_resources(const void* watcher, std::set<std::string> uris);
  /// Whether the server notifies of the updates of `uri`: starts it if it does not run and `uri` is watched, and calls
  /// `done` with its answer to the subscription, or to the end of it. See ServerSubscriptions::when_watched().
  void when_watched(const std::string& uri, MoveOnlyFunction<void(Response)> done);
  void set_log_level(std::string_view level);
  /// Notifies a legacy server to which roots were declared that they have changed.
  void notify_roots_changed();
  /// See Connection. Holds for later runs, too.
  void pause_reading(bool paused);

  // --- ending ---

  /// Ends the server, until it is started again; requests, and those that wait for a start, get an error. `stopped` is
  /// called when every process of the server has exited. A start() that follows waits for that.
  void stop(MoveOnlyFunction<void()> stopped);
  /// The same for good: every start() that follows fails.
  void close(MoveOnlyFunction<void()> closed);

  /// The configuration has it no longer, or in another way: closes it when its last lease is gone, or after `limit`.
  /// Until then it answers, but clients are not notified of changes of its lists and resources any more, and `changed`
  /// is not called. `drained` is called when every process has exited and no lease is left, so that the owner may be
  /// destroyed; not inside this call.
  void drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained);

 private:
  class Possession;

  Server(const ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry,
         Transport& transport, ToolFilters filters, MoveOnlyFunction<void()> changed);
  /// The owner is being destroyed.
  void abandon();
  [[nodiscard]] ServerHealth with_state(ServerHealth health) const;
  enum class State {
    stopped,   ///< no run; those that ended by themselves may still be closing
    starting,  ///< run_ is starting, or null: start_ waits for its turn
    ready,     ///< run_ is ready for requests
    stopping,  ///< stop(): waits until every process has exited; then it is stopped, or starting if one waits for it
    closing,   ///< close(): the same; then it is closed
    closed,    ///< there will be no run
  };

  // ServerRunObserver
  void on_ready(ServerRun& run) override;
  void on_failed(ServerRun& run, const Error& reason) override;
  void on_event(ServerRun& run, Event event) override;
  void on_ended(ServerRun& run, const Error& reason) override;
  void on_closed(ServerRun& run) override;

  [[nodiscard]] bool is_starting_up() const { return state_ == State::starting || start_.has_waiting(); }
  [[nodiscard]] bool is_ending() const { return state_ == State::stopping || state_ == State::closing; }
  [[nodiscard]] bool is_closed() const { return state_ == State::closing || state_ == State::closed; }

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
  /// The outcome of a start for those that waited for it: success, or last_end_.
  [[nodiscard]] Result<void> present_outcome() const;
  void end_run(const Error& reason);
  [[nodiscard]] bool is_listing_anything() const;
  void stop_when_idle();
  void end_if_idle();
  [[nodiscard]] StartupPlan startup_plan() const;
  [[nodiscard]] ServerLogins* logins() const;
  void notify_difference(const KnownCatalog::Difference& difference);
  [[nodiscard]] UseWatch::Use use();

  std::weak_ptr<Server> self_;
  ServerContext context_;  // once the server is closed, nothing of it is used
  Host& host_;
  const config::ServerEntry entry_;
  const ServerConfig config_;
  const std::string source_;         // "toolbox/server", for logs
  const std::string configuration_;  // what tells it from another server of that name; see EraCache
  Transport& transport_;
  MoveOnlyFunction<void()> changed_;

  UseWatch use_watch_;
  ServerDrain drain_;  // declared before all that may hold a lease

  // What is known from earlier runs.
  KnownCatalog known_;
  std::optional<Result<void>> last_start_;  // absent: none has come to an end since the last stop()
  Error last_end_;                          // why the last run ended, was ended, or did not start
  ServerHistory history_;
  LoginLookup login_lookup_;

  // What clients have set.
  RunSettings settings_;
  bool is_paused_ = false;
  std::vector<MoveOnlyFunction<void()>> waiting_for_end_;  // while it is stopping or closing

  SharedLogin shared_login_;

  State state_ = State::stopped;
  ServerStart start_;                               // in State::starting; while it is stopping, those who wait for it
  EventLoop::Timer idle_timer_;                     // in State::ready
  std::unique_ptr<ServerRun> run_;                  // null unless it is starting or ready
  std::vector<std::unique_ptr<ServerRun>> ending_;  // earlier ones whose transport has not closed yet
};

}  // namespace workbench::servers
