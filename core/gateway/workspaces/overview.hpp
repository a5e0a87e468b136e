#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/confinements.hpp>
#include <workbench/principal.hpp>
#include <workbench/toolboxes.hpp>

#include "config/toolboxes_file/config.hpp"
#include "gateway/workspaces/workspace.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// Whether the server does not run and no client has used it: an operator does not need to see it.
[[nodiscard]] bool was_never_used(const ServerHealth& health);

/// One server, as an operator sees it.
struct ServerOverview {
  std::string toolbox;
  std::string principal;       ///< whose login it uses; empty: the user's who runs the workbench
  ServerHealth health;         ///< the state is "known" if no client has used it
  std::uint64_t restarts = 0;  ///< after it had ended by itself
  std::optional<std::chrono::system_clock::time_point> started_at;  ///< absent: it does not run
  bool is_shared = false;                                           ///< several workspaces use it
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
  clients::OpenInputs open_inputs{};  ///< what its clients have been asked and have not answered
};

/// What an overview is to have.
struct OverviewScope {
  /// What belongs to this principal alone: its workspaces, and of shared servers those in toolboxes that it may see,
  /// without their processes, folders and numbers of calls. Null: everything.
  const Principal* own = nullptr;
  /// Servers that no client has used, too.
  bool has_unused = false;

  [[nodiscard]] bool includes(const Workspace& workspace) const;
  [[nodiscard]] bool includes_toolbox(std::string_view toolbox) const;
};

/// All workspaces and servers at one moment, as values. It names principals and quotes servers: for an operator alone.
struct Overview {
  std::vector<WorkspaceOverview> workspaces;
  std::vector<ServerOverview> servers;  ///< servers never used are left out, unless the scope has them

  /// A workspace that the scope includes.
  void add(const Workspace& workspace, const OverviewScope& scope);
  /// A server that several workspaces share; after all of these.
  void add_shared(servers::Server& server, const OverviewScope& scope);
  /// The servers of the configuration of which none was added; after all others. Each is added once.
  void add_unused(const config::Config& config, const OverviewScope& scope);

 private:
  void add_server(servers::Server& server, std::vector<std::size_t> workspaces, const OverviewScope& scope);

  std::map<std::pair<std::string, std::string>, std::size_t> unused_;  // by toolbox and server: the tools known
};

}  // namespace workbench::gateway
