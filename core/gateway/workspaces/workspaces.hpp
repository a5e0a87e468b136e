#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <workbench/listener.hpp>

#include "gateway/workspaces/modern_workspaces.hpp"
#include "gateway/workspaces/overview.hpp"
#include "gateway/workspaces/workspace.hpp"
#include "gateway/workspaces/workspace_list.hpp"

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
        shared_servers_(host, eras_, catalogs_, counters_, starts_, options.repairs_schemas, options.catalog_reviews),
        shared_(options.principal_workspaces),
        collector_(host.add_metrics([this](MetricsWriter& writer) { write_figures(writer); })) {}

  /// Makes what a client would get, and discards it; no server is started. Any error: no client can be served, because
  /// a definition of a meta-tool is not what its plugin promised, say.
  [[nodiscard]] Result<void> check();

  /// Makes everything what `config` says, for the clients that are there and for those that come: see
  /// Toolboxes::apply(). Clients that are there keep their tool mode. Any error: as check(); nothing has changed.
  [[nodiscard]] Result<void> apply(config::Config config);

  /// The workspace for a client, perhaps a new one, for which the principal's oldest that nobody uses may be ended.
  /// busy: the principal has as many of modern clients as it may (WorkspaceOptions::principal_workspaces), and all are
  /// used; the message is for the client. Any other error: it cannot be served.
  [[nodiscard]] Result<Workspace*> find_for(const AcceptedClient& client, Quotas quotas = Quotas::of_principal);

  /// A client has been detached from `workspace`. If it was the last, the workspace of a legacy client ends at once, or
  /// when its tasks have ended and no other client's request is at its servers, and that of modern clients when none
  /// has come for `limits.idle`.
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
  using Owner = ModernWorkspaces::Owner;
  using SharedKey = ModernWorkspaces::Key;

  [[nodiscard]] Result<std::unique_ptr<Workspace>> make(const Workspace::Clients& clients, Quotas quotas,
                                                        SharedServers* shared,
                                                        std::shared_ptr<PrincipalServers> of_principal = nullptr);
  [[nodiscard]] std::shared_ptr<PrincipalServers> servers_of(const Owner& owner);
  void replace_superseded_servers();
  [[nodiscard]] ModernWorkspaces::Iterator find_shared(SharedKey key);
  [[nodiscard]] Result<ModernWorkspaces::Iterator> add_shared(const SharedKey& key, Workspace::Clients clients,
                                                              Quotas quotas);
  [[nodiscard]] Result<void> make_room(const Principal& principal, Quotas quotas);
  void end_when_idle(ModernWorkspaces::Iterator shared);
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
  std::size_t servers_before_sweep_ = 16;                     // in servers_, before expired ones are removed
  EventLoop::Timer replacement_;                              // set: superseded servers are in use
  std::set<std::string> superseded_;                          // the principals that use them, by name
  ModernWorkspaces shared_;
  WorkspaceList own_;                            // those of legacy clients, and all that are ending
  std::map<Workspace*, EventLoop::Timer> left_;  // of own_, those whose client has left, but that are needed
  const std::unique_ptr<EventLoop::Subscription> collector_;
};

}  // namespace workbench::gateway
