#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <workbench/listener.hpp>

#include "gateway/overview.hpp"
#include "gateway/workspace.hpp"

namespace workbench::gateway {

/// All workspaces of the program: one for each legacy client, and one for all modern clients of a principal that may be
/// sent the same input requests. [loop thread]
class Workspaces {
 public:
  /// All arguments but `config` must outlive the workspaces.
  Workspaces(Host& host, config::Config config, const registry::Registry& registry, const WorkspaceOptions& options)
      : host_(host),
        config_(std::move(config)),
        catalogs_(host, options.catalog_folder),
        principals_(host),
        starts_(host.loop(), options.server_starts),
        context_{host, tasks_, eras_, catalogs_, registry, options, counters_, starts_},
        shared_servers_(host, eras_, catalogs_, counters_, starts_, options.repairs_schemas),
        collector_(host.add_metrics([this](MetricsWriter& writer) { write_figures(writer); })) {}

  /// Makes what a client would get, and discards it; no server is started. Any error: no client can be served, because
  /// a definition of a meta-tool is not what its plugin promised, say.
  [[nodiscard]] Result<void> check();

  /// Makes everything what `config` says, for the clients that are there and for those that come: see
  /// Toolboxes::apply(). Clients that are there keep their tool mode. Any error: as check(); nothing has changed.
  [[nodiscard]] Result<void> apply(config::Config config);

  /// The workspace for a client, perhaps a new one. Any error: it cannot be served.
  [[nodiscard]] Result<Workspace*> find_for(const AcceptedClient& client, Quotas quotas = Quotas::of_principal);

  /// A client has been detached from `workspace`. If it was the last, the workspace of a legacy client ends at once, or
  /// when its tasks have ended and no other client's request is at its servers, and that of modern clients when none
  /// has come for Limits::idle.
  void release(Workspace& workspace);

  /// Has all servers look up their logins, for status() and overview(), but waits no longer than a second for that.
  /// `done` is called from a task of the loop.
  void look_up_logins(MoveOnlyFunction<void()> done);

  /// What an operator wants to know at this moment, one sentence each; see StatusReport.
  [[nodiscard]] std::vector<std::string> status() const;

  [[nodiscard]] Overview overview() const;

  /// Ends all servers of all workspaces; `closed` is called when the last process has exited.
  void close(MoveOnlyFunction<void()> closed);

 private:
  struct SharedWorkspace {
    std::unique_ptr<Workspace> workspace;
    EventLoop::Timer idle;  // set: it has no client
  };

  /// A principal, and whether it is the user who runs the workbench (user_principal.hpp).
  using Owner = std::pair<Principal, bool>;

  /// By principal, what its clients negotiate with servers, the folder that they work in, and the tool mode:
  /// those of a mode that is not configured any more end when they are idle.
  using SharedKey = std::tuple<Owner, std::string, std::string, config::ToolMode>;
  using SharedWorkspaces = std::map<SharedKey, SharedWorkspace>;

  [[nodiscard]] Result<std::unique_ptr<Workspace>> make(const Workspace::Clients& clients, Quotas quotas,
                                                        SharedServers* shared,
                                                        std::shared_ptr<PrincipalServers> of_principal = nullptr);
  [[nodiscard]] std::shared_ptr<PrincipalServers> servers_of(const Owner& owner);
  void replace_superseded_servers();
  [[nodiscard]] SharedWorkspaces::iterator find_shared(SharedKey key);
  void end_when_idle(SharedWorkspaces::iterator shared);
  void end_when_not_needed(Workspace& workspace);
  void end(std::unique_ptr<Workspace> workspace);
  void write_figures(MetricsWriter& writer) const;

  Host& host_;
  config::Config config_;
  servers::EraCache eras_;
  const servers::CatalogCache catalogs_;
  TaskTable tasks_;
  servers::AllServerCounters counters_;
  Principals principals_;
  servers::StartQueue starts_;
  const WorkspaceContext context_;
  SharedServers shared_servers_;                              // outlives the workspaces that use them
  std::map<Owner, std::weak_ptr<PrincipalServers>> servers_;  // of modern clients; expired: it has no workspace
  EventLoop::Timer replacement_;                              // set: superseded servers are in use
  SharedWorkspaces shared_;
  std::list<std::unique_ptr<Workspace>> own_;    // those of legacy clients, and all that are ending
  std::map<Workspace*, EventLoop::Timer> left_;  // of own_, those whose client has left, but that are needed
  const std::unique_ptr<EventLoop::Subscription> collector_;
};

}  // namespace workbench::gateway
