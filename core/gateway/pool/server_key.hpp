#pragma once

#include <compare>
#include <string>
#include <utility>

namespace workbench::gateway {

/// Who uses one process of a server together.
///
///   scope      its members                          joined by                        ends when
///   session    one workspace of a legacy client     no other                         its workspace leaves it
///   principal  the workspaces of the modern         those with the same entry, once  the last of them leaves it
///              clients of one principal             it is known to be modern
///   project    workspaces whose clients work in     all of them                      the configuration has another
///              one folder (`"share": "project"`)                                     entry for it, or none
///   process    all (`"share": "process"`)           all of them                      the same
///
/// A legacy server learns its client's capabilities when it is started, so that it is started for one workspace. A
/// modern one learns them with each request (`io.modelcontextprotocol/clientCapabilities`, "basic", `_meta`).
enum class ServerScope { session, principal, project, process };

/// Whether clients of several principals use it.
[[nodiscard]] constexpr bool is_shared(ServerScope scope) {
  return scope == ServerScope::project || scope == ServerScope::process;
}

/// The key by which the pool finds servers. Only the servers of a workspace can make one, and it names their owner: a
/// server of another principal cannot be asked for. [loop thread]
class ServerKey {
 public:
  [[nodiscard]] ServerScope scope() const { return scope_; }
  [[nodiscard]] const std::string& toolbox() const { return toolbox_; }
  [[nodiscard]] const std::string& server() const { return server_; }
  [[nodiscard]] const std::string& project() const { return project_; }

  /// First by toolbox, server and scope.
  [[nodiscard]] auto operator<=>(const ServerKey&) const = default;

 private:
  friend class WorkspaceServers;
  friend class ServerPool;

  /// `holder`: the workspace of a session, or the PrincipalIdentity; only compared. Null: it is shared.
  ServerKey(std::string toolbox, std::string server, ServerScope scope, const void* holder, std::string project)
      : toolbox_(std::move(toolbox)),
        server_(std::move(server)),
        scope_(scope),
        holder_(holder),
        project_(std::move(project)) {}

  std::string toolbox_;
  std::string server_;
  ServerScope scope_;
  const void* holder_;
  std::string project_;  // empty unless the server has Share::project
};

}  // namespace workbench::gateway
