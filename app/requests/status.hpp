#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <workbench/json.hpp>

#include "gateway/workspaces/overview.hpp"
#include "process/container_table.hpp"
#include "requests/process_usages.hpp"

namespace workbench::app {

/// Facts about the process that the status cannot find out itself.
struct StatusContext {
  std::chrono::milliseconds uptime;
  std::string toolboxes_file;
  UsageByRoot processes = {};  ///< of the servers
  ContainerUsages containers = {};
  Json approvals = {};                         ///< see ApprovalRequests::counts()
  Json flows = {};                             ///< see ApprovalInbox::flows()
  std::vector<std::string> entry_errors = {};  ///< of the entries that are not used
  bool is_own = false;                         ///< nothing of the process, its files or other people's
};

/// The status for an operator, as JSON: the process, its clients and its servers, with what their processes use.
/// `overview` has what the operator may see (gateway::OverviewScope). Numbers of bytes, milliseconds and calls are
/// plain numbers; unknown values are left out. [loop thread]
[[nodiscard]] Json status_of(const StatusContext& context, const gateway::Overview& overview);

}  // namespace workbench::app
