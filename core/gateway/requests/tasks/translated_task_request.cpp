#include "gateway/requests/tasks/translated_task_request.hpp"

#include <string>
#include <utility>
#include <variant>

#include "gateway/requests/failed_request.hpp"
#include "gateway/requests/output_check.hpp"
#include "gateway/requests/retry_after_login.hpp"
#include "gateway/requests/tasks/driven_task.hpp"
#include "gateway/requests/tasks/fetch_state.hpp"
#include "json/lookup.hpp"
#include "protocol/compat/results.hpp"
#include "protocol/compat/server_result.hpp"
#include "protocol/compat/tasks.hpp"
#include "protocol/content/tool_result.hpp"
#include "protocol/tasks.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {
namespace {

/// The result of a call, as the answer to a legacy client's `tasks/result`: "The tasks/result operation MUST include
/// this metadata in its response" ("basic/utilities/tasks", Related Task Metadata).
Json named_result(const Json& result, const std::string& id) {
  return protocol::with_related_task(result, id);
}

// "Receivers MUST reject cancellation requests for tasks already in a terminal status with error code -32602"
// ("basic/utilities/tasks", Task Cancellation).
Error cannot_cancel(const Json& detailed_task) {
  const Json status = json::member(protocol::task_for_legacy_client(detailed_task), "status");
  return {ErrorKind::invalid_argument,
          "tasks/cancel: Cannot cancel task: already in terminal status '" + json::characters(status) + "'"};
}

}  // namespace

TranslatedTaskRequest::TranslatedTaskRequest(TaskTable& table, RoutedRequest&& routed)
    : table_(table), routed_(std::move(routed)), at_{*routed_.server, {}, {}} {}

void TranslatedTaskRequest::send(TaskTable& table, RoutedRequest&& routed) {
  const TaskTable::Entry* const entry = table.find(routed.name);
  if (entry == nullptr) return routed.request->fail({ErrorKind::not_found, routed.method + ": Task not found"});
  const std::shared_ptr<TranslatedTaskRequest> request(new TranslatedTaskRequest(table, std::move(routed)));
  request->at_.id = entry->server_id;
  request->at_.modern_meta = entry->modern_meta;
  if (request->routed_.method == "tasks/update") return request->update();
  request->begin();
}

void TranslatedTaskRequest::begin() {
  (*routed_.server)->when_ready([self = shared_from_this()](const Result<servers::ServerRun*>& ready) {
    if (!self->client().is_open()) return;
    if (!ready) return self->handle_failure(ready.error());
    self->carry_out();
  });
}

void TranslatedTaskRequest::carry_out() {
  if (routed_.method == "tasks/get") return get();
  if (routed_.method == "tasks/result") return await_result();
  has_modern_client() ? cancel_at_legacy_server() : cancel_for_legacy_client();
}

// --- tasks/get -------------------------------------------------------------------------------------------------------

void TranslatedTaskRequest::get() {
  fetch_state(table_, routed_.name, at_, [self = shared_from_this()](const Response& state) {
    const auto* const task = std::get_if<Json>(&state);
    task == nullptr ? self->fail(state) : self->answer_with_task(*task);
  });
}

void TranslatedTaskRequest::answer_with_task(const Json& detailed_task) {
  if (has_modern_client()) return client().result(with_conforming_output(routed_, detailed_task));
  client().result(protocol::for_legacy_client(protocol::task_for_legacy_client(detailed_task)));
}

// --- tasks/result, of a legacy client at a modern server -------------------------------------------------------------

// "It MUST block the response until the task reaches a terminal status" ("basic/utilities/tasks", Result Retrieval).
void TranslatedTaskRequest::await_result() {
  const TaskTable::Entry* const entry = table_.find(routed_.name);
  if (entry == nullptr) return client().fail({ErrorKind::not_found, routed_.method + ": Task not found"});
  protocol::Task task;
  task.id = at_.id;
  DrivenTask::follow(
      {at_.server, client(), 0, at_.modern_meta, DrivenTask::KnownTask{table_, routed_.name, entry->asked_inputs}},
      std::move(task),
      [self = shared_from_this()](Response outcome) { self->answer_with_outcome(std::move(outcome)); });
}

void TranslatedTaskRequest::answer_with_outcome(Response outcome) {
  const auto* const result = std::get_if<Json>(&outcome);
  if (result == nullptr) return fail(outcome);
  if (result->kind() != JsonKind::object) {
    return answer_with_failure(routed_, {ErrorKind::protocol, "the server's result is not an object"});
  }
  if (const auto read = protocol::read_server_result(*result, "tools/call"); !read) {
    return answer_with_failure(routed_, read.error());
  }
  const Json valid =
      with_conforming_output(routed_, protocol::valid_tool_result(*result, protocol::StructuredValues::any));
  client().result(named_result(protocol::for_legacy_client(valid), routed_.name));
}

