#include "gateway/modes/flat_mode.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"
#include "gateway/tool_lookup.hpp"
#include "json/lookup.hpp"
#include "protocol/compat/input_required.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListKind;

std::string text_of(const Json& params, std::string_view member) {
  return json::characters(json::member(params, member));
}

/// A client's transport may carry some of the arguments beside the message, too; see ArgumentCheck.
Result<void> agrees_with_its_transport(const clients::Request& request, const FlatSource& source,
                                       const Json& arguments) {
  const Tool* tool = source.server->catalog().find_tool(source.identifier.tool);
  if (tool == nullptr || tool->definition.text().find("x-mcp-header") == std::string_view::npos) return {};
  return request.check_arguments(tool->definition, arguments);
}

/// The answer to a request for what no server is known to have.
std::string unknown(std::string_view method, const Json& params) {
  const std::string place = std::string(method) + ": ";
  if (method == "tools/call") return place + "Unknown tool: " + text_of(params, "name");
  if (method == "prompts/get") return place + "Unknown prompt: " + text_of(params, "name");
  if (method == "resources/read") return place + "Resource not found: " + text_of(params, "uri");
  if (method == "completion/complete") return place + "no server has what `ref` names";
  return place + "there is nothing of this kind here";
}

/// Long enough for the reasons of some servers; the log has them all.
constexpr std::size_t kMaxMissingServersBytes = 2000;

}  // namespace

FlatMode::FlatMode(Toolboxes& toolboxes, Host& host)
    : Mode(toolboxes, host, MetaTools::Instructions::are_general),
      catalog_(toolboxes.all_toolboxes()),
      content_(catalog_, toolboxes.all_toolboxes()) {}

std::string FlatMode::instructions(const ClientInfo&) const {
  return "MCP Workbench offers the tools, prompts and resources of several MCP servers as if they were one server's.";
}

// Known before any server is started: what no server has is an empty list.
Json FlatMode::capabilities(protocol::Revision revision) const {
  JsonWriter writer(160);
  writer.object().key("logging").object().end();
  writer.key("prompts").object().member("listChanged", true).end();
  writer.key("resources").object().member("subscribe", true).member("listChanged", true).end();
  writer.key("tools").object().member("listChanged", true).end();
  if (protocol::has_completions(revision)) writer.key("completions").object().end();
  return std::move(writer.end()).json();
}

// --- lists -----------------------------------------------------------------------------------------------------------

void FlatMode::list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  const UntilCancelled waiting(caller, std::move(listed));
  toolboxes().open_all(Toolbox::Retry::all, Toolbox::Wanted::catalogs,
                       [this, kind, client = caller.identity().client_info, waiting] {
                         if (auto waited = waiting.extract()) answer_list(kind, client, *std::move(waited));
                       });
}

void FlatMode::answer_list(protocol::ListKind kind, const ClientInfo& client,
                           MoveOnlyFunction<void(Result<Json>)> listed) {
  content_.update_watched();
  shown_.insert(kind);
  const Json list = catalog_.list(kind);
  if (kind != protocol::ListKind::tools) return listed(list);
  const Json all = tool_list(client, list.text().substr(1, list.text().size() - 2));
  if (all.text() == "[]" && has_failed_altogether()) {
    return listed(Error{ErrorKind::unavailable, missing_servers("\n")});
  }
  log_failures();
  watch_starts();
  listed(all);
}

/// What fails after the list was answered is logged when it does.
void FlatMode::watch_starts() {
  for (const auto& toolbox : toolboxes().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) {
      if (!server->is_starting() || !watched_starts_.insert(server.get()).second) continue;
      toolbox->when_started(*server, [this, server = server.get()](const Result<void>& started) {
        watched_starts_.erase(server);
        if (!started && started.error().kind != ErrorKind::cancelled) log_failures();
      });
    }
  }
}

bool FlatMode::has_failed_altogether() const {
  bool has_servers = false;
  for (const auto& toolbox : toolboxes().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) {
      has_servers = true;
      if (!server->failure()) return false;
    }
  }
  return has_servers;
}

/// Which servers could not be reached, and why, and which are still starting; empty: there are none.
std::string FlatMode::missing_servers(std::string_view separator) const {
  std::string text;
  const auto append = [&](const std::string& sentence) {
    if (!text.empty()) text.append(separator);
    text.append(sentence);
  };
  for (const auto& toolbox : toolboxes().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) {
      if (server->failure()) append(connection_failure(toolbox->name(), server->name(), *server->failure()));
      if (server->is_starting()) {
        append("server '" + server->name() + "' in toolbox '" + toolbox->name() + "' is still starting");
      }
    }
  }
  return base::shortened(text, kMaxMissingServersBytes);
}

