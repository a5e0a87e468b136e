#include "gateway/requests/tasks/task_creation.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/tasks.hpp"
#include "protocol/request_metadata.hpp"
#include "protocol/tasks.hpp"

namespace workbench::gateway {
namespace {

PeerError refusal(int code, std::string text) {
  return {jsonrpc::error_object(code, text), std::move(text)};
}

/// The Task in the CreateTaskResult of a server of either era; absent: the result is that of the tool, which has
/// `content`, and may have a member `task` of its own.
struct CreatedTask {
  Json task;
  bool is_modern = false;
};
CreatedTask read_created(const Json& result) {
  const Json modern = protocol::created_task(result, true);
  if (!modern.is_absent()) return {modern, true};
  const bool is_of_tool = !json::member(result, "content").is_absent();
  return {is_of_tool ? Json() : protocol::created_task(result, false), false};
}

/// The members of `_meta` of our own requests about the task.
std::string metadata_of(const servers::Server& server, const CallerIdentity& client) {
  return protocol::modern_request_metadata(client.capabilities, {},
                                           server.configured().introduction_of(client.implementation), true);
}

}  // namespace

bool TaskCreation::is_possible(const servers::Server& server, std::string_view tool) {
  const servers::Catalog& catalog = server.catalog();
  return protocol::has_tasks_extension(catalog.capabilities()) ||
         catalog.task_support_of(tool) != protocol::TaskSupport::forbidden;
}

PeerError TaskCreation::cannot_be_a_task(const ToolIdentifier& tool) {
  return refusal(jsonrpc::kMethodNotFound, "tools/call: the tool '" + tool.tool + "' cannot be called as a task");
}

// A modern client says with each request that it can take a task, a legacy one by asking for one. If there is no room
// for the task of a modern client, its server is not allowed one.
std::optional<PeerError> TaskCreation::agree(RoutedRequest& call) {
  if (!call.task.is_absent()) return ask_for(call);
  const CallerIdentity& client = call.request->identity();
  if (!client.is_modern || !protocol::has_tasks_extension(client.capabilities)) return std::nullopt;
  if (!is_possible(**call.server, call.target.tool) || !expect(call)) return std::nullopt;
  call.task = Json("{}");  // for a legacy server
  return std::nullopt;
}

// "If execution.taskSupport is not present or "forbidden", clients MUST NOT attempt to invoke the tool as a task.
// Servers SHOULD return a -32601 error" ("basic/utilities/tasks", Tool-Level Negotiation).
std::optional<PeerError> TaskCreation::ask_for(RoutedRequest& call) {
  if (!is_possible(**call.server, call.target.tool)) return cannot_be_a_task(call.target);
  call.progress_id = std::make_shared<std::uint64_t>(0);
  if (expect(call)) return std::nullopt;
  return refusal(jsonrpc::kInternalError, "tools/call: there are " + std::to_string(TaskTable::kMaxTasks) +
                                              " tasks that have not ended, the most that are possible; wait for one or "
                                              "cancel it");
}

bool TaskCreation::expect(RoutedRequest& call) {
  auto place = table_.reserve(principal_);
  if (place == nullptr) return false;
  call.takes_tasks = true;
  detail::ClientRequest& client = *call.request;
  Json token;
  if (client.wants_progress() && !client.identity().is_modern) {
    const Json wanted = json::member(client.meta(), "progressToken");
    token = Json(std::string(wanted.text()));  // a copy, because the request does not live as long as the task
  }
  client.on_result([self = self_.handle(), &client, server = *call.server, tool = call.target, token = std::move(token),
                    schema = call.output_schema, progress_id = call.progress_id,
                    place = std::move(place)](Json& result) {
    TaskCreation* const creation = self.get();
    if (creation == nullptr) return;
    TaskTable::Entry entry{.principal = creation->principal_, .workspace = &creation->tasks_, .tool = tool};
    if (!schema.is_absent()) entry.output_schema = Json(std::string(schema.text()));  // of a whole list
    entry.progress_token = token;
    entry.progress_id = progress_id == nullptr ? 0 : *progress_id;
    creation->add_created(result, std::move(entry), *server, client.identity());
  });
  return true;
}

void TaskCreation::add_created(Json& result, TaskTable::Entry entry, const servers::Server& server,
                               const CallerIdentity& client) const {
  const CreatedTask created = read_created(result);
  const auto task = protocol::read_task(created.task);
  if (!task) return;
  if (task->id.size() <= TaskTable::kMaxServerId) {
    entry.server_id = task->id;
    entry.latest = created.task;
    entry.is_modern = created.is_modern;
    entry.has_modern_client = client.is_modern;
    entry.capabilities = Json(std::string(client.capabilities.text()));
    if (created.is_modern) entry.modern_meta = metadata_of(server, client);
    entry.process = server.status().process_id();
    result = protocol::with_task_id(result, table_.add(std::move(entry)));
  }
  if (created.is_modern == client.is_modern) return;
  result = client.is_modern ? protocol::created_for_modern_client(result) : protocol::created_for_legacy_client(result);
}

// "Receivers that accept a task-augmented request MUST return a CreateTaskResult as the response"
// ("basic/utilities/tasks", Result Retrieval).
void TaskCreation::promise(RoutedRequest& call) {
  const auto lifetime = std::min<std::chrono::milliseconds>(
      protocol::wanted_lifetime(call.task).value_or(kMaxKeptLifetime), kMaxKeptLifetime);
  detail::ClientRequest& client = *call.request;
  client.on_result([self = self_.handle(), &client, tool = call.target, lifetime](Json& result) {
    const bool is_task = !read_created(result).task.is_absent();
    if (TaskCreation* const creation = self.get(); creation != nullptr && !is_task) {
      creation->keep_finished(result, tool, client.identity(), lifetime);
    }
  });
}

void TaskCreation::keep_finished(Json& result, const ToolIdentifier& tool, const CallerIdentity& client,
                                 std::chrono::milliseconds lifetime) const {
  TaskTable::Entry entry{.principal = principal_, .workspace = &tasks_, .tool = tool};
  entry.has_modern_client = client.is_modern;
  const std::string id = table_.add(std::move(entry));
  const Json task = protocol::finished_task(id, result, lifetime);
  table_.settle(id, task);
  result = protocol::created_for_legacy_client(task);
}

}  // namespace workbench::gateway
