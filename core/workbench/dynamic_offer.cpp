#include "workbench/dynamic_offer.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "jsonrpc/quote.hpp"
#include "workbench/era_bridge.hpp"
#include "workbench/forwarded_request.hpp"

namespace workbench {
namespace {

constexpr std::string_view kSeparator = "__";

std::string error_result(const std::string& text) {
  return R"({"content":[{"type":"text","text":)" + jsonrpc::quoted(text) + R"(}],"isError":true})";
}

}  // namespace

DynamicOffer::DynamicOffer(Bench& bench, Host& host) : Offer(bench, host) {
  bench.on_toolbox_changed([this] { tell_changed(mcp::ListKind::tools); });
}

// The first list of a server mostly comes with the opening of its toolbox, which is told of itself.
void DynamicOffer::note_changed(Server& server, mcp::ListKind kind, bool is_first) {
  if (kind == mcp::ListKind::tools && (!is_first || is_in_an_open_toolbox(server))) tell_changed(kind);
}

bool DynamicOffer::is_in_an_open_toolbox(const Server& server) const {
  const auto& all = bench().all_toolboxes();
  return std::any_of(all.begin(), all.end(), [&](const auto& toolbox) {
    return toolbox->is_open() && toolbox->find_server(server.name()) == &server;
  });
}

Json DynamicOffer::capabilities(mcp::Revision revision) const {
  if (mcp::is_stateless(revision)) return Offer::capabilities(revision);
  return Json(R"({"logging":{},"tools":{"listChanged":true}})");
}

void DynamicOffer::list(mcp::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  if (kind != mcp::ListKind::tools || caller.is_stateless()) {
    if (caller.is_stateless() && !std::exchange(has_explained_, true)) {
      host().log(LogLevel::information, "client",
                 "toolMode is dynamic, but this client is of the stateless era, in which tools/list must not depend on "
                 "what was opened: it is shown the meta-tools alone");
    }
    return Offer::list(kind, caller, std::move(listed));
  }
  std::string registered;
  for (const auto& toolbox : bench().all_toolboxes()) {
    if (!toolbox->is_open()) continue;
    for (const auto& server : toolbox->servers()) {
      for (const Tool& tool : server->tools()) {
        if (!registered.empty()) registered += ',';
        registered.append(
            registered_definition({toolbox->name(), server->name(), tool.name}, tool.definition, host().json()));
      }
    }
  }
  listed(joined(meta_definitions(), registered));
}

void DynamicOffer::forward(std::string_view method, const Json& params, mcp::PendingRequest request) {
  if (method != "tools/call") return Offer::forward(method, params, std::move(request));
  constexpr std::array<std::string_view, 2> kNames{"name", "arguments"};
  std::array<Json, 2> found;
  static_cast<void>(host().json().pick(params, kNames, found));
  const std::string name = host().json().characters(found[0]).value();
  const auto tool = split_registered_name(name);
  if (!tool) {
    return request.result(Json(
        error_result("Error: Invalid tool name format '" + name + "'. Expected format: {toolbox}__{server}__{tool}")));
  }
  const auto waiting = std::make_shared<std::optional<mcp::PendingRequest>>(std::move(request));
  (*waiting)->client().on_cancel([weak = std::weak_ptr(waiting)](const Json&) {
    if (const auto cancelled = weak.lock()) cancelled->reset();
  });
  bench().find_server_of(*tool, [waiting, tool = *tool, arguments = found[1]](const Result<Server*>& server) {
    if (!waiting->has_value()) return;
    mcp::PendingRequest waited = *std::exchange(*waiting, std::nullopt);
    if (!server) {
      const bool is_unknown = server.error().kind == ErrorKind::not_found;
      return waited.result(Json(error_result((is_unknown ? "Error: " : "") + uncalled(tool, server.error()))));
    }
    ServerRequest what{"tools/call", "\"name\":" + jsonrpc::quoted(tool.tool) + ",\"arguments\":",
                       arguments.is_absent() ? Json("{}") : arguments};
    forward_request(**server, std::move(what), tool, std::move(waited));
  });
}

std::optional<ToolIdentifier> split_registered_name(std::string_view name) {
  const std::size_t first = name.find(kSeparator);
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = name.find(kSeparator, first + kSeparator.size());
  if (second == std::string_view::npos) return std::nullopt;
  ToolIdentifier tool{std::string(name.substr(0, first)),
                      std::string(name.substr(first + kSeparator.size(), second - first - kSeparator.size())),
                      std::string(name.substr(second + kSeparator.size()))};
  if (tool.toolbox.empty() || tool.server.empty() || tool.tool.empty()) return std::nullopt;
  return tool;
}

std::string registered_definition(const ToolIdentifier& tool, const Json& definition, const JsonAccess& json) {
  constexpr std::array<std::string_view, 2> kNames{"description", "_meta"};
  std::array<Json, 2> found;
  static_cast<void>(json.pick(definition, kNames, found));
  const auto description = json.characters(found[0]);

  std::string text = "{\"name\":";
  text.append(jsonrpc::quoted(tool.toolbox + "__" + tool.server + "__" + tool.tool));
  text.append(",\"description\":")
      .append(jsonrpc::quoted("[" + tool.toolbox + "/" + tool.server + "] " + (description ? *description : "")));
  const std::string rest = members_without(json, definition, [](std::string_view key) {
    return key == "name" || key == "description" || key == "_meta" || key == "execution";
  });
  if (!rest.empty()) text.append(",").append(rest);
  text.append(",\"_meta\":{\"source_server\":").append(jsonrpc::quoted(tool.server));
  text.append(",\"toolbox_name\":").append(jsonrpc::quoted(tool.toolbox));
  text.append(",\"original_name\":").append(jsonrpc::quoted(tool.tool));
  const std::string own = members_without(json, found[1], [](std::string_view key) {
    return key == "source_server" || key == "toolbox_name" || key == "original_name";
  });
  if (!own.empty()) text.append(",").append(own);
  return text.append("}}");
}

}  // namespace workbench
