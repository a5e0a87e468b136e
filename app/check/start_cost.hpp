#pragma once

#include <cstddef>
#include <optional>

#include <workbench/client_profile.hpp>

#include "gateway/workspaces/workspaces.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// What a model reads of the workbench before it has done anything, in bytes.
struct StartCost {
  std::size_t instructions = 0;
  std::optional<std::size_t> tools = {};  ///< of tools/list; absent: it depends on servers that are not known
};

/// Measures it for clients of different hosts: a workspace as clients have them, without a client. Starts no server,
/// unless tools are pinned whose servers are not known; those are ended with it. [startup]
class StartCosts {
 public:
  /// `startup` is prepared and must outlive it.
  explicit StartCosts(Startup& startup);

  /// The cost for a client that is served in `mode`. In flat mode, tools/list has the definitions of the servers, which
  /// are not listed here: `definitions` is what they have.
  [[nodiscard]] StartCost of(const ClientInfo& client, config::ToolMode mode, std::size_t definitions);

 private:
  gateway::Workspaces workspaces_;
  gateway::Workspace* const workspace_;  // null: no client can be served
};

}  // namespace workbench::app
