#include "gateway/exposure/dynamic_mode.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <workbench/json_writer.hpp>

#include "gateway/exposure/native_names.hpp"
#include "gateway/exposure/own_names.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

std::size_t hash(const std::string& text) {
  return std::hash<std::string>()(text);
}

}  // namespace

DynamicMode::DynamicMode(Toolboxes& toolboxes, Host& host)
    : Mode(toolboxes, host, MetaTools::Instructions::name_toolboxes,
           NativeServers::Learning::leaves_toolboxes_as_they_are),
      pinned_(toolboxes) {
  // A client that acts on the answer of open_toolbox already knows that its list of tools has changed.
  toolboxes.on_toolbox_changed([this] { notify_changed(protocol::ListKind::tools, Urgency::at_once); });
  toolboxes.on_answer([this] { notify_changed(protocol::ListKind::tools, Urgency::if_pending); });
}

// Of a toolbox that is not open only the pinned tools are shown, and clients are notified when it opens.
void DynamicMode::handle_tools_change(servers::Server& server, bool) {
  if (is_in_an_open_toolbox(server)) return notify_changed(protocol::ListKind::tools);
  if (pinned_.has_tools_of(server)) handle_changed_servers();
}

bool DynamicMode::is_in_an_open_toolbox(const servers::Server& server) const {
  const auto& all = toolboxes().all_toolboxes();
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
      host().log(LogLevel::information, "client",
                 "toolMode is dynamic, but this client is of the modern era, in which tools/list must not depend on "
                 "what was opened: it is shown the meta-tools alone");
    }
  }
  const UntilCancelled waiting(caller, std::move(listed));
  const CallerIdentity& identity = caller.identity();
  pinned_.learn(caller, [this, client = identity.client_info, is_modern = identity.is_modern, waiting] {
    auto waited = waiting.extract();
    if (!waited) return;
    if (is_modern) return (*waited)(tool_list(client, pinned_.definitions(toolboxes().profile_of(client), true)));
    const std::string registered = registered_tools(client);
    shown_ = {client, hash(registered)};
    (*waited)(tool_list(client, registered));
  });
}

/// The definitions of pinned tools and those of open toolboxes, separated by commas.
std::string DynamicMode::registered_tools(const ClientInfo& client_info) const {
  const ClientProfile& client = toolboxes().profile_of(client_info);
  std::string registered = pinned_.definitions(client, false);
  for (const auto& toolbox : toolboxes().all_toolboxes()) {
    if (!toolbox->is_open()) continue;
    for (const auto& server : toolbox->servers()) {
      for (const Tool& tool : server->catalog().tools()) {
        if (!registered.empty()) registered += ',';
        const ToolIdentifier identifier{toolbox->name(), server->name(), tool.name};
        registered.append(
            registered_definition(registered_name(identifier, client.tool_name_bytes), identifier, tool.definition));
      }
    }
  }
  return registered;
}

void DynamicMode::call_tool(const Json& params, clients::OwnedRequest request) {
  NativeCall call = read_native_call(params);
  const ClientProfile& client = toolboxes().profile_of(request->identity().client_info);
  if (const auto pinned = pinned_.find(call.name, client)) {
    return dispatch_native(*pinned, std::move(call), std::move(request));
  }
  if (std::optional<ToolIdentifier> tool = find_registered(call.name, client)) {
    return toolboxes().dispatch({*std::move(tool), std::move(call.arguments), std::move(request), CallStyle::native});
  }
  const auto is_shown = [this](const Toolbox& toolbox, const servers::Server& server) {
    return toolbox.is_open() || pinned_.has_tools_of(server);
  };
  if (const auto named = find_by_own_name(toolboxes(), call.name, is_shown)) {
    return dispatch_native(*named, std::move(call), std::move(request));
  }
  const std::string text =
      "Error: Invalid tool name format '" + call.name + "'. Expected format: {toolbox}__{server}__{tool}";
  toolboxes().dispatch({{"", "", call.name}, std::move(call.arguments), std::move(request), CallStyle::native},
                       Refused{[text](const detail::OwnedRequest& refused) {
                         refused->result(ToolResult::error(text, ErrorKind::not_found));
                       }});
}

// Only a name that may have been cut, before a whole character, has to be searched for.
std::optional<ToolIdentifier> DynamicMode::find_registered(const std::string& name, const ClientProfile& client) const {
  auto parts = split_registered_name(name);
  constexpr std::size_t kBytesOfACharacter = 4;
  if (!client.tool_name_bytes || name.size() + kBytesOfACharacter <= *client.tool_name_bytes) return parts;
  for (const auto& toolbox : toolboxes().all_toolboxes()) {
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

std::string registered_definition(const std::string& name, const ToolIdentifier& tool, const Json& definition) {
  constexpr std::array<std::string_view, 2> kNames{"description", "_meta"};
  std::array<Json, 2> found;
  json::pick_members(definition, kNames, found);
  const auto& [description, meta] = found;
  const auto is_replaced = [](std::string_view key) {
    return key == "name" || key == "description" || key == "_meta" || key == "execution";
  };
  const auto is_ours = [](std::string_view key) {
    return key == "source_server" || key == "toolbox_name" || key == "original_name";
  };
  JsonWriter writer(definition.text().size() + name.size() + 192);
  writer.object().member("name", name);
  writer.member("description", "[" + tool.toolbox + "/" + tool.server + "] " + json::characters(description));
  writer.raw_items(json::members_without(definition, is_replaced)).key("_meta").object();
  writer.member("source_server", tool.server).member("toolbox_name", tool.toolbox).member("original_name", tool.tool);
  return std::move(writer.raw_items(json::members_without(meta, is_ours)).end().end()).take();
}

}  // namespace workbench::gateway
