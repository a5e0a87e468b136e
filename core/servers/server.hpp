#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/transport.hpp>

#include "config/toolboxes_file/config.hpp"
#include "servers/catalog.hpp"
#include "servers/restart_backoff.hpp"
#include "servers/run.hpp"
#include "servers/server_context.hpp"

namespace workbench::servers {

/// One configured server of one toolbox, over all its runs: starts it when it is needed, keeps what is known of it, and
/// starts it again for the next call when it has ended. [loop thread]
class Server final : private ServerRunObserver {
 public:
  using Started = MoveOnlyFunction<void(Result<void>)>;

  /// `changed` is called when what this server contributes to its toolbox has changed. `context` and `transport` must
  /// outlive the server.
  Server(ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry, Transport& transport,
         ToolFilters filters, MoveOnlyFunction<void()> changed);
  ~Server();

  [[nodiscard]] const std::string& name() const { return config_.name; }
  /// Several workspaces use it: it is not one's to stop, to pause or to configure.
  [[nodiscard]] bool is_shared() const { return context_.is_shared; }
  [[nodiscard]] const Catalog& catalog() const { return catalog_; }
  /// Why the last start failed; absent if it did not fail, or there was none.
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  [[nodiscard]] Host& host() const { return host_; }
  /// How long a request may go on without a progress notification.
  [[nodiscard]] std::chrono::milliseconds call_limit() const { return call_limit_; }

  // --- starting ---

  /// Starts the server unless it runs, and waits for its tools if they are being listed again; `started` is called
  /// once, perhaps at once. cancelled: it was stopped meanwhile.
  void start(Started started);

  /// The same, but waits for a start no longer than limits.openPatience, counted from its beginning, and not at all if
  /// an earlier start outlasted that and failed and none has succeeded since. The start goes on.
  void start_with_patience(MoveOnlyFunction<void()> done);

  /// Whether it is being started and is not known to be of use: the restart of one that was ready does not count.
  [[nodiscard]] bool is_starting() const { return is_starting_up() && !is_known_; }

  /// Whether a start that nobody asked for by name may be tried now; see RestartBackoff.
  [[nodiscard]] bool may_be_started() const {
    return is_starting_up() || !backoff_.is_early(RestartBackoff::Clock::now());
  }

  /// The present run, if it is ready for requests; else null.
  [[nodiscard]] ServerRun* ready_run() const { return state_ == State::ready ? run_.get() : nullptr; }

  /// Calls `ready` once with a run that is ready, after starting the server if it has ended, as soon as RestartBackoff
  /// allows; or with the reason why there is none.
  void when_ready(MoveOnlyFunction<void(Result<ServerRun*>)> ready);

  /// Whether it runs and its tools are being listed again.
  [[nodiscard]] bool is_listing_tools() const;

  // --- while it runs ---

  /// The resources whose updates `watcher` (a key of its own) is to be notified of, and no others.
  void watch_resources(const void* watcher, std::set<std::string> uris);
  /// It may send log messages of this level and above (legacy servers).
  void set_log_level(std::string_view level);
  /// The client's roots have changed: a legacy server that was told of roots is notified.
  void notify_roots_changed();
  void pause_reading(bool paused);

  // --- ending ---

  /// Ends it, until it is started again; requests get an error. `stopped` is called once, when every process of the
  /// server has exited.
  void stop(MoveOnlyFunction<void()> stopped);
  /// The same for good.
  void close(MoveOnlyFunction<void()> closed);

 private:
  enum class State {
    stopped,      ///< no run, or only runs that are ending by themselves
    backing_off,  ///< waits until RestartBackoff allows a start
    starting,     ///< run_ is starting
    ready,        ///< run_ is ready for requests
    stopping,     ///< stop() or close() waits for the end of its runs
  };

  // ServerRunObserver
  void on_ready(ServerRun& run) override;
  void on_failed(ServerRun& run, const Error& reason) override;
  void on_event(ServerRun& run, Event event) override;
  void on_ended(ServerRun& run, const Error& reason) override;

  [[nodiscard]] bool is_starting_up() const { return state_ == State::backing_off || state_ == State::starting; }
  [[nodiscard]] StartupPlan startup_plan() const;
  void begin_start(std::chrono::milliseconds delay);
  void begin_run();
  void fail_start(const Error& reason);
  void finish_start(const Result<void>& outcome);
  void stop_waiting();
  void stop_when_idle();
  void begin_stop(const Error& reason, MoveOnlyFunction<void()> stopped);
  void finish_stop();
  void end_run();
  [[nodiscard]] bool update_catalog(protocol::ListKind kind);
  [[nodiscard]] std::set<std::string> watched_uris() const;

  ServerContext& context_;
  Host& host_;
  const ServerConfig config_;
  const std::string source_;    // "toolbox/server", for logs
  const std::string protocol_;  // "auto", or what the configuration pins it to
  const std::chrono::milliseconds start_limit_;
  const std::chrono::milliseconds call_limit_;
  Transport& transport_;
  MoveOnlyFunction<void()> changed_;

  Catalog catalog_;
  std::optional<Error> failure_;
  Error last_end_;
  bool was_ready_ = false;                                // once
  bool is_known_ = false;                                 // the last start succeeded, and it was not stopped since
  std::map<const void*, std::set<std::string>> watched_;  // by watcher
  std::string log_level_;
  bool is_paused_ = false;

  State state_ = State::stopped;
  bool is_closed_ = false;
  RestartBackoff backoff_;
  EventLoop::Timer start_timer_;
  EventLoop::Timer idle_timer_;
  std::vector<Started> waiting_for_start_;  // in State::stopping: those that want it started again
  std::vector<MoveOnlyFunction<void()>> waiting_for_stop_;

  EventLoop::Timer patience_timer_;
  std::vector<MoveOnlyFunction<void()>> waiting_with_patience_;
  bool has_outlasted_patience_ = false;  // the present start
  bool hangs_at_start_ = false;          // a start outlasted the patience and failed, and none has succeeded since

  std::unique_ptr<ServerRun> run_;                  // the present one
  std::vector<std::unique_ptr<ServerRun>> ending_;  // earlier ones whose transport has not closed yet
};

}  // namespace workbench::servers
