#pragma once

#include <chrono>
#include <string>

#include <workbench/json.hpp>

#include "gateway/workspaces/overview.hpp"
#include "process/container_table.hpp"

namespace workbench::app {

/// Facts about the process that the status cannot find out itself.
struct StatusContext {
  std::chrono::milliseconds uptime;
  std::string toolboxes_file;
  ContainerUsages containers = {};
  Json approvals = {};  ///< see ApprovalRequests::counts()
  Json flows = {};      ///< see ApprovalInbox::flows()
};

/// The status for an operator, as JSON: the process, its clients and its servers, with what their processes use.
/// Numbers of bytes, milliseconds and calls are plain numbers; unknown values are left out. [loop thread]
[[nodiscard]] Json status_of(const StatusContext& context, const gateway::Overview& overview);

/// The same for a person, as `mcp-workbench status` and `mcp-workbench ps` show it. `status` is a result of status_of()
/// of this or another process.
[[nodiscard]] std::string status_text(const Json& status);
[[nodiscard]] std::string processes_text(const Json& status);

}  // namespace workbench::app
