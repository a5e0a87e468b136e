#include "gateway/modes/flat_mode.hpp"

#include <array>
#include <map>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "gateway/forwarded_request.hpp"
#include "gateway/tool_errors.hpp"
#include "gateway/until_cancelled.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "protocol/compat/input_required.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListKind;

/// The members of params that go on as they came, after `head`: all but those that are written anew, and what belongs
/// to a repetition, which is joined on later.
std::string with_the_rest(std::string head, const Json& params, std::string_view written_anew) {
  const std::string rest = json::members_without(params, [&](std::string_view key) {
    return key == written_anew || key == "_meta" || protocol::is_of_repetition(key);
  });
  if (!rest.empty()) head.append(",").append(rest);
  return head;
}

std::string text_of(const Json& params, std::string_view member) {
  return json::characters(json::member(params, member));
}

/// HTTP clients mirror arguments in headers where the tool's definition wants it; see Connection::agrees_with().
Result<void> agrees_with_its_transport(const clients::Request& request, const FlatSource& source,
                                       const Json& arguments) {
  const Tool* tool = source.server->catalog().find_tool(source.identifier.tool);
  if (tool == nullptr || tool->definition.text().find("x-mcp-header") == std::string_view::npos) return {};
  return request.agrees_with(tool->definition, arguments);
}

/// What no server is known to have, in the words of the answer.
std::string unknown(const std::string& method, const Json& params) {
  if (method == "tools/call") return method + ": Unknown tool: " + text_of(params, "name");
  if (method == "prompts/get") return method + ": Unknown prompt: " + text_of(params, "name");
  if (method == "resources/read") return method + ": Resource not found: " + text_of(params, "uri");
  if (method == "completion/complete") return method + ": no server has what `ref` names";
  return method + ": there is nothing of this kind here";
}

/// Long enough for the reasons of some servers; the log has them all.
constexpr std::size_t kMaxAnswerOnMissingServers = 2000;

/// A request for something that no server is known to have yet.
struct WaitingRequest {
  clients::OwnedRequest request;
  Json params;
};

}  // namespace

FlatMode::FlatMode(Toolboxes& bench, Host& host) : Mode(bench, host), catalog_(bench.all_toolboxes(), host.json()) {}

FlatMode::~FlatMode() {
  for (const auto& toolbox : bench().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) {
      if (server->is_shared()) server->watch_resources(this, {});
    }
  }
}

std::string FlatMode::instructions(const ClientInfo&) const {
  return "MCP Workbench offers the tools, prompts and resources of several MCP servers as if they were one server's.";
}

// Known before any server is: what a server does not have is an empty list.
Json FlatMode::capabilities(protocol::Revision revision) const {
  std::string text = R"({"logging":{},"prompts":{"listChanged":true},)"
                     R"("resources":{"subscribe":true,"listChanged":true},"tools":{"listChanged":true})";
  if (protocol::has_completions(revision)) text.append(R"(,"completions":{})");
  return Json(text + "}");
}

void FlatMode::list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  bench().open_all(Toolbox::Retry::all, [this, kind, client = caller.identity().client_info,
                                         listed = std::move(listed)]() mutable { answer_list(kind, client, listed); });
}

void FlatMode::answer_list(protocol::ListKind kind, const ClientInfo& client,
                           MoveOnlyFunction<void(Result<Json>)>& listed) {
  pass_watched_on();
  shown_.insert(kind);
  const Json list = catalog_.list(kind);
  if (kind != protocol::ListKind::tools) return listed(list);
  const std::string& own = meta_definitions(client);
  const std::string_view elements = list.text().substr(1, list.text().size() - 2);
  if (elements.empty() && own.empty() && has_failed_altogether()) {
    return listed(Error{ErrorKind::unavailable, missing_servers("\n")});
  }
  notify_failures();
  watch_starts();
  listed(own.empty() ? list : joined(own, elements));
}

/// What fails after the list was answered is reported when it does.
void FlatMode::watch_starts() {
  for (const auto& toolbox : bench().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) {
      if (!server->is_starting() || !watched_starts_.insert(server.get()).second) continue;
      toolbox->when_settled(*server, [this, server = server.get()](const Result<void>& settled) {
        watched_starts_.erase(server);
        if (!settled && settled.error().kind != ErrorKind::cancelled) notify_failures();
      });
    }
  }
}

bool FlatMode::has_failed_altogether() const {
  bool has_servers = false;
  for (const auto& toolbox : bench().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) {
      has_servers = true;
      if (!server->failure()) return false;
    }
  }
  return has_servers;
}

/// Which servers could not be reached, and why, and which are still starting; empty: none.
std::string FlatMode::missing_servers(std::string_view separator) const {
  std::string text;
  const auto append = [&](const std::string& sentence) {
    if (!text.empty()) text.append(separator);
    text.append(sentence);
  };
  for (const auto& toolbox : bench().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) {
      if (server->failure()) append(connection_failure(toolbox->name(), server->name(), *server->failure()));
      if (server->is_starting()) {
        append("server '" + server->name() + "' in toolbox '" + toolbox->name() + "' is still starting");
      }
    }
  }
  return base::shortened(text, kMaxAnswerOnMissingServers);
}

/// A list cannot say what is missing in it; a session can be told beside it, once of each failure.
void FlatMode::notify_failures() {
  for (const auto& toolbox : bench().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) {
      if (!server->failure()) {
        notified_failures_.erase(server.get());
        continue;
      }
      const std::string failure = connection_failure(toolbox->name(), server->name(), *server->failure());
      if (std::exchange(notified_failures_[server.get()], failure) == failure) continue;
      tell(Json("{\"level\":\"warning\",\"logger\":" + json::quoted(toolbox->name() + "/" + server->name()) +
                ",\"data\":" + json::quoted(failure) + "}"));
    }
  }
}

