#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/listener.hpp>

#include "gateway/pool/principal_identity.hpp"
#include "gateway/pool/server_pool.hpp"
#include "gateway/workspaces/modern_workspaces.hpp"
#include "gateway/workspaces/overview.hpp"
#include "gateway/workspaces/workspace.hpp"
#include "gateway/workspaces/workspace_list.hpp"
#include "servers/catalog_cache.hpp"
#include "servers/start_queue.hpp"

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
        pool_({host, eras_, options.repairs_schemas, &catalogs_, &counters_, &starts_, &options.catalog_reviews}),
        context_{host, tasks_, pool_, registry, options},
        shared_(options.principal_workspaces),
        collector_(host.add_metrics([this](MetricsWriter& writer) { write_figures(writer); })) {}

  /// Makes what a client would get, and discards it; no server is started. Any error: no client can be served, because
  /// a definition of a meta-tool is not what its plugin promised, say.
  [[nodiscard]] Result<void> check();

  /// Applies `config` to connected clients and to those that connect later: see Toolboxes::apply().
  /// Connected clients keep their tool mode. Any error: as check(); nothing has changed.
  [[nodiscard]] Result<void> apply(config::Config config);

  /// The reviews of catalogs have read their files again: what servers list is judged again.
  void review_again();

  /// The workspace for a client, perhaps a new one, for which the principal's oldest unused one may be ended.
  /// busy: the principal has as many of modern clients as it may (WorkspaceOptions::principal_workspaces), and all are
  /// used; the message is for the client. Any other error: it cannot be served.
  [[nodiscard]] Result<Workspace*> find_for(const AcceptedClient& client, Quotas quotas = Quotas::of_principal);

  /// A client has been detached from `workspace`. If it was the last, the workspace of a legacy client ends at once, or
  /// when its tasks have ended and no other client's request is at its servers; a modern clients' workspace ends when
  /// no client has arrived for `limits.idle`.
  void release(Workspace& workspace);

  /// Makes all servers look up their logins, for status() and overview(), but waits no longer than a second for that.
  /// `done` is called from a task of the loop.
  void look_up_logins(MoveOnlyFunction<void()> done);

  /// The state for an operator at this moment, one sentence each; see StatusReport.
  [[nodiscard]] std::vector<std::string> status() const;

  [[nodiscard]] Overview overview(const OverviewScope& scope = {}) const;

  /// The configuration in effect.
  [[nodiscard]] const config::Config& config() const { return config_; }
  /// Calls `function` with each server, draining ones included. It must not end a workspace.
  void for_each_server(const std::function<void(servers::Server&)>& function) const;

  /// Ends all servers of all workspaces; `closed` is called when the last process has exited.
  void close(MoveOnlyFunction<void()> closed);

 private:
  using Owner = ModernWorkspaces::Owner;
  using SharedKey = ModernWorkspaces::Key;

  /// `identity`: null for a legacy client.
  [[nodiscard]] Result<std::unique_ptr<Workspace>> make(const Workspace::Clients& clients, Quotas quotas,
                                                        std::shared_ptr<const PrincipalIdentity> identity);
  [[nodiscard]] ModernWorkspaces::Iterator find_shared(SharedKey key);
  [[nodiscard]] Result<ModernWorkspaces::Iterator> add_shared(const SharedKey& key, Workspace::Clients clients,
                                                              Quotas quotas);
  [[nodiscard]] Result<void> make_room(const Principal& principal, Quotas quotas);
  void end_when_idle(ModernWorkspaces::Iterator shared);
  void end_when_not_needed(Workspace& workspace);
  void end(std::unique_ptr<Workspace> workspace);
  void write_figures(MetricsWriter& writer) const;
  /// The ending ones, too.
  void for_each(const std::function<void(Workspace&)>& function) const;

  Host& host_;
  config::Config config_;
  servers::EraCache eras_;
  const servers::CatalogCache catalogs_;
  TaskTable tasks_;
  servers::AllServerCounters counters_;
  Principals principals_;
  servers::StartQueue starts_;
  ServerPool pool_;  // outlives the workspaces
  const WorkspaceContext context_;
  PrincipalIdentities identities_;
  ModernWorkspaces shared_;
  WorkspaceList own_;                            // workspaces of legacy clients
  WorkspaceList ending_;                         // of both eras; a new configuration does not concern them
  std::map<Workspace*, EventLoop::Timer> left_;  // of own_: workspaces whose client has left, but that are needed
  const std::unique_ptr<EventLoop::Subscription> collector_;
};

}  // namespace workbench::gateway
