#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <workbench/confinements.hpp>
#include <workbench/toolboxes.hpp>

#include "gateway/workspaces/workspace.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// Whether the server does not run and no client has used it: an operator does not need to see it.
[[nodiscard]] bool was_never_used(const ServerHealth& health);

/// One server, as an operator sees it.
struct ServerOverview {
  std::string toolbox;
  ServerHealth health;            ///< with the calls of all clients that share the server
  bool is_shared = false;         ///< several workspaces use it
  std::string project;            ///< the folder whose clients share it; empty: it does not depend on one
  std::optional<int> process_id;  ///< of the root of its processes; absent: it does not run, or is none of ours
  std::optional<Confinement> confinement;  ///< absent: it does not run, or is not confined
  std::size_t calls_in_flight = 0;
  std::optional<LoginState> login;      ///< absent: it knows none, it could not be read, or was not looked up
  std::size_t tools = 0;                ///< that are known
  std::vector<WithheldItem> withheld;   ///< from clients, by reviews of catalogs
  std::vector<std::size_t> workspaces;  ///< whose toolbox with it is open, by their number in Overview::workspaces
};

/// The state of one session, or of the workspace that modern clients share.
struct WorkspaceOverview {
  std::string principal;          ///< empty: anonymous
  std::string client;             ///< the name in its `clientInfo`; empty: not known
  std::string mode;               ///< in which its tools are shown to it; "auto": it depends on each of the clients
  std::string working_directory;  ///< empty: not known
  std::size_t clients = 0;        ///< that are connected
  std::vector<std::string> open_toolboxes;
};

/// All workspaces and servers at one moment, as values. It names principals and quotes servers: for an operator alone.
struct Overview {
  std::vector<WorkspaceOverview> workspaces;
  std::vector<ServerOverview> servers;  ///< servers never used are left out

  void add(const Workspace& workspace);
  /// A server that several workspaces share; after all of these.
  void add_shared(servers::Server& server);

 private:
  void add_server(servers::Server& server, std::vector<std::size_t> workspaces);
};

}  // namespace workbench::gateway
