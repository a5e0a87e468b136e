#include "gateway/requests/tasks/tasks.hpp"

#include <optional>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "gateway/requests/required_scopes.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::gateway {
namespace {

PeerError refusal(int code, std::string text) {
  return {jsonrpc::error_object(code, text), std::move(text)};
}

Error task_not_found(std::string_view method) {
  return {ErrorKind::not_found, std::string(method) + ": Task not found"};
}

}  // namespace

// A modern client says with each request that it can do tasks, a legacy one says so by asking for one; see
// ask_for().
bool Tasks::agree(const detail::ClientRequest& call, const servers::Server& server) {
  const CallerIdentity& client = call.identity();
  if (!client.is_modern || !protocol::has_tasks_extension(client.capabilities)) return false;
  return server.catalog().has_tasks_extension();
}

bool Tasks::expect(const ToolIdentifier& tool, servers::ServerLease server, detail::ClientRequest& call,
                   std::shared_ptr<const std::uint64_t> progress_id) {
  auto place = table_.reserve(principal_);
  if (place == nullptr) return false;
  Json token;
  if (call.wants_progress()) {
    const Json wanted = json::member(call.meta(), "progressToken");
    token = Json(std::string(wanted.text()));  // a copy, because the request does not live as long as the task
  }
  call.on_result([self = self_.handle(), server = std::move(server), tool, token = std::move(token),
                  progress_id = std::move(progress_id), place = std::move(place)](Json& result) {
    Tasks* const tasks = self.get();
    const bool is_modern = progress_id == nullptr;
    const Json created = protocol::created_task(result, is_modern);
    if (tasks == nullptr || created.is_absent()) return;
    const auto task = protocol::read_task(created);
    if (!task || task->id.size() > TaskTable::kMaxServerId) return;
    const std::string id = tasks->table_.add({.principal = tasks->principal_,
                                              .workspace = tasks,
                                              .tool = tool,
                                              .server_id = task->id,
                                              .latest = created,
                                              .is_modern = is_modern,
                                              .progress_token = token,
                                              .progress_id = is_modern ? 0 : *progress_id,
                                              .process = server->status().process_id()});
    result = protocol::with_task_id(result, id);
  });
  return true;
}

// "If execution.taskSupport is not present or "forbidden", clients MUST NOT attempt to invoke the tool as a task.
// Servers SHOULD return a -32601 error" ("basic/utilities/tasks", Tool-Level Negotiation).
std::optional<PeerError> Tasks::ask_for(RoutedRequest& call) {
  const servers::ServerLease& server = *call.server;
  if (server->catalog().task_support_of(call.target.tool) == protocol::TaskSupport::forbidden) {
    return cannot_be_a_task(call.target);
  }
  call.progress_id = std::make_shared<std::uint64_t>(0);
  if (expect(call.target, server, *call.request, call.progress_id)) return std::nullopt;
  return refusal(jsonrpc::kInternalError, "tools/call: there are " + std::to_string(TaskTable::kMaxTasks) +
                                              " tasks that have not ended, the most that are possible; wait for one or "
                                              "cancel it");
}

PeerError Tasks::cannot_be_a_task(const ToolIdentifier& tool) {
  return refusal(jsonrpc::kMethodNotFound, "tools/call: the tool '" + tool.tool + "' cannot be called as a task");
}

// --- requests about tasks --------------------------------------------------------------------------------------------

std::optional<RoutedRequest> Tasks::route(std::string_view method, const Json& params, detail::OwnedRequest request) {
  const Json named = json::member(params, "taskId");
  if (named.kind() != JsonKind::string) {
    request->fail({ErrorKind::invalid_argument, std::string(method) + ": params.taskId must be a string"});
    return std::nullopt;
  }
  std::string id = json::characters(named);
  const TaskTable::Entry* const entry = table_.find(id, principal_);
  if (entry == nullptr || entry->is_modern != request->identity().is_modern) {
    request->fail(task_not_found(method));
    return std::nullopt;
  }
  return RoutedRequest{.request = std::move(request),
                       .method = std::string(method),
                       .target = entry->tool,
                       .server_choice = ServerChoice::by_task,
                       .name = std::move(id),
                       .takes_tasks = entry->is_modern};
}

