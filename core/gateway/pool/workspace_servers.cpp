#include "gateway/pool/workspace_servers.hpp"

#include <utility>

#include "base/callback_latch.hpp"

namespace workbench::gateway {

ServerScope WorkspaceServers::scope_of(const config::ServerEntry& entry) const {
  if (entry.share == config::Share::process) return ServerScope::process;
  if (entry.share == config::Share::project) return ServerScope::project;
  return parts_.identity == nullptr ? ServerScope::session : ServerScope::principal;
}

ServerKey WorkspaceServers::key_of(const std::string& toolbox, const config::ServerEntry& entry) const {
  const ServerScope scope = scope_of(entry);
  const void* holder = nullptr;
  if (scope == ServerScope::session) holder = this;
  if (scope == ServerScope::principal) holder = parts_.identity.get();
  return {toolbox, entry.name, scope, holder, is_shared(scope) ? entry.project : std::string()};
}

/// A shared server does not depend on a workspace.
servers::ServerContext WorkspaceServers::context_for(ServerScope scope, servers::ServerObserver& observer) const {
  const ServerPool::Parts& common = workspace_.pool.parts();
  servers::ServerContext context{.host = common.host,
                                 .observer = observer,
                                 .eras = common.eras,
                                 .repairs_schemas = common.repairs_schemas,
                                 .is_shared = is_shared(scope),
                                 .catalogs = common.catalogs,
                                 .counters = common.counters,
                                 .starts = common.starts,
                                 .reviews = common.reviews};
  if (context.is_shared) return context;
  context.quota = parts_.quota;
  context.principal = parts_.principal;
  context.starter = this;
  context.log_level = log_level_;
  context.is_paused = is_paused_;
  return context;
}

PooledServer WorkspaceServers::join(const std::string& toolbox, const config::ServerEntry& entry, Transport& transport,
                                    servers::ToolFilters filters, ServerUser& user) {
  const ServerKey key = key_of(toolbox, entry);
  std::shared_ptr<PoolEntry> joined = workspace_.pool.find(key, entry);
  if (joined == nullptr) {
    const auto context = [&](servers::ServerObserver& observer) { return context_for(key.scope(), observer); };
    joined = workspace_.pool.add(key, {entry, transport, std::move(filters), context});
  }
  return {workspace_, user, std::move(joined)};
}

void WorkspaceServers::for_each_draining(const std::function<void(servers::Server&)>& function) const {
  workspace_.draining.for_each([&](const PoolEntry& entry) { function(entry.server()); });
}

void WorkspaceServers::close_draining(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_closed(workspace_.draining.size() + 1, std::move(closed));
  workspace_.draining.for_each([&](const PoolEntry& entry) { entry.server().close(one_closed); });
  one_closed();
}

}  // namespace workbench::gateway
