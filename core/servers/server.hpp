#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/toolboxes.hpp>
#include <workbench/transport.hpp>

#include "config/toolboxes_file/config.hpp"
#include "protocol/listed_item.hpp"
#include "servers/admitted_tools.hpp"
#include "servers/in_flight_requests.hpp"
#include "servers/restart_backoff.hpp"
#include "servers/run.hpp"
#include "servers/server_observer.hpp"

namespace workbench::servers {

/// One configured server of one toolbox, over all its runs: starts it when it is wanted, keeps what is known of its
/// tools, and starts it again by the next call when it has ended. [loop thread]
class Server final : private ServerRunEvents {
 public:
  using Opened = MoveOnlyFunction<void(Result<void>)>;

  /// `changed` is called when what this server contributes to its toolbox has changed. `around` and `transport` must
  /// outlive the server.
  Server(ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry, Transport& transport,
         Admission admission, MoveOnlyFunction<void()> changed);
  ~Server();

  [[nodiscard]] const std::string& name() const { return config_.name; }
  /// Other benches use it too: it is not this one's to end, to pause or to configure.
  [[nodiscard]] bool is_shared() const { return is_shared_; }
  /// The tools that the filters admit, as last listed; also those of a server that has ended since.
  [[nodiscard]] const std::vector<Tool>& tools() const { return tools_.tools(); }
  /// Why the last attempt to start it failed; absent if it did not fail, or none was made.
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  /// What was mended in the definitions of its tools, and which had to be left out, in sentences.
  [[nodiscard]] const std::vector<std::string>& notes() const { return tools_.notes(); }
  [[nodiscard]] bool has_tool(std::string_view name) const { return tools_.has(name); }

  /// Null: it has no tool of this name, or it is not admitted.
  [[nodiscard]] const Tool* find_tool(std::string_view name) const { return tools_.find(name); }

  /// Starts the server unless it runs, and waits for its tools if they are being listed again; `opened` is called once,
  /// perhaps at once.
  void open(Opened opened);

  /// The same, but waits for a start no longer than limits.openPatience, counted from when it began, and not at all if
  /// an earlier start outlasted that and failed and none has succeeded since. The start goes on.
  void open_with_patience(MoveOnlyFunction<void()> settled);

  /// Whether it is being started and is not known to be of use: a restart of one that was ready is not told of.
  [[nodiscard]] bool is_starting() const { return is_opening_ && !is_known_; }

  /// Whether a start that nobody asked for by name may be tried now; see RestartBackoff.
  [[nodiscard]] bool may_be_started() const { return is_opening_ || !backoff_.is_early(RestartBackoff::Clock::now()); }

  /// How to use it, in its own words, as of its last run; empty: it gave none.
  [[nodiscard]] const std::string& instructions() const { return instructions_; }

  /// Whether it runs and its tools are being listed again.
  [[nodiscard]] bool is_listing_tools() const;

  /// The present run, if it is ready for requests; else null.
  [[nodiscard]] ServerRun* ready_run() const { return run_ != nullptr && run_->is_ready() ? run_.get() : nullptr; }

  /// Calls `ready` once with a run that is ready, after starting the server if it has ended; or with why there is none.
  void when_ready(MoveOnlyFunction<void(Result<ServerRun*>)> ready);

  /// How long a request may go on without a sign of progress.
  [[nodiscard]] std::chrono::milliseconds call_limit() const { return call_limit_; }

  /// The requests that it is working on.
  [[nodiscard]] InFlightRequests& in_flight() { return in_flight_; }

  /// What it lists, the tools only as far as the filters admit them.
  [[nodiscard]] const std::vector<protocol::ListedItem>& items(protocol::ListKind kind) const;

  /// Whether it declares the capability (a member of ServerCapabilities).
  [[nodiscard]] bool has_capability(std::string_view name) const;

  /// The resources of whose changes `watcher` (a key of its own) is to be told from now on.
  void watch_resources(const void* watcher, std::set<std::string> uris);

  /// It may send log messages of this level and above from now on (legacy era).
  void want_log_level(std::string_view level);

  /// The client's roots are others now: told to a server that was told of roots at all (legacy era).
  void notify_roots_changed();

  void pause_reading(bool paused);

  /// Ends it for good; `closed` is called once, when it is gone (at once if it was not running). Waiting calls are
  /// answered.
  void close(MoveOnlyFunction<void()> closed);

  /// Ends it until it is opened again; otherwise like close().
  void stop(MoveOnlyFunction<void()> stopped);

 private:
  void on_ready(ServerRun& run) override;
  void on_failed(ServerRun& run, const Error& reason) override;
  void on_list_changed(ServerRun& run, protocol::ListKind kind) override;
  void on_input_request(InputRequest input_request, MoveOnlyFunction<void(Response)> answer) override;
  void on_log(const Json& params) override;
  void on_resource_updated(const Json& params) override;
  void on_elicitation_complete(const Json& params) override;
  void on_ended(ServerRun& run, const Error& reason) override;

  void open_in_time(Opened opened);
  void begin_opening();
  void begin_run();
  void stop_waiting();
  void watch_for_idleness();
  void fail_opening(const Error& reason);
  void finish_opening(const Result<void>& outcome);
  [[nodiscard]] std::set<std::string> all_watched() const;
  [[nodiscard]] StartupPlan startup_plan() const;
  void handle_list(const ServerRun& run, protocol::ListKind kind);
  void notify_closed();

  ServerContext& context_;
  Host& host_;
  const ServerConfig config_;
  const std::string source_;    // "toolbox/server", for logs
  const std::string protocol_;  // "auto", or what the configuration pins it to
  const bool is_shared_;
  const std::chrono::milliseconds start_limit_;
  const std::chrono::milliseconds call_limit_;
  Transport& transport_;
  MoveOnlyFunction<void()> changed_;

  AdmittedTools tools_;
  std::array<std::vector<protocol::ListedItem>, 4> items_;  // but for the tools
  Json capabilities_;
  std::string instructions_;
  bool was_ready_ = false;                                // once
  bool is_known_ = false;                                 // the last start succeeded, and it was not stopped since
  std::map<const void*, std::set<std::string>> watched_;  // by watcher
  std::string log_level_;
  InFlightRequests in_flight_;
  std::optional<Error> failure_;
  Error last_end_;

  RestartBackoff backoff_;
  EventLoop::Timer start_later_;
  EventLoop::Timer idle_;
  EventLoop::Timer patience_;
  bool is_opening_ = false;
  bool has_outlasted_patience_ = false;  // the start that is under way
  bool hangs_at_start_ = false;          // a start outlasted the patience and failed, and none has succeeded since
  bool is_paused_ = false;
  std::vector<Opened> waiting_for_opening_;
  std::vector<MoveOnlyFunction<void()>> waiting_with_patience_;
  std::unique_ptr<ServerRun> run_;                   // the present one
  std::vector<std::unique_ptr<ServerRun>> leaving_;  // failed or idle ones whose transport still tidies up
  bool is_closing_ = false;
  MoveOnlyFunction<void()> closed_;
};

}  // namespace workbench::servers
