#include "gateway/requests/tasks/tasks.hpp"

#include <optional>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "gateway/requests/forwarded_request.hpp"
#include "gateway/requests/toolboxes.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

/// The members of the params of a request about a task.
std::string members_for(const std::string& server_id) {
  return "\"taskId\":" + json::quoted(server_id);
}

}  // namespace

// A modern client says with each request that it can do tasks, a legacy one says so by asking for one; see
// ServerRequest.
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
                                              .process = server->process_id()});
    result = protocol::with_task_id(result, id);
  });
  return true;
}

void Tasks::forward(std::string_view method, const Json& params, detail::OwnedRequest request) {
  if (method == "tasks/list") return answer_list(*request);
  const auto refuse = [&](ErrorKind kind, const std::string& reason) {
    request->fail({kind, std::string(method) + ": " + reason});
  };
  const Json named = json::member(params, "taskId");
  if (named.kind() != JsonKind::string) return refuse(ErrorKind::invalid_argument, "params.taskId must be a string");
  const std::string id = json::characters(named);
  const TaskTable::Entry* const entry = table_.find(id, principal_);
  if (entry == nullptr || entry->is_modern != request->identity().is_modern) {
    return refuse(ErrorKind::not_found, "Task not found");
  }
  Toolboxes& toolboxes = entry->workspace->toolboxes_;
  servers::Server* const server = toolboxes.find_server(entry->tool.toolbox, entry->tool.server);
  if (server == nullptr) return refuse(ErrorKind::not_found, "the server of this task is no longer configured");
  if (const auto refusal = toolboxes.refuse_without_scopes(entry->tool, request->scopes().get())) {
    return request->fail(*refusal);
  }
  if (entry->process && server->process_id() != entry->process) {
    table_.end(id);
    return refuse(ErrorKind::not_found, "the server has ended since, and this task with it");
  }
  const bool is_task = method == "tasks/get" || (method == "tasks/cancel" && !entry->is_modern);
  request->on_result([self = self_.handle(), id, is_task](Json& result) {
    Tasks* const tasks = self.get();
    if (tasks == nullptr) return;
    result = is_task ? tasks->table_.update(id, result) : protocol::with_related_id(result, id);
  });
  if (method == "tasks/get") {
    request->on_answer([self = self_.handle(), id](const ToolOutcome& outcome) {
      Tasks* const tasks = self.get();
      const auto* const error = std::get_if<PeerError>(&outcome.response);
      if (tasks != nullptr && error != nullptr && protocol::is_unknown_task(*error)) tasks->table_.end(id);
    });
  }
  if (method == "tasks/result") toolboxes.watch_result(*request, entry->tool, *server);
  ServerRequest what{std::string(method), members_for(entry->server_id)};
  what.takes_tasks = entry->is_modern;
  ForwardedRequest::send(server->lease(), std::move(what), std::move(request));
}

// In one page: there are never more than kMaxTasks.
void Tasks::answer_list(detail::ClientRequest& request) const {
  const auto may_see = [&](const TaskTable::Entry& entry) {
    return !entry.workspace->toolboxes_.refuse_without_scopes(entry.tool, request.scopes().get());
  };
  JsonWriter list;
  list.object().key("tasks").array();
  for (const Json& task : table_.list(principal_, this, may_see)) list.value(task);
  list.end().end();
  request.result(std::move(list).json());
}

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
Json Tasks::progress_for_client(const servers::Server& server, const servers::TaskProgressed& progressed) {
  const auto id =
      table_.find_progressing(this, {server.toolbox(), server.name(), {}}, server.process_id(), progressed.request);
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
  return table_.find_id(this, {server.toolbox(), server.name(), {}}, server.process_id(), server_id);
}

}  // namespace workbench::gateway
