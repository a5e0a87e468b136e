#include "gateway/requests/tasks/driven_task.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::gateway {
namespace {

/// How often a task is polled if its server does not say, and at most.
constexpr std::chrono::milliseconds kPollInterval{1'000};
constexpr std::chrono::milliseconds kMinPollInterval{50};

/// How often to check whether the server still runs, however seldom it wants to be polled.
constexpr std::chrono::milliseconds kLookInterval{1'000};

/// Input requests in one task. A server that sends more is assumed to do so forever.
constexpr std::size_t kMaxInputs = 100;

Error server_has_ended() {
  return {ErrorKind::unavailable, "the server has ended, and with it the task that it made of the call"};
}

}  // namespace

/// `tasks/result` to a legacy server, which answers when the task has ended. Until then the client's call is in flight:
/// the server's input requests belong to it.
class DrivenTask::ResultRequest final : public jsonrpc::PendingRequest {
 public:
  ResultRequest(std::shared_ptr<DrivenTask> task, servers::ServerConnection& connection)
      : task_(std::move(task)), connection_(&connection) {
    connection.in_flight().add(task_->call_.result_id, task_->call_.client);
  }
  ~ResultRequest() override {
    const servers::ServerLease& server = task_->call_.server;
    if (connection_ == nullptr) return;
    connection_->in_flight().abandon(task_->call_.result_id,
                                     std::max(server->configured().call_limit(), server->host().limits().call));
  }

  void handle_response(std::unique_ptr<PendingRequest>, Response response) override {
    const auto* const reason = std::get_if<Error>(&response);
    const bool may_go_on = reason != nullptr && reason->kind == ErrorKind::timed_out;
    if (!may_go_on) std::exchange(connection_, nullptr)->in_flight().remove(task_->call_.result_id);
    task_->handle_result(std::move(response));
  }
  void handle_progress(const Json& params) override { task_->handle_progress(params); }

 private:
  const std::shared_ptr<DrivenTask> task_;
  servers::ServerConnection* connection_;  // null: there is a response
};

DrivenTask::DrivenTask(Call call, protocol::Task task, Ended ended)
    : call_(std::move(call)),
      task_(std::move(task)),
      ended_(std::move(ended)),
      changed_(std::chrono::steady_clock::now()) {}

void DrivenTask::follow(Call call, protocol::Task task, Ended ended) {
  const std::shared_ptr<DrivenTask> followed(new DrivenTask(std::move(call), std::move(task), std::move(ended)));
  followed->call_.client.on_cancel([followed](const Json&) {
    followed->cancel();
    followed->end(Error{ErrorKind::cancelled, "the client has cancelled the call"});
  });
  if (!followed->ended_) return;
  followed->call_.modern_meta.empty() ? followed->await_result() : followed->poll_later();
}

// --- a legacy server -------------------------------------------------------------------------------------------------

// "When a receiver receives a tasks/result request for a task in any other non-terminal status, it MUST block the
// response until the task reaches a terminal status", and its input requests arrive meanwhile
// ("basic/utilities/tasks", Result Retrieval and Input Required Status). Nothing has to be polled.
void DrivenTask::await_result() {
  servers::ServerRun* const run = call_.server->ready_run();
  if (run == nullptr) return fail(server_has_ended());
  servers::ServerConnection& connection = run->connection();
  const std::string params = "{\"taskId\":" + json::quoted(task_.id) + "}";
  connection.request(
      call_.result_id, jsonrpc::write_request(jsonrpc::Id(call_.result_id), "tasks/result", Json(params)),
      call_.server->configured().call_limit(), std::make_unique<ResultRequest>(shared_from_this(), connection));
}

void DrivenTask::handle_result(Response response) {
  const auto* const reason = std::get_if<Error>(&response);
  if (reason != nullptr && reason->kind == ErrorKind::timed_out) cancel();
  if (auto* const result = std::get_if<Json>(&response)) *result = protocol::without_related_task(*result);
  end(std::move(response));
}

void DrivenTask::handle_progress(const Json& params) {
  if (!ended_ || !call_.client.wants_progress()) return;
  call_.client.report_progress_members(
      json::members_without(params, [](std::string_view key) { return key == "progressToken" || key == "_meta"; }));
}

// --- a modern server -------------------------------------------------------------------------------------------------

std::chrono::milliseconds DrivenTask::poll_interval() const {
  return std::max(task_.poll_interval.value_or(kPollInterval), kMinPollInterval);
}

void DrivenTask::poll_later() {
  next_poll_ = std::chrono::steady_clock::now() + poll_interval();
  look_again_later();
}

void DrivenTask::look_again_later() {
  timer_ = call_.server->host().loop().after(std::min(poll_interval(), kLookInterval),
                                             [self = shared_from_this()] { self->poll_when_due(); });
}

void DrivenTask::poll_when_due() {
  timer_.reset();
  if (!ended_) return;
  if (call_.server->ready_run() == nullptr) return end(server_has_ended());
  // A timer may be a little early.
  const bool is_due = std::chrono::steady_clock::now() + std::chrono::milliseconds(1) >= next_poll_;
  is_due ? poll() : look_again_later();
}

void DrivenTask::poll() {
  const auto silence = std::chrono::steady_clock::now() - changed_;
  const auto limit = std::max(call_.server->configured().call_limit(), 2 * poll_interval());
  if (asked_ == 0 && silence > limit) {
    cancel();
    return fail({ErrorKind::timed_out, "the task that the server made of the call has not changed for " +
                                           std::to_string(limit.count()) + " ms"});
  }
  request("tasks/get", {}, [self = shared_from_this()](Response response) { self->handle_state(std::move(response)); });
}

void DrivenTask::handle_state(Response response) {
  if (!ended_) return;
  const auto* const state = std::get_if<Json>(&response);
  if (state == nullptr) return give_up(std::move(response));
  auto task = protocol::read_task(*state);
  if (!task) return give_up(task.error());
  if (task->status != task_.status || task->updated != task_.updated) changed_ = std::chrono::steady_clock::now();
  task->id = task_.id;
  task_ = *std::move(task);
  switch (task_.status) {
    case protocol::TaskStatus::completed: return end(json::member(*state, "result"));
    case protocol::TaskStatus::cancelled:
      return fail({ErrorKind::unavailable,
                   "the server has cancelled the call" + (task_.message.empty() ? "" : ": " + task_.message)});
    case protocol::TaskStatus::failed: {
      const Json error = json::member(*state, "error");
      if (error.kind() != JsonKind::object)
        return fail({ErrorKind::protocol, "the server's task has failed without an error"});
      return end(PeerError{error, json::characters(json::member(error, "message"))});
    }
    case protocol::TaskStatus::input_required: ask(json::member(*state, "inputRequests")); break;
    case protocol::TaskStatus::working: break;
  }
  if (ended_) poll_later();
}

// "Clients SHOULD deduplicate inputRequests keys across consecutive polls" (SEP-2663, Task Update Requests).
void DrivenTask::ask(const Json& input_requests) {
  for (const JsonMember& one : json::members(input_requests)) {
    if (!ended_) return;
    if (!known_inputs_.insert(one.key).second) continue;
    if (known_inputs_.size() > kMaxInputs) {
      cancel();
      return fail(
          {ErrorKind::protocol, "the server has asked for input more than " + std::to_string(kMaxInputs) + " times"});
    }
    ++asked_;
    InputRequest input_request{json::characters(json::member(one.value, "method")), json::member(one.value, "params")};
    call_.client.ask(std::move(input_request),
                     [self = shared_from_this(), key = one.key](const InputResponse& response) {
                       self->handle_input(key, response);
                     });
  }
}

void DrivenTask::handle_input(const std::string& key, const InputResponse& response) {
  if (!ended_) return;
  --asked_;
  changed_ = std::chrono::steady_clock::now();
  const Json* const result = std::get_if<Json>(&response);
  if (result == nullptr) {
    cancel();
    return fail(as_error(response).within("the client did not answer the server's input request"));
  }
  request("tasks/update", ",\"inputResponses\":{" + json::quoted(key) + ":" + std::string(result->text()) + "}",
          [self = shared_from_this()](const Response& updated) {
            if (!std::holds_alternative<Json>(updated)) self->give_up(updated);
          });
}

// --- both ------------------------------------------------------------------------------------------------------------

/// `members` of the params beside the task's id.
void DrivenTask::request(std::string_view method, std::string_view members, MoveOnlyFunction<void(Response)> done) {
  servers::ServerRun* const run = call_.server->ready_run();
  if (run == nullptr) return done(server_has_ended());
  const std::uint64_t id = run->connection().next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), method);
  message.append("{\"taskId\":").append(json::quoted(task_.id)).append(members);
  if (!call_.modern_meta.empty()) message.append(",\"_meta\":{").append(call_.modern_meta).append("}");
  message.append("}}");
  run->connection().request(id, std::move(message), call_.server->configured().call_limit(),
                            std::make_unique<jsonrpc::CallbackRequest>(std::move(done)));
}

/// "The notifications/cancelled notification MUST NOT be used for task cancellation" (SEP-2663, Task Cancellation).
void DrivenTask::cancel() {
  servers::ServerRun* const run = call_.server->ready_run();
  if (run == nullptr) return;
  if (call_.modern_meta.empty()) run->connection().cancel(call_.result_id, {});  // it no longer waits for the result
  request("tasks/cancel", {}, [](const Response&) {});
}

/// The server has not said how the task ends: it may continue.
void DrivenTask::give_up(Response response) {
  if (!ended_) return;
  const auto* const error = std::get_if<PeerError>(&response);
  if (error == nullptr || !protocol::is_unknown_task(*error)) cancel();
  end(std::move(response));
}

void DrivenTask::end(Response response) {
  timer_.reset();
  Ended ended = std::exchange(ended_, {});
  if (ended) ended(std::move(response));
}

void DrivenTask::fail(Error reason) {
  end(std::move(reason));
}

}  // namespace workbench::gateway