// The task may have been forgotten while a middleware held the request.
bool Tasks::find_server(RoutedRequest& routed) const {
  const auto refuse = [&](const std::string& reason) {
    routed.request->fail({ErrorKind::not_found, routed.method + ": " + reason});
    return false;
  };
  const TaskTable::Entry* const entry = table_.find(routed.name, principal_);
  if (entry == nullptr) return refuse("Task not found");
  const ToolboxSet& toolboxes = entry->workspace->toolboxes_;
  servers::Server* const server = toolboxes.find_server(entry->tool.toolbox, entry->tool.server);
  if (server == nullptr) return refuse("the server of this task is no longer configured");
  if (entry->process && server->status().process_id() != entry->process) {
    table_.end(routed.name);
    return refuse("the server has ended since, and this task with it");
  }
  routed.members = "\"taskId\":" + json::quoted(entry->server_id);
  routed.server.emplace(server->lease());
  return true;
}

void Tasks::exchange_ids(const RoutedRequest& routed) {
  const std::string& method = routed.method;
  const bool is_task = method == "tasks/get" || (method == "tasks/cancel" && !routed.takes_tasks);
  routed.request->on_result([self = self_.handle(), id = routed.name, is_task](Json& result) {
    Tasks* const tasks = self.get();
    if (tasks == nullptr) return;
    result = is_task ? tasks->table_.update(id, result) : protocol::with_related_id(result, id);
  });
  if (method != "tasks/get") return;
  routed.request->on_answer([self = self_.handle(), id = routed.name](const ToolOutcome& outcome) {
    Tasks* const tasks = self.get();
    const auto* const error = std::get_if<PeerError>(&outcome.response);
    if (tasks != nullptr && error != nullptr && protocol::is_unknown_task(*error)) tasks->table_.end(id);
  });
}

// In one page: there are never more than kMaxTasks.
void Tasks::answer_list(detail::ClientRequest& request) const {
  const auto may_see = [&](const TaskTable::Entry& entry) {
    return !refuse_without_scopes(entry.workspace->toolboxes_, entry.tool, request.scopes().get());
  };
  JsonWriter list;
  list.object().key("tasks").array();
  for (const Json& task : table_.list(principal_, this, may_see)) list.value(task);
  list.end().end();
  request.result(std::move(list).json());
}

// --- what servers send
// ------------------------------------------------------------------------------------------------

// "All requests, notifications, and responses related to a task MUST include the io.modelcontextprotocol/related-task
// key in their _meta field" ("basic/utilities/tasks", Associating Task-Related Messages).
void Tasks::relate(const servers::Server& server, servers::InputRequested& requested) {
  const std::string server_id = protocol::related_task(requested.input_request.params);
  if (server_id.empty()) return;
  const auto id = find_id(server, server_id);
  Json& params = requested.input_request.params;
  params = id ? protocol::with_related_id(params, *id) : protocol::without_related_task(params);
  requested.respond = [respond = std::move(requested.respond), server_id](InputResponse response) mutable {
    if (auto* const result = std::get_if<Json>(&response); result != nullptr && result->kind() == JsonKind::object) {
      *result = protocol::with_related_task(*result, server_id);
    }
    respond(std::move(response));
  };
}

Json Tasks::status_for_clients(const servers::Server& server, const Json& params) {
  const auto id = find_id(server, json::characters(json::member(params, "taskId")));
  return id ? table_.update(*id, params) : Json();
}

// "The progressToken provided in the initial request remains valid throughout the task lifetime"
// ("basic/utilities/tasks", Task Progress Notifications).
Json Tasks::progress_for_client(const servers::Server& server, const servers::ProgressReported& progressed) {
  const auto id = table_.find_progressing(this, {server.toolbox(), server.name(), {}}, server.status().process_id(),
                                          progressed.request);
  const TaskTable::Entry* const entry = id ? table_.find(*id, principal_) : nullptr;
  if (entry == nullptr || entry->progress_token.is_absent()) return {};
  JsonWriter params;
  params.object().member("progressToken", entry->progress_token);
  params.raw_items(
      json::members_without(progressed.params, [](std::string_view key) { return key == "progressToken"; }));
  const Json with_token = std::move(params.end()).json();
  const bool names_task = !protocol::related_task(with_token).empty();
  return names_task ? protocol::with_related_id(with_token, *id) : with_token;
}

std::optional<std::string> Tasks::find_id(const servers::Server& server, const std::string& server_id) {
  return table_.find_id(this, {server.toolbox(), server.name(), {}}, server.status().process_id(), server_id);
}

}  // namespace workbench::gateway
