#include "check/start_cost.hpp"

#include <string>
#include <utility>

#include <workbench/listener.hpp>

#include "check/measured_call.hpp"

namespace workbench::app {
namespace {

gateway::Workspace* workspace_of(gateway::Workspaces& workspaces) {
  const auto made = workspaces.find_for(AcceptedClient(), gateway::Quotas::none);
  return made ? *made : nullptr;
}

}  // namespace

StartCosts::StartCosts(Startup& startup)
    : workspaces_(startup.host(), startup.config(), startup.registry(), startup.selection().workspace),
      workspace_(workspace_of(workspaces_)) {}

StartCost StartCosts::of(const ClientInfo& client, config::ToolMode mode, std::size_t definitions) {
  if (workspace_ == nullptr) return {};
  clients::Backend& backend = workspace_->backend();
  StartCost cost{backend.instructions(client).size()};
  if (mode == config::ToolMode::flat) {
    cost.tools = definitions;
    return cost;
  }
  CallerIdentity identity;
  identity.client_info = client;
  std::string ignored;
  MeasuredCall caller(identity, backend.toolboxes(), ignored);
  const auto bytes = std::make_shared<std::optional<std::size_t>>();
  backend.list(protocol::ListKind::tools, caller, [bytes](const Result<Json>& listed) {
    if (listed) *bytes = listed->text().size();
  });
  cost.tools = *bytes;
  return cost;
}

}  // namespace workbench::app
