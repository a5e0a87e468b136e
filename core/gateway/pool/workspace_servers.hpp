#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/move_only_function.hpp>

#include "gateway/pool/pooled_server.hpp"
#include "gateway/pool/principal_identity.hpp"
#include "gateway/pool/server_pool.hpp"
#include "servers/run_quota.hpp"

namespace workbench::gateway {

/// The servers of one workspace: the only way to the servers of the pool. Their owner is fixed at construction,
/// so that no server of another principal can be asked for. [loop thread]
class WorkspaceServers {
 public:
  /// All of it must outlive the workspace's servers.
  struct Parts {
    servers::ServerObserver& observer;   ///< receives what they send
    servers::RunQuota* quota = nullptr;  ///< for those that are not shared; null: as many run as are wanted
    std::string principal = {};          ///< whose logins those use; empty: the user's
    /// The principal of modern clients, whose workspaces share modern servers; null: a session has the workspace.
    std::shared_ptr<const PrincipalIdentity> identity = nullptr;
  };

  /// `pool` must outlive it.
  WorkspaceServers(ServerPool& pool, Parts parts)
      : parts_(std::move(parts)), workspace_{pool, parts_.observer, Draining<PoolEntry>(pool.parts().host)} {}
  WorkspaceServers(const WorkspaceServers&) = delete;
  WorkspaceServers& operator=(const WorkspaceServers&) = delete;

  [[nodiscard]] Host& host() const { return workspace_.pool.parts().host; }

  /// The server `entry` of the configured toolbox `toolbox`, perhaps one that others use, too. `user` is notified of it
  /// until it leaves.
  [[nodiscard]] PooledServer join(const std::string& toolbox, const config::ServerEntry& entry, Transport& transport,
                                  servers::ToolFilters filters, ServerUser& user);

  // The client's settings, for servers that are made later; see Server.
  void set_log_level(std::string_view level) { log_level_ = level; }
  void set_paused(bool paused) { is_paused_ = paused; }

  // Servers that were the workspace's alone, that no toolbox has any more, and that drain:

  void for_each_draining(const std::function<void(servers::Server&)>& function) const;
  /// Closes them for good; `closed` is called once, when all their processes have exited.
  void close_draining(MoveOnlyFunction<void()> closed);

 private:
  [[nodiscard]] ServerScope scope_of(const config::ServerEntry& entry) const;
  [[nodiscard]] ServerKey key_of(const std::string& toolbox, const config::ServerEntry& entry) const;
  [[nodiscard]] servers::ServerContext context_for(ServerScope scope, servers::ServerObserver& observer) const;

  const Parts parts_;
  std::string log_level_;  // empty: none was set
  bool is_paused_ = false;
  PoolWorkspace workspace_;
};

}  // namespace workbench::gateway
