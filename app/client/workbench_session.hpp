#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

#include "client/open_workbench.hpp"
#include "client/workbench_client.hpp"
#include "process/output.hpp"
#include "process/process_host.hpp"

namespace workbench::app {

/// A session with a workbench, for a command: each function runs the event loop until it is done. SIGINT, SIGTERM and
/// SIGHUP interrupt what is being waited for. The process has at most one at a time. [startup]
class WorkbenchSession {
 public:
  WorkbenchSession();
  WorkbenchSession(const WorkbenchSession&) = delete;
  WorkbenchSession& operator=(const WorkbenchSession&) = delete;
  /// See close().
  ~WorkbenchSession();

  /// Opens a workbench and initializes the session; see join_shared_workbench() and start_own_workbench(). A shared
  /// workbench that ends, or that does not answer within limits.probe, is replaced by one for this process alone. If
  /// that fails, `errors` has the reason, and the status is the workbench's, if it has one.
  [[nodiscard]] ExitStatus open(const Sources& sources, const CommandSettings& settings, Output& errors);

  /// Shows the log of a workbench that was started for this, after open(). `out` must outlive this.
  void show_log(Output& out) {
    if (workbench_.own) workbench_.own->show_errors(out);
  }

  struct Call {
    std::string_view tool;  ///< of the workbench itself
    Json arguments;         ///< an object
    WorkbenchClient::Progress progress = {};
    std::optional<std::chrono::milliseconds> limit = {};  ///< in which it is to be answered
    MoveOnlyFunction<void()> slow = {};                   ///< called once if it is not answered within a second
  };
  /// The response to the call. cancelled: it was interrupted; timed_out: its limit has passed. The tool has been
  /// notified of both.
  [[nodiscard]] Response call(Call call);

  /// Waits for this time, or until it is interrupted.
  void wait(std::chrono::milliseconds time);

  /// For WorkbenchClient::on_elicitation(), after open().
  [[nodiscard]] WorkbenchClient& client() { return *client_; }
  /// For code that runs while a call is in flight.
  [[nodiscard]] event_loop::Loop& loop() { return host_.loop(); }

  /// Whether a signal has interrupted something.
  [[nodiscard]] bool was_interrupted() const { return was_interrupted_; }

  /// Ends the session, and waits until a workbench that was started for it has ended with all its servers.
  void close();

 private:
  void use(OpenedWorkbench opened);
  [[nodiscard]] Response initialize();
  [[nodiscard]] Response wait_for(std::optional<Response>& response);
  [[nodiscard]] ExitStatus report_failed_start(const Response& response, Output& errors);

  ProcessHost host_;
  OpenedWorkbench workbench_;
  std::optional<WorkbenchClient> client_;
  bool has_ended_ = false;  // the connection
  bool was_interrupted_ = false;
};

/// The text of a result's first text block; empty: it has none.
[[nodiscard]] std::string first_text_of(const Json& result);
/// Whether a tool's result is an error (isError).
[[nodiscard]] bool is_error_result(const Json& result);

}  // namespace workbench::app