void FlatMode::forward(std::string_view method, const Json& params, clients::OwnedRequest request) {
  const std::string wanted(method);
  if (route(wanted, params, bench().is_all_open() ? Known::all : Known::listed, request)) return;
  Caller& caller = *request;
  const UntilCancelled waiting(caller, WaitingRequest{std::move(request), params});
  bench().open_all(Toolbox::Retry::when_due, [this, waiting, wanted] {
    pass_watched_on();
    std::optional<WaitingRequest> waited = waiting.take();
    if (!waited || route(wanted, waited->params, Known::all, waited->request)) return;
    std::string text = unknown(wanted, waited->params);
    const std::string missing = missing_servers("; ");
    if (!missing.empty()) text.append("; ").append(missing);
    waited->request->fail({ErrorKind::not_found, std::move(text)});
  });
}

bool FlatMode::route(const std::string& method, const Json& params, Known known, clients::OwnedRequest& request) {
  if (method == "tools/call") return call_tool(params, request);
  if (method == "prompts/get") return get_prompt(params, request);
  if (method == "resources/read") return read_resource(params, known, request);
  return method == "completion/complete" && complete(params, known, request);
}

bool FlatMode::call_tool(const Json& params, clients::OwnedRequest& request) {
  constexpr std::array<std::string_view, 2> kNames{"name", "arguments"};
  std::array<Json, 2> found;
  static_cast<void>(host().json().pick(params, kNames, found));
  const auto name = host().json().characters(found[0]);
  const auto source = catalog_.find(protocol::ListKind::tools, name ? *name : std::string());
  if (!source) return false;
  if (const auto agreed = agrees_with_its_transport(*request, *source, found[1]); !agreed) {
    request->fail_mismatch(agreed.error().within("tools/call"));
    return true;
  }
  ServerRequest what = tool_call_for(source->identifier, found[1], false);
  ForwardedRequest::send(*source->server, std::move(what), std::move(request));
  return true;
}

bool FlatMode::get_prompt(const Json& params, clients::OwnedRequest& request) {
  const std::string name = text_of(params, "name");
  const auto source = catalog_.find(protocol::ListKind::prompts, name);
  if (!source) return false;
  const std::string head = "\"name\":" + json::quoted(source->identifier.tool);
  ForwardedRequest::send(*source->server, {"prompts/get", with_the_rest(head, params, "name"), {}}, std::move(request));
  return true;
}

bool FlatMode::read_resource(const Json& params, Known known, clients::OwnedRequest& request) {
  const std::string uri = text_of(params, "uri");
  const auto source = find_resource(uri, known);
  if (!source) return false;
  const std::string head = "\"uri\":" + json::quoted(uri);
  ForwardedRequest::send(*source->server, {"resources/read", with_the_rest(head, params, "uri"), {}},
                         std::move(request));
  return true;
}

bool FlatMode::complete(const Json& params, Known known, clients::OwnedRequest& request) {
  std::array<Json, 1> found;
  constexpr std::array<std::string_view, 1> kReference{"ref"};
  static_cast<void>(host().json().pick(params, kReference, found));
  std::string reference;
  const auto source = find_reference(found[0], known, reference);
  if (!source) return false;
  ForwardedRequest::send(*source->server,
                         {"completion/complete", with_the_rest("\"ref\":" + reference, params, "ref"), {}},
                         std::move(request));
  return true;
}

std::optional<FlatSource> FlatMode::find_resource(const std::string& uri, Known known) {
  return known == Known::all ? catalog_.find_resource(uri) : catalog_.find_listed_resource(uri);
}

/// Who has what a completion is about; `own_reference` becomes the reference in the server's own words.
std::optional<FlatSource> FlatMode::find_reference(const Json& reference, Known known, std::string& own_reference) {
  const std::string type = text_of(reference, "type");
  const bool is_prompt = type == "ref/prompt";
  const std::string_view member = is_prompt ? "name" : "uri";
  const std::string name = text_of(reference, member);
  auto source = is_prompt ? catalog_.find(protocol::ListKind::prompts, name)
                          : catalog_.find(protocol::ListKind::resource_templates, name);
  if (!source && !is_prompt) source = find_resource(name, known);
  if (!source) return std::nullopt;
  own_reference =
      "{" +
      with_the_rest("\"" + std::string(member) + "\":" + json::quoted(is_prompt ? source->identifier.tool : name),
                    reference, member) +
      "}";
  return source;
}

void FlatMode::watch_resources(const std::set<std::string>& uris) {
  watched_ = uris;
  if (bench().is_all_open()) return pass_watched_on();
  if (!watched_.empty()) bench().open_all(Toolbox::Retry::when_due, [this] { pass_watched_on(); });
}

void FlatMode::pass_watched_on() {
  std::map<servers::Server*, std::set<std::string>> by_server;
  for (const auto& toolbox : bench().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) by_server[server.get()];
  }
  for (const std::string& uri : watched_) {
    if (const auto source = catalog_.find_resource(uri)) by_server[source->server].insert(uri);
  }
  for (auto& [server, uris] : by_server) server->watch_resources(this, std::move(uris));
}

// What servers bring when they start is news only to a client that has seen the list without it.
void FlatMode::handle_list_change(servers::Server&, protocol::ListKind kind, bool is_first) {
  catalog_.forget(kind);
  if (kind == protocol::ListKind::resources) pass_watched_on();
  if (!is_first || shown_.find(kind) != shown_.end()) notify_changed(kind);
}

}  // namespace workbench::gateway
