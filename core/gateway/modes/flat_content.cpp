#include "gateway/modes/flat_content.hpp"

#include <map>
#include <utility>

#include <workbench/json_writer.hpp>

#include "gateway/forwarded_request.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListKind;

/// `"name":value`, then the members of params that go on as they came: all but those that are written anew for the
/// server, and `name`.
std::string renamed(std::string_view name, std::string_view value, const Json& params) {
  std::string head = json::quoted(name) + ":" + std::string(value);
  const std::string rest = json::members_without(params, [&](std::string_view key) {
    return key == name || key == "_meta" || key == "inputResponses" || key == "requestState";
  });
  if (!rest.empty()) head.append(",").append(rest);
  return head;
}

std::string text_of(const Json& params, std::string_view member) {
  return json::characters(json::member(params, member));
}

bool is_prompt_reference(const Json& reference) {
  return text_of(reference, "type") == "ref/prompt";
}

}  // namespace

FlatContent::~FlatContent() {
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) {
      if (server->is_shared()) server->watch_resources(this, {});
    }
  }
}

bool FlatContent::forward(std::string_view method, const Json& params, Known known, clients::OwnedRequest& request) {
  if (method == "prompts/get") return get_prompt(params, request);
  if (method == "resources/read") return read_resource(params, known, request);
  return method == "completion/complete" && complete(params, known, request);
}

bool FlatContent::get_prompt(const Json& params, clients::OwnedRequest& request) {
  const auto source = catalog_.find(ListKind::prompts, text_of(params, "name"));
  if (!source) return false;
  ForwardedRequest::send(*source->server,
                         {"prompts/get", renamed("name", json::quoted(source->identifier.tool), params)},
                         std::move(request));
  return true;
}

bool FlatContent::read_resource(const Json& params, Known known, clients::OwnedRequest& request) {
  const std::string uri = text_of(params, "uri");
  const auto source = find_resource(uri, known);
  if (!source) return false;
  ForwardedRequest::send(*source->server, {"resources/read", renamed("uri", json::quoted(uri), params)},
                         std::move(request));
  return true;
}

bool FlatContent::complete(const Json& params, Known known, clients::OwnedRequest& request) {
  const Json reference = json::member(params, "ref");
  const auto source = find_reference(reference, known);
  if (!source) return false;
  const std::string member = is_prompt_reference(reference) ? "name" : "uri";
  JsonWriter own_reference;
  own_reference.object().raw_items(renamed(member, json::quoted(source->identifier.tool), reference)).end();
  ForwardedRequest::send(*source->server, {"completion/complete", renamed("ref", own_reference.text(), params)},
                         std::move(request));
  return true;
}

std::optional<FlatSource> FlatContent::find_resource(const std::string& uri, Known known) {
  return known == Known::all ? catalog_.find_resource(uri) : catalog_.find_listed_resource(uri);
}

/// The server that has what a completion is about, a prompt or a resource template, and its own name for it.
std::optional<FlatSource> FlatContent::find_reference(const Json& reference, Known known) {
  if (is_prompt_reference(reference)) return catalog_.find(ListKind::prompts, text_of(reference, "name"));
  const std::string uri = text_of(reference, "uri");
  if (auto source = catalog_.find(ListKind::resource_templates, uri)) return source;
  return find_resource(uri, known);
}

void FlatContent::update_watched() {
  std::map<servers::Server*, std::set<std::string>> by_server;
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) by_server[server.get()];
  }
  for (const std::string& uri : watched_) {
    if (const auto source = catalog_.find_resource(uri)) by_server[source->server].insert(uri);
  }
  for (auto& [server, uris] : by_server) {
    const bool is_watched = !uris.empty();
    server->watch_resources(this, std::move(uris));
    if (is_watched && server->is_remembered()) server->when_ready([](const Result<servers::ServerRun*>&) {});
  }
}

}  // namespace workbench::gateway
