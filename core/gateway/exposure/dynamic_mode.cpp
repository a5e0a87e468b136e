#include "gateway/exposure/dynamic_mode.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "gateway/exposure/native_names.hpp"
#include "gateway/exposure/own_names.hpp"
#include "gateway/exposure/registered_definition.hpp"
#include "servers/current_lists.hpp"

namespace workbench::gateway {
namespace {

std::size_t hash(const std::string& text) {
  return std::hash<std::string>()(text);
}

}  // namespace

DynamicMode::DynamicMode(Mode::Parts parts)
    : Mode(std::move(parts), MetaTools::Instructions::name_toolboxes,
           NativeServers::Learning::leaves_toolboxes_as_they_are),
      pinned_(toolbox_set()) {}

// If a toolbox is not open, only its pinned tools are shown, and clients are notified when it opens.
void DynamicMode::handle_tools_change(servers::Server& server, bool) {
  if (is_in_an_open_toolbox(server)) return notify_changed(protocol::ListKind::tools);
  if (pinned_.has_tools_of(server)) handle_changed_servers();
}

bool DynamicMode::is_in_an_open_toolbox(const servers::Server& server) const {
  const auto& all = toolbox_set().all();
  return std::any_of(all.begin(), all.end(), [&](const auto& toolbox) {
    return toolbox->is_open() && toolbox->find_server(server.name()) == &server;
  });
}

void DynamicMode::handle_changed_servers() {
  if (shown_ && hash(registered_tools(shown_->client)) != shown_->tools_hash) notify_changed(protocol::ListKind::tools);
}

void DynamicMode::list_tools(Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  if (caller.identity().is_modern) {
    if (!std::exchange(has_explained_, true) && pinned_.is_empty()) {
      parts().host.log(
          LogLevel::information, "client",
          "toolMode is dynamic, but this client is of the modern era, in which tools/list must not depend on "
          "what was opened: it is shown the meta-tools alone");
    }
  }
  const UntilCancelled waiting(caller, std::move(listed));
  const ClientInfo client = caller.identity().client_info;
  const bool is_modern = caller.identity().is_modern;
  const auto answer = [this, client, is_modern, waiting] {
    return is_modern ? answer_modern(client, waiting) : answer_legacy(client, waiting);
  };
  pinned_.learn(caller, [this, is_modern, answer] {
    if (is_modern) return answer();
    servers::when_current(servers_of_open_toolboxes(), protocol::ListKind::tools, answer);
  });
  if (waiting.get() != nullptr) limit_wait(client, answer);
}

void DynamicMode::answer_modern(const ClientInfo& client, const Waiting& waiting) {
  auto waited = waiting.extract();
  if (waited) (*waited)(tool_list(client, pinned_.definitions(toolbox_set().profile_of(client), true)));
}

// If the mode has been destroyed meanwhile, its clients have disconnected before, which has cancelled the request.
void DynamicMode::answer_legacy(const ClientInfo& client, const Waiting& waiting) {
  auto waited = waiting.extract();
  if (!waited) return;
  const std::string registered = registered_tools(client);
  shown_ = {client, hash(registered)};
  (*waited)(tool_list(client, registered));
}

std::vector<servers::Server*> DynamicMode::servers_of_open_toolboxes() const {
  std::vector<servers::Server*> open;
  for (const auto& toolbox : toolbox_set().all()) {
    if (!toolbox->is_open()) continue;
    for (const auto& server : toolbox->servers()) open.push_back(server.get());
  }
  return open;
}

/// The definitions of pinned tools and of open toolboxes, separated by commas.
std::string DynamicMode::registered_tools(const ClientInfo& client_info) const {
  const ClientProfile& client = toolbox_set().profile_of(client_info);
  std::string registered = pinned_.definitions(client, false);
  for (const auto& toolbox : toolbox_set().all()) {
    if (!toolbox->is_open()) continue;
    for (const auto& server : toolbox->servers()) {
      for (const protocol::ListedItem& tool : server->catalog().items(protocol::ListKind::tools)) {
        if (!registered.empty()) registered += ',';
        registered.append(
            registered_for(client, {toolbox->name(), server->name(), tool.name}, server->catalog(), tool));
      }
    }
  }
  return registered;
}

void DynamicMode::call_tool(const Json& params, clients::OwnedRequest request) {
  NativeCall call = read_native_call(params);
  const ClientProfile& client = toolbox_set().profile_of(request->identity().client_info);
  if (const auto pinned = pinned_.find(call.name, client)) {
    return call_natively(*pinned, std::move(call), std::move(request));
  }
  if (std::optional<ToolIdentifier> tool = find_registered(call.name, client)) {
    Json schema;
    if (const servers::Server* const server = toolbox_set().find_server(tool->toolbox, tool->server)) {
      schema = shown_schema(*request, call.name, *server, tool->tool);
      call.arguments = server->catalog().native().own_arguments(tool->tool, std::move(call.arguments));
    }
    RoutedRequest routed =
        tool_call(*std::move(tool), std::move(call.arguments), std::move(request), CallStyle::native);
    routed.output_schema = std::move(schema);
    return parts().pipeline.send(std::move(routed));
  }
  const auto is_shown = [this](const Toolbox& toolbox, const servers::Server& server) {
    return toolbox.is_open() || pinned_.has_tools_of(server);
  };
  if (const auto named = find_by_own_name(toolbox_set(), call.name, is_shown)) {
    return call_natively(*named, std::move(call), std::move(request));
  }
  const std::string text =
      "Error: Invalid tool name format '" + call.name + "'. Expected format: {toolbox}__{server}__{tool}";
  auto refusal = [text](const detail::OwnedRequest& refused) {
    refused->result(ToolResult::error(text, ErrorKind::not_found));
  };
  parts().pipeline.send(
      refused_call({"", "", call.name}, std::move(call.arguments), std::move(request), std::move(refusal)));
}

// Only a name that may have been changed has to be searched for.
std::optional<ToolIdentifier> DynamicMode::find_registered(const std::string& name, const ClientProfile& client) const {
  auto parts = split_registered_name(name);
  if (!has_fingerprint(name)) return parts;
  for (const auto& toolbox : toolbox_set().all()) {
    if (!toolbox->is_open()) continue;
    for (const auto& server : toolbox->servers()) {
      for (const Tool& tool : server->catalog().tools()) {
        ToolIdentifier identifier{toolbox->name(), server->name(), tool.name};
        if (registered_name(identifier, client.tool_name_bytes) == name) return identifier;
      }
    }
  }
  return parts;
}

}  // namespace workbench::gateway
