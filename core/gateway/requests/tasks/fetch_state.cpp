#include "gateway/requests/tasks/fetch_state.hpp"

#include <chrono>
#include <memory>
#include <utility>
#include <variant>

#include "protocol/compat/errors.hpp"
#include "protocol/compat/results.hpp"
#include "protocol/compat/tasks.hpp"
#include "protocol/content/tool_result.hpp"
#include "protocol/content/valid_result.hpp"

namespace workbench::gateway {
namespace {

using protocol::StructuredValues;
using protocol::TaskStatus;

struct StateRequest {
  TaskTable& table;
  const std::string id;
  const TaskAtServer at;
  MoveOnlyFunction<void(Response)> done;
};
using SharedStateRequest = std::shared_ptr<StateRequest>;

/// `task` has ended with this answer to `tasks/result`.
void report_end(StateRequest& request, const Json& task, Response outcome) {
  if (const auto* const result = std::get_if<Json>(&outcome)) {
    const Json valid =
        protocol::valid_tool_result(protocol::without_related_task(*result), StructuredValues::any_but_null);
    const Json shown = protocol::complete_for_modern_client(valid);
    return request.done(protocol::detailed_task(task, TaskStatus::completed, "result", shown));
  }
  if (const auto* const error = std::get_if<PeerError>(&outcome)) {
    return request.done(protocol::detailed_task(task, TaskStatus::failed, "error", protocol::for_modern_era(*error)));
  }
  request.done(std::move(outcome));
}

/// `task` is a legacy server's, with our id.
void report_legacy_state(const SharedStateRequest& request, const Json& task, TaskStatus status) {
  if (status == TaskStatus::cancelled) return request->done(protocol::detailed_task(task, status));
  if (protocol::has_ended(status)) {
    request->at.request("tasks/result", {},
                        [request, task](Response outcome) { report_end(*request, task, std::move(outcome)); });
    return;
  }
  TaskTable::Entry* const entry = request->table.find(request->id);
  const Json asked = entry == nullptr ? Json() : entry->inputs.requests();
  if (!asked.is_absent()) {
    return request->done(protocol::detailed_task(task, TaskStatus::input_required, "inputRequests", asked));
  }
  // "When the requestor encounters the input_required status, it SHOULD preemptively call tasks/result"
  // ("basic/utilities/tasks", Input Required Status).
  if (status == TaskStatus::input_required) await_end(request->table, request->id, request->at);
  request->done(protocol::detailed_task(task, TaskStatus::working));
}

void handle_state(const SharedStateRequest& request, Response response) {
  if (const auto* const error = std::get_if<PeerError>(&response);
      error != nullptr && protocol::is_unknown_task(*error)) {
    request->table.end(request->id);
  }
  const auto* const state = std::get_if<Json>(&response);
  if (state == nullptr) return request->done(std::move(response));
  const auto task = protocol::read_task(*state);
  if (!task) return request->done(task.error());
  const Json shown = request->table.update(request->id, *state);
  if (request->at.is_modern()) return request->done(protocol::valid_task(shown, StructuredValues::any));
  report_legacy_state(request, shown, task->status);
}

}  // namespace

void fetch_state(TaskTable& table, const std::string& id, TaskAtServer at, MoveOnlyFunction<void(Response)> done) {
  const auto request = std::make_shared<StateRequest>(StateRequest{table, id, std::move(at), std::move(done)});
  request->at.request("tasks/get", {}, [request](Response response) { handle_state(request, std::move(response)); });
}

void await_end(TaskTable& table, const std::string& id, const TaskAtServer& at) {
  TaskTable::Entry* const entry = table.find(id);
  if (entry == nullptr || entry->result_request != 0 || entry->was_result_answered) return;
  // A server that does not wait refuses while the task works: that is neither its end, nor an answer.
  const auto handle_end = [&table, id](const Response& response) {
    TaskTable::Entry* const found = table.find(id);
    if (found == nullptr) return;
    found->result_request = 0;
    const bool is_refusal = std::holds_alternative<PeerError>(response) && !found->has_ended;
    found->was_result_answered = !is_refusal && !std::holds_alternative<Error>(response);
    if (!is_refusal) table.notify(id);
  };
  const auto lifetime = std::chrono::ceil<std::chrono::milliseconds>(entry->until - TaskTable::Clock::now());
  if (lifetime.count() > 0) entry->result_request = at.request("tasks/result", {}, lifetime, handle_end);
}

}  // namespace workbench::gateway
