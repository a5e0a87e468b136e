#include "gateway/modes/dynamic_mode.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "gateway/forwarded_request.hpp"
#include "gateway/native_names.hpp"
#include "gateway/tool_errors.hpp"
#include "gateway/until_cancelled.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

/// A call whose server cannot be used yet.
struct WaitingCall {
  clients::OwnedRequest request;
  Json arguments;
};

}  // namespace

DynamicMode::DynamicMode(Toolboxes& bench, Host& host) : Mode(bench, host) {
  bench.on_toolbox_changed([this] { notify_changed(protocol::ListKind::tools, Urgency::at_once); });
}

// The first list of a server mostly comes with the opening of its toolbox, which is told of itself.
void DynamicMode::handle_list_change(servers::Server& server, protocol::ListKind kind, bool is_first) {
  if (kind == protocol::ListKind::tools && (!is_first || is_in_an_open_toolbox(server))) notify_changed(kind);
}

bool DynamicMode::is_in_an_open_toolbox(const servers::Server& server) const {
  const auto& all = bench().all_toolboxes();
  return std::any_of(all.begin(), all.end(), [&](const auto& toolbox) {
    return toolbox->is_open() && toolbox->find_server(server.name()) == &server;
  });
}

Json DynamicMode::capabilities(protocol::Revision revision) const {
  if (is_modern(revision)) return Mode::capabilities(revision);
  return Json(R"({"logging":{},"tools":{"listChanged":true}})");
}

void DynamicMode::list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  if (kind != protocol::ListKind::tools || caller.identity().is_modern) {
    if (caller.identity().is_modern && !std::exchange(has_explained_, true)) {
      host().log(LogLevel::information, "client",
                 "toolMode is dynamic, but this client is of the modern era, in which tools/list must not depend on "
                 "what was opened: it is shown the meta-tools alone");
    }
    return Mode::list(kind, caller, std::move(listed));
  }
  const ClientProfile& client = bench().profile_of(caller.identity().client_info);
  std::string registered;
  for (const auto& toolbox : bench().all_toolboxes()) {
    if (!toolbox->is_open()) continue;
    for (const auto& server : toolbox->servers()) {
      for (const Tool& tool : server->catalog().tools()) {
        if (!registered.empty()) registered += ',';
        const ToolIdentifier identifier{toolbox->name(), server->name(), tool.name};
        registered.append(registered_definition(registered_name(identifier, client.tool_name_bytes), identifier,
                                                tool.definition, host().json()));
      }
    }
  }
  listed(joined(meta_definitions(caller.identity().client_info), registered));
}

void DynamicMode::forward(std::string_view method, const Json& params, clients::OwnedRequest request) {
  if (method != "tools/call") return Mode::forward(method, params, std::move(request));
  constexpr std::array<std::string_view, 2> kNames{"name", "arguments"};
  std::array<Json, 2> found;
  static_cast<void>(host().json().pick(params, kNames, found));
  const std::string name = host().json().characters(found[0]).value();
  const std::optional<ToolIdentifier> tool = find_registered(name, bench().profile_of(request->identity().client_info));
  if (!tool) {
    return request->result(
        error_result("Error: Invalid tool name format '" + name + "'. Expected format: {toolbox}__{server}__{tool}"));
  }
  Json arguments = found[1].is_absent() ? Json("{}") : found[1];
  if (servers::Server* server = bench().known_server_of(*tool)) {
    return ForwardedRequest::send(*server, tool_call_for(*tool, std::move(arguments), false), std::move(request));
  }
  Caller& caller = *request;
  const UntilCancelled waiting(caller, WaitingCall{std::move(request), std::move(arguments)});
  bench().find_server_of(*tool, caller, [waiting, tool = *tool](const Result<servers::Server*>& server) {
    std::optional<WaitingCall> waited = waiting.take();
    if (!waited) return;
    if (server)
      return ForwardedRequest::send(**server, tool_call_for(tool, std::move(waited->arguments), false),
                                    std::move(waited->request));
    const bool is_unknown = server.error().kind == ErrorKind::not_found;
    waited->request->result(error_result((is_unknown ? "Error: " : "") + uncalled(tool, server.error())));
  });
}

/// Only a name that may have been cut, at a character's border, has to be looked for.
std::optional<ToolIdentifier> DynamicMode::find_registered(const std::string& name, const ClientProfile& client) const {
  auto parts = split_registered_name(name);
  constexpr std::size_t kBytesOfACharacter = 4;
  if (!client.tool_name_bytes || name.size() + kBytesOfACharacter <= *client.tool_name_bytes) return parts;
  for (const auto& toolbox : bench().all_toolboxes()) {
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

std::string registered_definition(const std::string& name, const ToolIdentifier& tool, const Json& definition,
                                  const JsonAccess& json) {
  constexpr std::array<std::string_view, 2> kNames{"description", "_meta"};
  std::array<Json, 2> found;
  static_cast<void>(json.pick(definition, kNames, found));
  const auto description = json.characters(found[0]);

  std::string text = "{\"name\":";
  text.append(json::quoted(name));
  text.append(",\"description\":")
      .append(json::quoted("[" + tool.toolbox + "/" + tool.server + "] " + (description ? *description : "")));
  const std::string rest = json::members_without(definition, [](std::string_view key) {
    return key == "name" || key == "description" || key == "_meta" || key == "execution";
  });
  if (!rest.empty()) text.append(",").append(rest);
  text.append(",\"_meta\":{\"source_server\":").append(json::quoted(tool.server));
  text.append(",\"toolbox_name\":").append(json::quoted(tool.toolbox));
  text.append(",\"original_name\":").append(json::quoted(tool.tool));
  const std::string own = json::members_without(found[1], [](std::string_view key) {
    return key == "source_server" || key == "toolbox_name" || key == "original_name";
  });
  if (!own.empty()) text.append(",").append(own);
  return text.append("}}");
}

}  // namespace workbench::gateway
