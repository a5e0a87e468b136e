#include "gateway/exposure/content_exposure.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <workbench/json_writer.hpp>

#include "gateway/exposure/server_instructions.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "protocol/compat/errors.hpp"
#include "protocol/request_metadata.hpp"
#include "servers/current_lists.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListKind;

constexpr std::array kContent{ListKind::prompts, ListKind::resources, ListKind::resource_templates};

/// `"name":value`, then the members of params that pass unchanged: all but those that are rewritten for the
/// server, and `name`.
std::string renamed(std::string_view name, std::string_view value, const Json& params) {
  std::string head = json::quoted(name) + ":" + std::string(value);
  const std::string rest = json::members_without(
      params, [&](std::string_view key) { return key == name || protocol::is_written_for_server(key); });
  if (!rest.empty()) head.append(",").append(rest);
  return head;
}

/// Refuses a `resources/read`. A resource that does not exist has an error of its own.
void refuse_resource(std::string_view uri, const Error& why, detail::ClientRequest& request) {
  if (why.kind != ErrorKind::not_found) return request.fail(why);
  request.error(protocol::resource_not_found(uri, why.message));
}

/// The answer to a request for what no server is known to have.
std::string unknown(std::string_view method, const Json& params) {
  const std::string place = std::string(method) + ": ";
  if (method == "prompts/get") return place + "Unknown prompt: " + json::member_characters(params, "name");
  if (method == "resources/read") return place + "Resource not found: " + json::member_characters(params, "uri");
  if (method == "completion/complete") return place + "no server has the target of `ref`";
  return place + "there is nothing of this kind here";
}

}  // namespace

ContentExposure::ContentExposure(const ExposureParts& parts, NativeServers::Learning learning,
                                 MoveOnlyFunction<void(ListKind)> changed)
    : parts_(parts),
      learning_(learning),
      servers_(parts.toolboxes.all(), NativeServers::Of::toolboxes_with_content, learning),
      catalog_(servers_),
      lookup_(servers_, catalog_, parts_.resource_links),
      subscriptions_(parts_.toolboxes, servers_, lookup_),
      changed_(std::move(changed)) {}

ContentExposure::Kinds ContentExposure::recalled_kinds() {
  recall();
  Kinds kinds;
  servers_.for_each([&](const Toolbox&, const servers::Server& server) {
    const servers::Catalog& catalog = server.catalog();
    const bool may_have_all = !catalog.is_known();
    kinds.prompts |= may_have_all || catalog.has_capability("prompts");
    kinds.resources |= may_have_all || catalog.has_capability("resources");
    kinds.subscriptions |= may_have_all || catalog.has_capability("resources", "subscribe");
    kinds.completions |= may_have_all || catalog.has_capability("completions");
  });
  return kinds;
}

// --- lists -----------------------------------------------------------------------------------------------------------

void ContentExposure::list(ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  const UntilCancelled waiting(caller, std::move(listed));
  if (!starts_servers(caller)) {
    recall();
    return answer_when_current(kind, waiting);
  }
  starts_servers_ = true;
  const bool lists_again = parts_.toolboxes.profile_of(caller.identity().client_info).handles_list_changed;
  awaited_.insert(kind);
  servers_.learn(Toolbox::Retry::all, Toolbox::Wanted::catalogs, [this, kind, lists_again, waiting] {
    awaited_.erase(awaited_.find(kind));
    subscriptions_.update();
    if (lists_again) return answer_when_current(kind, waiting);
    late_servers_.wait(servers_, [this, kind, waiting] { answer_when_current(kind, waiting); });
  });
}

// If this has been destroyed meanwhile, its clients have disconnected before, which has cancelled the request.
void ContentExposure::answer_when_current(ListKind kind, const WaitingList& waiting) {
  std::vector<servers::Server*> all;
  servers_.for_each([&](const Toolbox&, servers::Server& server) { all.push_back(&server); });
  servers::when_current(all, kind, [this, kind, waiting] {
    auto waited = waiting.extract();
    if (!waited) return;
    shown_.insert(kind);
    (*waited)(catalog_.list(kind));
  });
}

/// Reads what is known from earlier runs. Clients that have not asked for a list yet are not notified of it.
void ContentExposure::recall() {
  is_recalling_ = true;
  servers_.recall();
  is_recalling_ = false;
}

bool ContentExposure::starts_servers(const Caller& caller) const {
  if (lists_all() || caller.identity().is_modern) return true;
  const ClientProfile& client = parts_.toolboxes.profile_of(caller.identity().client_info);
  return client.is_one_shot || !client.handles_list_changed;
}

// A shared server lists content also for workspaces that do not show it. A client that has not asked for a list yet
// need not be notified of its contents.
void ContentExposure::handle_list_change(const servers::Server& server, ListKind kind, bool is_first) {
  if (!servers_.any([&](const servers::Server& shown) { return &shown == &server; })) return;
  const bool is_different = catalog_.refresh(kind);
  if (kind != ListKind::prompts) subscriptions_.update();
  if (!is_different) return;
  const bool will_be_listed = is_recalling_ || lists_all() || awaited_.count(kind) > 0;
  if (!is_first || shown_.count(kind) > 0 || !will_be_listed) notify_changed(kind);
}