// --- tasks/cancel ----------------------------------------------------------------------------------------------------

// A modern server acknowledges the wish, and may continue. In 2025-11-25 the answer is the cancelled task, which "MUST
// remain in cancelled status even if execution continues to completion or fails" ("basic/utilities/tasks", Task
// Cancellation).
void TranslatedTaskRequest::cancel_for_legacy_client() {
  fetch_state(table_, routed_.name, at_, [self = shared_from_this()](const Response& state) {
    const auto* const task = std::get_if<Json>(&state);
    task == nullptr ? self->fail(state) : self->cancel_unless_ended(*task);
  });
}

void TranslatedTaskRequest::cancel_unless_ended(const Json& state) {
  const auto task = protocol::read_task(state);
  if (task && protocol::has_ended(task->status)) return client().fail(cannot_cancel(state));
  at_.request("tasks/cancel", {}, [self = shared_from_this(), state](const Response& response) {
    if (!std::holds_alternative<Json>(response)) return self->fail(response);
    const Json cancelled = protocol::detailed_task(state, protocol::TaskStatus::cancelled);
    self->table_.settle(self->routed_.name, cancelled);
    self->answer_with_task(cancelled);
  });
}

// "A server is not obligated to actually stop the work; it is only obligated to acknowledge the request" (SEP-2663,
// Task Cancellation).
void TranslatedTaskRequest::cancel_at_legacy_server() {
  if (!protocol::has_task_cancellation(at_.server->catalog().capabilities())) return client().result(Json("{}"));
  at_.request("tasks/cancel", {}, [self = shared_from_this()](const Response& response) {
    if (const auto* const refusal = std::get_if<PeerError>(&response)) return self->acknowledge_end(*refusal);
    const auto* const task = std::get_if<Json>(&response);
    if (task == nullptr) return self->fail(response);
    static_cast<void>(self->table_.update(self->routed_.name, *task));
    self->table_.notify(self->routed_.name);
    self->client().result(Json("{}"));
  });
}

/// A legacy server refuses to cancel a task that has ended, which the extension does not count as an error.
void TranslatedTaskRequest::acknowledge_end(const PeerError& refusal) {
  at_.request("tasks/get", {}, [self = shared_from_this(), refusal](const Response& response) {
    const auto* const state = std::get_if<Json>(&response);
    const auto task = state == nullptr ? Result<protocol::Task>(Error{}) : protocol::read_task(*state);
    const bool has_ended = task && protocol::has_ended(task->status);
    has_ended ? self->client().result(Json("{}")) : self->fail(refusal);
  });
}

// --- tasks/update, of a modern client at a legacy server -------------------------------------------------------------

void TranslatedTaskRequest::update() {
  const Json responses = client().input_responses();
  if (responses.kind() != JsonKind::object) {
    return client().fail({ErrorKind::invalid_argument, "tasks/update: params.inputResponses must be an object"});
  }
  if (TaskTable::Entry* const entry = table_.find(routed_.name)) entry->inputs.respond(responses);
  client().result(Json("{}"));
}

// --- failures --------------------------------------------------------------------------------------------------------

void TranslatedTaskRequest::fail(const Response& response) {
  if (const auto* const error = std::get_if<PeerError>(&response)) return answer_with_error(routed_, *error);
  handle_failure(std::get<Error>(response));
}

/// A request that was refused for want of a login was not carried out, and is sent again when the user has logged in.
void TranslatedTaskRequest::handle_failure(const Error& reason) {
  retry_after_login(*routed_.server, client(), routed_.logins++, reason,
                    [self = shared_from_this()](const Result<void>& outcome) {
                      outcome ? self->begin() : answer_with_failure(self->routed_, outcome.error());
                    });
}

// --- tasks that the workbench keeps ----------------------------------------------------------------------------------

void answer_settled(RoutedRequest& routed, const Json& detailed_task) {
  detail::ClientRequest& client = *routed.request;
  const bool is_modern = client.identity().is_modern;
  if (routed.method == "tasks/get") {
    return client.result(is_modern ? detailed_task : protocol::task_for_legacy_client(detailed_task));
  }
  if (is_modern) return client.result(Json("{}"));
  if (routed.method == "tasks/cancel") return client.fail(cannot_cancel(detailed_task));
  const Response outcome = protocol::outcome_of(*protocol::read_task(detailed_task), detailed_task);
  if (const auto* const result = std::get_if<Json>(&outcome)) return client.result(named_result(*result, routed.name));
  answer_with_failure(routed, as_error(outcome));
}

}  // namespace workbench::gateway
