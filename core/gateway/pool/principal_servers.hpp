#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/principal.hpp>

#include "config/toolboxes_file/config.hpp"
#include "gateway/pool/server_members.hpp"
#include "servers/server.hpp"
#include "servers/server_context.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::gateway {

/// The servers of all modern clients of one principal, who have one workspace for each set of capabilities that they
/// declare. A legacy server is started for one workspace, because it learns its client's capabilities when it is
/// started. A modern one learns them with each request (`io.modelcontextprotocol/clientCapabilities`, "basic",
/// `_meta`): one run of it serves all workspaces in whose configuration it is the same.
///
/// Which of the two a server is, is known when it has been started. Until then each workspace has its own; those that
/// are superseded then are replaced as soon as nobody uses them. [loop thread]
class PrincipalServers {
 public:
  /// `superseded` is called when some server may have become superseded; it must not call the servers.
  PrincipalServers(std::shared_ptr<const Principal> principal, std::function<void()> superseded)
      : principal_(std::move(principal)), superseded_(std::move(superseded)) {}
  PrincipalServers(const PrincipalServers&) = delete;
  PrincipalServers& operator=(const PrincipalServers&) = delete;
  ~PrincipalServers();

  /// Whose servers they are: the same object for all its workspaces.
  [[nodiscard]] const std::shared_ptr<const Principal>& principal() const { return principal_; }

  /// The server `entry` of the configured toolbox `toolbox` for one of its workspaces: one that is known to be modern,
  /// or else a new one. `context` is the workspace's; what it names must outlive all workspaces of the principal, but
  /// for its observer.
  [[nodiscard]] std::shared_ptr<servers::Server> join(const servers::ServerContext& context, const std::string& toolbox,
                                                      const config::ServerEntry& entry, Transport& transport,
                                                      servers::ToolFilters filters, ServerMember member);

  /// The toolbox uses the server no longer. True: no other one does, so that the toolbox has to end it; until then it
  /// is notified of it. The answer to a second call is that to the first.
  [[nodiscard]] bool leave(const void* toolbox, const servers::Server& server);

  /// Whether join() would give another server now.
  [[nodiscard]] bool is_superseded(const servers::Server& server) const;

  /// Whether the toolbox is the one of those that use the server with which it is counted and shown.
  [[nodiscard]] bool is_first(const void* toolbox, const servers::Server& server) const;

 private:
  class Entry;
  using Entries = std::vector<std::weak_ptr<Entry>>;  // in the order in which they were made; toolboxes own them

  [[nodiscard]] static std::shared_ptr<Entry> find_modern(const Entries& entries, const config::ServerEntry& entry);
  [[nodiscard]] std::shared_ptr<Entry> find(const servers::Server& server) const;

  const std::shared_ptr<const Principal> principal_;
  const std::function<void()> superseded_;
  std::map<std::pair<std::string, std::string>, Entries> entries_;  // by toolbox and server
};

}  // namespace workbench::gateway
