#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"
#include "workbench/admission.hpp"
#include "workbench/restart_pace.hpp"
#include "workbench/server_run.hpp"
#include "workbench/transport.hpp"
#include "workbench/workbench.hpp"

namespace workbench {

/// One configured server of one toolbox, over all its runs: starts it when it is wanted, keeps what is known of its
/// tools, and starts it again by the next call when it has ended. [loop thread]
class Server final : private ServerRunEvents {
 public:
  using Opened = MoveOnlyFunction<void(Result<void>)>;

  /// `changed` is called when what this server contributes to its toolbox has changed. `host` and `transport` must
  /// outlive the server.
  Server(Host& host, const std::string& toolbox, const ServerEntry& entry, Transport& transport, Admission admission,
         MoveOnlyFunction<void()> changed);
  ~Server();

  [[nodiscard]] const std::string& name() const { return config_.name; }
  /// The tools that the filters admit, as last listed; also those of a server that has ended since.
  [[nodiscard]] const std::vector<Tool>& tools() const { return tools_; }
  /// Why the last attempt to start it failed; absent if it did not fail, or none was made.
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  [[nodiscard]] bool has_tool(std::string_view name) const { return tool_names_.find(name) != tool_names_.end(); }

  /// Starts the server unless it runs; `opened` is called once, perhaps at once.
  void open(Opened opened);

  /// Calls a tool, after starting the server if it has ended, and answers `call` in every case.
  void call(const ToolIdentifier& tool, Json arguments, ToolCall call);

  void pause_reading(bool paused);

  /// Ends it for good; `closed` is called once, when it is gone (at once if it was not running). Waiting calls are
  /// answered.
  void close(MoveOnlyFunction<void()> closed);

 private:
  struct QueuedCall;

  void on_ready(ServerRun& run) override;
  void on_failed(ServerRun& run, const Error& reason) override;
  void on_tools_changed(ServerRun& run) override;
  void on_ended(ServerRun& run, const Error& reason) override;

  void open_in_time(Opened opened);
  void begin_run();
  void fail_opening(const Error& reason);
  void finish_opening(const Result<void>& outcome);
  void deliver(QueuedCall& queued, const Result<void>& opened);
  void take_tools(const ServerRun& run);
  void tell_closed();

  Host& host_;
  const ServerConfig config_;
  const std::string source_;  // "toolbox/server", for logs
  const std::chrono::milliseconds start_limit_;
  const std::chrono::milliseconds call_limit_;
  Transport& transport_;
  const Admission admission_;
  MoveOnlyFunction<void()> changed_;

  std::vector<Tool> tools_;
  std::set<std::string, std::less<>> tool_names_;
  std::optional<Error> failure_;
  Error last_end_;

  RestartPace pace_;
  EventLoop::Timer start_later_;
  bool is_opening_ = false;
  bool is_paused_ = false;
  std::vector<Opened> waiting_for_opening_;
  std::unique_ptr<ServerRun> run_;                   // the present one
  std::vector<std::unique_ptr<ServerRun>> leaving_;  // failed ones whose transport still tidies up
  bool is_closing_ = false;
  MoveOnlyFunction<void()> closed_;
};

}  // namespace workbench
