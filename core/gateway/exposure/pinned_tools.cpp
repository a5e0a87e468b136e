#include "gateway/exposure/pinned_tools.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/callback_latch.hpp"
#include "gateway/exposure/native_names.hpp"
#include "gateway/exposure/registered_definition.hpp"

namespace workbench::gateway {
namespace {

/// Calls `function` with each toolbox, each pinned tool of it, and its server.
template <typename Function>
void for_each_pinned(const ToolboxSet& toolboxes, Function function) {
  for (const auto& toolbox : toolboxes.all()) {
    for (const config::PinnedTool& pinned : toolbox->pinned_tools()) {
      if (servers::Server* const server = toolbox->find_server(pinned.server)) function(*toolbox, pinned, *server);
    }
  }
}

bool is_notified_of_changes(const Caller& caller, const ToolboxSet& toolboxes) {
  if (caller.identity().is_modern) return false;
  const ClientProfile& client = toolboxes.profile_of(caller.identity().client_info);
  return client.handles_list_changed && !client.is_one_shot;
}

}  // namespace

bool PinnedTools::is_empty() const {
  const auto& all = toolboxes_.all();
  return std::all_of(all.begin(), all.end(), [](const auto& toolbox) { return toolbox->pinned_tools().empty(); });
}

bool PinnedTools::has_tools_of(const servers::Server& server) const {
  bool has_tools = false;
  for_each_pinned(toolboxes_, [&](const Toolbox&, const config::PinnedTool&, const servers::Server& pinned) {
    has_tools = has_tools || &pinned == &server;
  });
  return has_tools;
}

void PinnedTools::learn(const Caller& caller, MoveOnlyFunction<void()> known) const {
  std::set<servers::Server*> unknown;
  for_each_pinned(toolboxes_, [&](const Toolbox&, const config::PinnedTool&, servers::Server& server) {
    server.recall();
    const bool is_unknown = !server.catalog().is_known() && server.status().may_be_started();
    if (is_unknown || server.status().is_listing_tools()) unknown.insert(&server);
  });
  if (is_notified_of_changes(caller, toolboxes_)) {
    for (servers::Server* const server : unknown) server->start_with_patience([] {});
    return known();
  }
  const base::CallbackLatch one_learned(unknown.size() + 1, std::move(known));
  for (servers::Server* const server : unknown) server->start_with_patience(one_learned);
  one_learned();
}

std::string PinnedTools::definitions(const ClientProfile& client, bool of_open_toolboxes) const {
  std::string definitions;
  for_each_pinned(toolboxes_, [&](const Toolbox& toolbox, const config::PinnedTool& pinned, servers::Server& server) {
    if (toolbox.is_open() && !of_open_toolboxes) return;
    const auto& tools = server.catalog().items(protocol::ListKind::tools);
    const auto tool =
        std::find_if(tools.begin(), tools.end(), [&](const auto& one) { return one.name == pinned.tool; });
    if (tool == tools.end()) return;
    if (!definitions.empty()) definitions += ',';
    definitions.append(registered_for(client, {toolbox.name(), server.name(), tool->name}, server.catalog(), *tool));
  });
  return definitions;
}

std::optional<ListedSource> PinnedTools::find(const std::string& name, const ClientProfile& client) const {
  std::optional<ListedSource> found;
  for_each_pinned(toolboxes_, [&](const Toolbox& toolbox, const config::PinnedTool& pinned, servers::Server& server) {
    if (found) return;
    ToolIdentifier identifier{toolbox.name(), server.name(), pinned.tool};
    if (registered_name(identifier, client.tool_name_bytes) != name) return;
    found = ListedSource{&server, std::move(identifier)};
  });
  return found;
}

}  // namespace workbench::gateway