/// A list cannot say what is missing in it: a session gets a log message, one for each failure.
void FlatMode::log_failures() {
  for (const auto& toolbox : toolboxes().all_toolboxes()) {
    for (const auto& server : toolbox->servers()) {
      if (!server->failure()) {
        logged_failures_.erase(server.get());
        continue;
      }
      const std::string failure = connection_failure(toolbox->name(), server->name(), *server->failure());
      if (std::exchange(logged_failures_[server.get()], failure) == failure) continue;
      JsonWriter params;
      params.object().member("level", "warning").member("logger", toolbox->name() + "/" + server->name());
      send_log_message(std::move(params.member("data", failure).end()).json());
    }
  }
}

// --- requests --------------------------------------------------------------------------------------------------------

void FlatMode::forward(std::string_view method, const Json& params, clients::OwnedRequest request) {
  if (route(method, params, toolboxes().is_all_open() ? Known::all : Known::listed, request)) return;
  route_when_open(Toolbox::Wanted::catalogs, std::string(method), {std::move(request), params});
}

/// Opens all toolboxes for what is wanted, then routes the request. What nothing known from earlier runs has, a run may
/// have: only then all servers are started for it.
void FlatMode::route_when_open(Toolbox::Wanted wanted, std::string method, WaitingRequest request) {
  Caller& caller = *request.request;
  const UntilCancelled waiting(caller, std::move(request));
  toolboxes().open_all(Toolbox::Retry::when_due, wanted, [this, wanted, waiting, method = std::move(method)] {
    content_.update_watched();
    std::optional<WaitingRequest> waited = waiting.extract();
    if (!waited || route(method, waited->params, Known::all, waited->request)) return;
    if (wanted == Toolbox::Wanted::catalogs) {
      return route_when_open(Toolbox::Wanted::runs, method, *std::move(waited));
    }
    refuse(method, waited->params, std::move(waited->request));
  });
}

bool FlatMode::route(std::string_view method, const Json& params, Known known, clients::OwnedRequest& request) {
  return method == "tools/call" ? call_tool(params, request) : content_.forward(method, params, known, request);
}

bool FlatMode::call_tool(const Json& params, clients::OwnedRequest& request) {
  NativeCall call = read_native_call(params);
  const auto source = catalog_.find(ListKind::tools, call.name);
  if (!source) return false;
  ToolCallTarget target = source->server;
  if (const auto agreed = agrees_with_its_transport(*request, *source, call.arguments); !agreed) {
    // dispatch() keeps the request, but knows it by its base class.
    target = Refused{[&mismatched = *request, error = agreed.error().within("tools/call")](
                         const detail::OwnedRequest&) { mismatched.fail_mismatch(error); }};
  }
  toolboxes().dispatch({source->identifier, std::move(call.arguments), std::move(request), CallStyle::native},
                       std::move(target));
  return true;
}

void FlatMode::refuse(std::string_view method, const Json& params, clients::OwnedRequest request) {
  std::string text = unknown(method, params);
  const std::string missing = missing_servers("; ");
  if (!missing.empty()) text.append("; ").append(missing);
  const Error error{ErrorKind::not_found, std::move(text)};
  if (method != "tools/call") return request->fail(error);
  NativeCall call = read_native_call(params);
  toolboxes().dispatch(
      {{"", "", std::move(call.name)}, std::move(call.arguments), std::move(request), CallStyle::native},
      Refused{[error](const detail::OwnedRequest& refused) { refused->fail(error); }});
}

void FlatMode::watch_resources(const std::set<std::string>& uris) {
  content_.watch(uris);
  if (uris.empty() || toolboxes().is_all_open()) return content_.update_watched();
  toolboxes().open_all(Toolbox::Retry::when_due, Toolbox::Wanted::catalogs, [this] { content_.update_watched(); });
}

// A client that has not seen the list yet need not be notified of what servers add to it when they start.
void FlatMode::handle_list_change(servers::Server&, protocol::ListKind kind, bool is_first) {
  catalog_.forget(kind);
  if (kind == ListKind::resources) content_.update_watched();
  if (!is_first || shown_.find(kind) != shown_.end()) notify_changed(kind);
}

void FlatMode::handle_changed_servers() {
  for (const ListKind kind : protocol::kListKinds) catalog_.forget(kind);
  logged_failures_.clear();
  watched_starts_.clear();
  content_.update_watched();
  for (const ListKind kind : shown_) notify_changed(kind);
}

}  // namespace workbench::gateway