void ContentExposure::handle_changed_servers() {
  recall();
  const bool may_have_more = starts_servers_ && !servers_.is_all_known();
  for (const ListKind kind : kContent) {
    const bool is_different = catalog_.refresh(kind);
    const bool is_shown = shown_.count(kind) > 0;
    if ((is_different && (is_shown || !lists_all())) || (is_shown && may_have_more)) notify_changed(kind);
  }
  subscriptions_.handle_changed_servers();
}

/// There is one notification for resources and their templates.
void ContentExposure::notify_changed(ListKind kind) {
  changed_(kind == ListKind::resource_templates ? ListKind::resources : kind);
}

// --- requests --------------------------------------------------------------------------------------------------------

void ContentExposure::forward(std::string_view method, const Json& params, clients::OwnedRequest request) {
  if (method == "resources/read") {
    const std::string uri = json::member_characters(params, "uri");
    auto kept = parts_.result_limits.read_resource(uri, request->scopes().get());
    if (!kept) return refuse_resource(uri, kept.error(), *request);
    if (!kept->is_absent()) return request->result(*std::move(kept));
    if (lists_all() && is_instructions_uri(uri)) return answer_instructions(uri, *request);
  }
  const auto route_now = [&] {
    return route(method, params, servers_.is_all_known() ? Known::all : Known::listed, request);
  };
  if (route_now()) return;
  if (is_empty()) return refuse(method, params, *request);
  recall();
  if (route_now()) return;
  route_when_known(Toolbox::Wanted::catalogs, std::string(method), {std::move(request), params});
}

void ContentExposure::answer_instructions(std::string_view uri, detail::ClientRequest& request) const {
  auto contents = read_instructions(uri, parts_.toolboxes.all());
  if (!contents) return refuse_resource(uri, contents.error(), request);
  request.result(*std::move(contents));
}

/// Learns from all servers what is wanted, then routes the request. If no earlier run is known to have it, a new run
/// may: only then all servers are started for it.
void ContentExposure::route_when_known(Toolbox::Wanted wanted, std::string method, WaitingRequest request) {
  Caller& caller = *request.request;
  const UntilCancelled waiting(caller, std::move(request));
  servers_.learn(Toolbox::Retry::when_due, wanted, [this, wanted, waiting, method = std::move(method)] {
    subscriptions_.update();
    std::optional<WaitingRequest> waited = waiting.extract();
    if (!waited || route(method, waited->params, Known::all, waited->request)) return;
    if (wanted == Toolbox::Wanted::catalogs) {
      return route_when_known(Toolbox::Wanted::runs, method, *std::move(waited));
    }
    refuse(method, waited->params, *waited->request);
  });
}

void ContentExposure::refuse(std::string_view method, const Json& params, detail::ClientRequest& request) const {
  std::string text = unknown(method, params);
  text += withheld_words_of(method, params);
  const std::string missing = servers_.missing("; ");
  if (!missing.empty()) text.append("; ").append(missing);
  Error refusal{ErrorKind::not_found, std::move(text)};
  if (method != "resources/read") return request.fail(refusal);
  refuse_resource(json::member_characters(params, "uri"), refusal, request);
}

/// Why a review withholds what the request names; empty: none does.
std::string ContentExposure::withheld_words_of(std::string_view method, const Json& params) const {
  const Json named = method == "completion/complete" ? json::member(params, "ref") : params;
  if (method == "resources/read") return servers_.withheld(ListKind::resources, json::member_characters(named, "uri"));
  if (method != "prompts/get" && !is_prompt_reference(named)) {
    return servers_.withheld(ListKind::resource_templates, json::member_characters(named, "uri"));
  }
  return servers_.withheld(ListKind::prompts, json::member_characters(named, "name"));
}

bool ContentExposure::route(std::string_view method, const Json& params, Known known, clients::OwnedRequest& request) {
  if (method == "prompts/get") return get_prompt(params, request);
  if (method == "resources/read") return read_resource(params, known, request);
  return method == "completion/complete" && complete(params, known, request);
}

bool ContentExposure::get_prompt(const Json& params, clients::OwnedRequest& request) {
  const auto source = lookup_.find_prompt(json::member_characters(params, "name"));
  if (!source) return false;
  send(*source, "prompts/get", renamed("name", json::quoted(source->identifier.tool), params), std::move(request));
  return true;
}

bool ContentExposure::read_resource(const Json& params, Known known, clients::OwnedRequest& request) {
  const std::string uri = json::member_characters(params, "uri");
  const auto source = lookup_.find_resource(uri, known);
  if (!source) return false;
  send(*source, "resources/read", renamed("uri", json::quoted(uri), params), std::move(request));
  return true;
}

bool ContentExposure::complete(const Json& params, Known known, clients::OwnedRequest& request) {
  const Json reference = json::member(params, "ref");
  const auto source = lookup_.find_reference(reference, known);
  if (!source) return false;
  const std::string member = is_prompt_reference(reference) ? "name" : "uri";
  JsonWriter own_reference;
  own_reference.object().raw_items(renamed(member, json::quoted(source->identifier.tool), reference)).end();
  send(*source, "completion/complete", renamed("ref", own_reference.text(), params), std::move(request));
  return true;
}

void ContentExposure::send(const ListedSource& source, std::string_view method, std::string members,
                           clients::OwnedRequest request) {
  const ToolIdentifier& named = source.identifier;
  parts_.pipeline.send(
      request_to_server(method, {named.toolbox, named.server, named.tool}, std::move(members), std::move(request)));
}

}  // namespace workbench::gateway
