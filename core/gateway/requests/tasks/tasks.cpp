#include "gateway/requests/tasks/tasks.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "gateway/requests/required_scopes.hpp"
#include "gateway/requests/tasks/fetch_state.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

Error task_not_found(std::string_view method) {
  return {ErrorKind::not_found, std::string(method) + ": Task not found"};
}

/// The response to the input request will name the task as its server does: "All requests, notifications, and responses
/// related to a task MUST include the io.modelcontextprotocol/related-task key in their _meta field"
/// ("basic/utilities/tasks", Associating Task-Related Messages).
void name_task_in_response(servers::InputRequested& requested, const std::string& server_id) {
  requested.respond = [respond = std::move(requested.respond), server_id](InputResponse response) mutable {
    if (auto* const result = std::get_if<Json>(&response); result != nullptr && result->kind() == JsonKind::object) {
      *result = protocol::with_related_task(*result, server_id);
    }
    respond(std::move(response));
  };
}

}  // namespace

// --- requests about tasks --------------------------------------------------------------------------------------------

std::optional<RoutedRequest> Tasks::route(std::string_view method, const Json& params, detail::OwnedRequest request) {
  const Json named = json::member(params, "taskId");
  if (named.kind() != JsonKind::string) {
    request->fail({ErrorKind::invalid_argument, std::string(method) + ": params.taskId must be a string"});
    return std::nullopt;
  }
  std::string id = json::characters(named);
  const TaskTable::Entry* const entry = table_.find(id, principal_);
  if (entry == nullptr) {
    request->fail(task_not_found(method));
    return std::nullopt;
  }
  return RoutedRequest{.request = std::move(request),
                       .method = std::string(method),
                       .target = entry->tool,
                       .server_choice = ServerChoice::by_task,
                       .name = std::move(id),
                       .output_schema = entry->output_schema,
                       .takes_tasks = entry->is_modern};
}

// The task may have been forgotten while a middleware held the request.
bool Tasks::find_server(RoutedRequest& routed) const {
  const TaskTable::Entry* const entry = table_.find(routed.name, principal_);
  if (entry == nullptr) {
    routed.request->fail(task_not_found(routed.method));
    return false;
  }
  if (!entry->settled.is_absent()) {
    answer_settled(routed, Json(entry->settled));
    return false;
  }
  const auto located = locate(routed.name, *entry);
  if (!located) {
    routed.request->fail(located.error().within(routed.method));
    return false;
  }
  routed.is_translated = entry->is_modern != routed.request->identity().is_modern;
  routed.members = "\"taskId\":" + json::quoted(entry->server_id);
  routed.server.emplace(located->server);
  return true;
}

Result<TaskAtServer> Tasks::locate(const std::string& id, const TaskTable::Entry& entry) const {
  servers::Server* const server = entry.workspace->toolboxes_.find_server(entry.tool.toolbox, entry.tool.server);
  if (server == nullptr) return Error{ErrorKind::not_found, "the server of this task is no longer configured"};
  if (entry.process && server->status().process_id() != entry.process) {
    table_.end(id);
    return Error{ErrorKind::not_found, "the server has ended since, and this task with it"};
  }
  return TaskAtServer{server->lease(), entry.server_id, entry.modern_meta};
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

// --- notifications of clients ----------------------------------------------------------------------------------------

std::unique_ptr<EventLoop::Subscription> Tasks::watch(const std::string& id, const Scopes* scopes,
                                                      TaskWatch::Notify notify) {
  const TaskTable::Entry* const entry = table_.find(id, principal_);
  if (entry == nullptr || refuse_without_scopes(entry->workspace->toolboxes_, entry->tool, scopes)) return nullptr;
  if (!entry->is_modern && entry->settled.is_absent()) {
    if (const auto located = locate(id, *entry)) await_end(table_, id, *located);
  }
  auto fetch_it = [this, id](MoveOnlyFunction<void(Response)> done) { fetch(id, std::move(done)); };
  return std::make_unique<TaskWatch>(table_, host_.loop(), id, std::move(fetch_it), std::move(notify));
}

void Tasks::fetch(const std::string& id, MoveOnlyFunction<void(Response)> done) {
  const TaskTable::Entry* const entry = table_.find(id, principal_);
  if (entry == nullptr) return done(task_not_found("tasks/get"));
  if (!entry->settled.is_absent()) return done(Json(entry->settled));
  auto located = locate(id, *entry);
  if (!located) return done(located.error());
  fetch_state(table_, id, *std::move(located), std::move(done));
}

// --- what servers send -----------------------------------------------------------------------------------------------

bool Tasks::hold(const servers::Server& server, servers::InputRequested& requested) {
  const auto id = table_.find_asking(this, {server.toolbox(), server.name(), {}}, server.status().process_id(),
                                     protocol::related_task(requested.input_request.params), requested.related_request);
  TaskTable::Entry* const entry = id ? table_.find(*id) : nullptr;
  if (entry == nullptr) return false;
  name_task_in_response(requested, entry->server_id);
  entry->inputs.hold(std::move(requested), entry->capabilities);
  table_.notify(*id);
  return true;
}

void Tasks::relate(const servers::Server& server, servers::InputRequested& requested) {
  const std::string server_id = protocol::related_task(requested.input_request.params);
  if (server_id.empty()) return;
  const auto id = find_id(server, server_id);
  Json& params = requested.input_request.params;
  params = id ? protocol::with_related_id(params, *id) : protocol::without_related_task(params);
  name_task_in_response(requested, server_id);
}

Json Tasks::status_for_clients(const servers::Server& server, const Json& params) {
  const auto id = find_id(server, json::characters(json::member(params, "taskId")));
  TaskTable::Entry* const entry = id ? table_.find(*id) : nullptr;
  if (entry == nullptr || !entry->settled.is_absent()) return {};
  const Json shown = table_.update(*id, params);
  table_.notify(*id);
  return shown;
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
