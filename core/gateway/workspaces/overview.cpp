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

}  // namespace

bool was_never_used(const ServerHealth& health) {
  return health.state == "stopped" && !health.last_error && health.calls == 0;
}

void Overview::add(const Workspace& workspace) {
  WorkspaceOverview& added = workspaces.emplace_back();
  added.principal = workspace.principal_name();
  added.client = workspace.clients().name();
  added.mode = name_of(workspace.mode());
  added.working_directory = workspace.working_directory();
  added.clients = workspace.clients().size();
  for (const ToolboxSummary& toolbox : workspace.toolbox_summaries()) {
    if (toolbox.is_open) added.open_toolboxes.push_back(toolbox.name);
  }
  const std::size_t number = workspaces.size() - 1;
  workspace.for_each_own_server([&](servers::Server& server) { add_server(server, {number}); });
}

void Overview::add_shared(servers::Server& server) {
  std::vector<std::size_t> users;
  for (std::size_t number = 0; number != workspaces.size(); ++number) {
    const WorkspaceOverview& workspace = workspaces[number];
    const std::vector<std::string>& open = workspace.open_toolboxes;
    const bool is_its_project =
        server.configured().project().empty() || server.configured().project() == workspace.working_directory;
    if (is_its_project && std::find(open.begin(), open.end(), server.toolbox()) != open.end()) users.push_back(number);
  }
  add_server(server, std::move(users));
}

void Overview::add_server(servers::Server& server, std::vector<std::size_t> users) {
  ServerHealth health = server.status().operator_health();
  if (was_never_used(health)) return;
  ServerOverview& added = servers.emplace_back();
  added.toolbox = server.toolbox();
  added.health = std::move(health);
  added.is_shared = server.configured().is_shared();
  added.project = server.configured().project();
  added.process_id = server.status().process_id();
  added.confinement = confinement_of(server);
  if (servers::ServerRun* const run = server.ready_run()) {
    added.calls_in_flight = run->connection().in_flight().entries().size();
  }
  if (const auto& login = server.login().latest(); login && *login) added.login = **login;
  added.tools = server.catalog().tools().size();
  added.withheld = server.catalog().reviewer().withheld();
  added.workspaces = std::move(users);
}

}  // namespace workbench::gateway
