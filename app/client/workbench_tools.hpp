#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "client/tool_path.hpp"
#include "client/workbench_session.hpp"
#include "process/output.hpp"

namespace workbench::app {

/// The tools of servers, called through the meta-tools of a workbench. [startup]
class WorkbenchTools {
 public:
  /// `session` is not open yet, and must outlive it.
  explicit WorkbenchTools(WorkbenchSession& session) : session_(session) {}

  /// Opens the session with the meta-tools that this needs, and `more` (names, each with a comma before it).
  [[nodiscard]] ExitStatus open(const Sources& sources, Output& errors, const std::string& more = {});

  /// `errors`, which must outlive this, then shows which servers are waited for if that takes long.
  void report_slow_starts(Output& errors) { errors_ = &errors; }

  /// The whole definition of a tool, as its server has it; the server is started if it is not known. not_found: there
  /// is no such tool; unavailable: its server could not be reached.
  [[nodiscard]] Result<Json> describe(const ToolPath& tool);

  /// Calls it; `arguments` is an object. See WorkbenchSession::call().
  [[nodiscard]] Response use(const ToolPath& tool, const Json& arguments, WorkbenchClient::Progress progress,
                             std::optional<std::chrono::milliseconds> limit);

  /// Starts the servers whose tools are not known from an earlier run, and waits for them as long as agents do.
  void learn_all();
  /// The answer of search_tools, a JSON object; see plugins/meta-tools. Any error: there is none.
  [[nodiscard]] Result<Json> search(std::string_view query, std::size_t limit);

  /// Whether the workbench knows of no failure of the tool's server: then an error in a result is the tool's
  /// own.
  [[nodiscard]] bool is_well(const ToolPath& tool);

 private:
  [[nodiscard]] std::vector<Json> list_toolboxes();
  /// The state of the tool's server as list_toolboxes has it: a word, an object, or absent.
  [[nodiscard]] Json health_of(const ToolPath& tool);

  /// What WorkbenchSession::Call::slow does while `what` is being started.
  [[nodiscard]] MoveOnlyFunction<void()> report_of(std::string what);

  WorkbenchSession& session_;
  Output* errors_ = nullptr;  // null: nothing is shown
};

}  // namespace workbench::app
