#include "gateway/workspaces/overview.hpp"

#include <algorithm>
#include <utility>

namespace workbench::gateway {

namespace {

std::optional<Confinement> confinement_of(servers::Server& server) {
  const auto process = server.status().process_id();
  const auto* const confinements = process ? server.host().extension<Confinements>() : nullptr;
  const Confinement* const found = confinements == nullptr ? nullptr : confinements->find(*process);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

/// A start that failed for lack of a login says that one is required, although nothing of a login is kept.
std::optional<LoginState> login_of(servers::Server& server) {
  std::optional<LoginState> login;
  if (const auto& latest = server.login().latest(); latest && *latest) login = **latest;
  const bool is_unknown = !login || login->kind == LoginState::Kind::unneeded;
  const auto failure = server.status().failure();
  if (!is_unknown || !failure || failure->kind != ErrorKind::login_required) return login;
  login.emplace().kind = LoginState::Kind::required;
  return login;
}

/// What only its users may see, and who sees everything.
void add_activity(servers::Server& server, ServerOverview& added) {
  added.confinement = confinement_of(server);
  if (servers::ServerRun* const run = server.ready_run()) {
    added.calls_in_flight = run->connection().in_flight().entries().size();
  }
  added.login = login_of(server);
}

}  // namespace

bool was_never_used(const ServerHealth& health) {
  return health.state == "stopped" && !health.last_error && health.calls == 0;
}

bool OverviewScope::includes(const Workspace& workspace) const {
  return own == nullptr || workspace.principal_name() == own->name;
}

bool OverviewScope::includes_toolbox(std::string_view toolbox) const {
  if (own == nullptr || !own->toolboxes) return true;
  return std::find(own->toolboxes->begin(), own->toolboxes->end(), toolbox) != own->toolboxes->end();
}

void Overview::add(const Workspace& workspace, const OverviewScope& scope) {
  WorkspaceOverview& added = workspaces.emplace_back();
  added.principal = workspace.principal_name();
  added.client = workspace.clients().name();
  added.mode = name_of(workspace.mode());
  added.working_directory = workspace.working_directory();
  added.clients = workspace.clients().size();
  for (const ToolboxSummary& toolbox : workspace.toolbox_summaries()) {
    if (toolbox.is_open) added.open_toolboxes.push_back(toolbox.name);
  }
  added.open_inputs = workspace.clients().open_inputs();
  for (clients::OpenInput& one : workspace.suspended_requests().open_inputs()) {
    added.open_inputs.push_back(std::move(one));
  }
  const std::size_t number = workspaces.size() - 1;
  workspace.for_each_own_server([&](servers::Server& server) { add_server(server, {number}, scope); });
}

void Overview::add_shared(servers::Server& server, const OverviewScope& scope) {
  if (!scope.includes_toolbox(server.toolbox())) return;
  std::vector<std::size_t> users;
  for (std::size_t number = 0; number != workspaces.size(); ++number) {
    const WorkspaceOverview& workspace = workspaces[number];
    const std::vector<std::string>& open = workspace.open_toolboxes;
    const bool is_its_project =
        server.configured().project().empty() || server.configured().project() == workspace.working_directory;
    if (is_its_project && std::find(open.begin(), open.end(), server.toolbox()) != open.end()) users.push_back(number);
  }
  add_server(server, std::move(users), scope);
}

void Overview::add_server(servers::Server& server, std::vector<std::size_t> users, const OverviewScope& scope) {
  ServerHealth health = scope.own == nullptr ? server.status().operator_health() : server.status().health();
  if (was_never_used(server.status().operator_health())) {
    std::size_t& tools = unused_[{server.toolbox(), server.name()}];
    tools = std::max(tools, server.catalog().tools().size());
    return;
  }
  ServerOverview& added = servers.emplace_back();
  added.toolbox = server.toolbox();
  added.principal = server.configured().principal();
  added.health = std::move(health);
  added.restarts = server.status().restarts();
  added.started_at = server.status().started_at();
  added.is_shared = server.configured().is_shared();
  if (scope.own == nullptr) {
    added.project = server.configured().project();
    added.process_id = server.status().process_id();
  }
  if (scope.own == nullptr || !added.is_shared) add_activity(server, added);
  added.tools = server.catalog().tools().size();
  added.withheld = server.catalog().reviewer().withheld();
  added.workspaces = std::move(users);
}

void Overview::add_unused(const config::Config& config, const OverviewScope& scope) {
  for (const config::ToolboxEntry& toolbox : config.toolboxes) {
    if (toolbox.is_disabled || !scope.includes_toolbox(toolbox.name)) continue;
    for (const config::ServerEntry& entry : toolbox.servers) {
      const bool is_used = std::any_of(servers.begin(), servers.end(), [&](const ServerOverview& server) {
        return server.toolbox == toolbox.name && server.health.server == entry.name;
      });
      if (is_used) continue;
      ServerOverview& added = servers.emplace_back();
      added.toolbox = toolbox.name;
      added.health.server = entry.name;
      added.health.state = "known";
      added.health.last_error = entry.unusable;
      added.is_shared = entry.is_shared();
      added.tools = unused_[{toolbox.name, entry.name}];
    }
  }
}

}  // namespace workbench::gateway
