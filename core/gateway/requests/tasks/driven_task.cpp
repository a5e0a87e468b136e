#include "gateway/requests/tasks/driven_task.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "gateway/requests/tasks/task_at_server.hpp"
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
      changed_(std::chrono::steady_clock::now()),
      known_inputs_(call_.known ? call_.known->asked : std::make_shared<std::set<std::string>>()) {}

void DrivenTask::follow(Call call, protocol::Task task, Ended ended) {
  const std::shared_ptr<DrivenTask> followed(new DrivenTask(std::move(call), std::move(task), std::move(ended)));
  followed->call_.client.on_cancel([followed](const Json&) {
    if (!followed->call_.known) followed->cancel();
    followed->end(Error{ErrorKind::cancelled, "the client has cancelled the call"});
  });
  if (!followed->ended_) return;
  if (followed->call_.modern_meta.empty()) return followed->await_result();
  followed->call_.known ? followed->poll() : followed->poll_later();
}

// --- a legacy server -------------------------------------------------------------------------------------------------

// "When a receiver receives a tasks/result request for a task in any other non-terminal status, it MUST block the
// response until the task reaches a terminal status", and its input requests arrive meanwhile
// ("basic/utilities/tasks", Result Retrieval and Input Required Status). Nothing has to be polled.
void DrivenTask::await_result() {
  servers::ServerRun* const run = call_.server->ready_run();
  if (run == nullptr) return fail(TaskAtServer::server_has_ended());
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
  if (call_.server->ready_run() == nullptr) return end(TaskAtServer::server_has_ended());
  // A timer may be a little early.
  const bool is_due = std::chrono::steady_clock::now() + std::chrono::milliseconds(1) >= next_poll_;
  is_due ? poll() : look_again_later();
}

/// Whether it has not changed for too long, and so was cancelled.
bool DrivenTask::stands_still() {
  const auto silence = std::chrono::steady_clock::now() - changed_;
  const auto limit = std::max(call_.server->configured().call_limit(), 2 * poll_interval());
  if (call_.known || !open_inputs_.empty() || silence <= limit) return false;
  cancel();
  fail({ErrorKind::timed_out,
        "the task that the server made of the call has not changed for " + std::to_string(limit.count()) + " ms"});
  return true;
}

/// Whether its clients were told of an end meanwhile, such as that it is cancelled, which a server need not obey.
bool DrivenTask::was_settled() {
  const TaskTable::Entry* const entry = call_.known ? call_.known->table.find(call_.known->id) : nullptr;
  if (entry == nullptr || entry->settled.is_absent()) return false;
  end(protocol::outcome_of(*protocol::read_task(entry->settled), entry->settled));
  return true;
}

void DrivenTask::poll() {
  if (was_settled() || stands_still()) return;
  request("tasks/get", {}, [self = shared_from_this()](Response response) { self->handle_state(std::move(response)); });
}

void DrivenTask::handle_state(Response response) {
  if (!ended_ || was_settled()) return;
  const auto* const state = std::get_if<Json>(&response);
  if (state == nullptr) return give_up(std::move(response));
  auto task = protocol::read_task(*state);
  if (!task) return give_up(task.error());
  if (task->status != task_.status || task->updated != task_.updated) changed_ = std::chrono::steady_clock::now();
  task->id = task_.id;
  task_ = *std::move(task);
  if (protocol::has_ended(task_.status)) return end(protocol::outcome_of(task_, *state));
  if (task_.status == protocol::TaskStatus::input_required) ask(json::member(*state, "inputRequests"));
  if (ended_) poll_later();
}

// "Clients SHOULD deduplicate inputRequests keys across consecutive polls" (SEP-2663, Task Update Requests).
void DrivenTask::ask(const Json& input_requests) {
  for (const JsonMember& one : json::members(input_requests)) {
    if (!ended_) return;
    if (!known_inputs_->insert(one.key).second) continue;
    if (known_inputs_->size() > kMaxInputs) {
      cancel();
      return fail(
          {ErrorKind::protocol, "the server has asked for input more than " + std::to_string(kMaxInputs) + " times"});
    }
    open_inputs_.insert(one.key);
    InputRequest input_request{json::characters(json::member(one.value, "method")),
                               params_for_client(json::member(one.value, "params"))};
    call_.client.ask(std::move(input_request),
                     [self = shared_from_this(), key = one.key](const InputResponse& response) {
                       self->handle_input(key, response);
                     });
  }
}

// "The receiver MUST include the related-task metadata in the request to associate it with the task"
// ("basic/utilities/tasks", Input Required Status).
Json DrivenTask::params_for_client(const Json& params) const {
  if (!call_.known) return params;
  return protocol::with_related_task(params.kind() == JsonKind::object ? params : Json("{}"), call_.known->id);
}

void DrivenTask::handle_input(const std::string& key, const InputResponse& response) {
  if (!ended_) return;
  open_inputs_.erase(key);
  changed_ = std::chrono::steady_clock::now();
  const Json* const result = std::get_if<Json>(&response);
  if (result == nullptr) {
    cancel();
    return fail(as_error(response).within("the client did not answer the server's input request"));
  }
  const Json own = call_.known ? protocol::without_related_task(*result) : *result;
  request("tasks/update", ",\"inputResponses\":{" + json::quoted(key) + ":" + std::string(own.text()) + "}",
          [self = shared_from_this()](const Response& updated) {
            if (!std::holds_alternative<Json>(updated)) self->give_up(updated);
          });
}

// --- both ------------------------------------------------------------------------------------------------------------

void DrivenTask::request(std::string_view method, std::string_view members,
                         MoveOnlyFunction<void(Response)> done) const {
  TaskAtServer{call_.server, task_.id, call_.modern_meta}.request(method, members, std::move(done));
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
  const bool is_unknown = error != nullptr && protocol::is_unknown_task(*error);
  if (!call_.known && !is_unknown) cancel();
  end(std::move(response));
}

// What the client has not answered is asked again by the next request for the result of the same task.
void DrivenTask::end(Response response) {
  timer_.reset();
  for (const std::string& key : std::exchange(open_inputs_, {})) known_inputs_->erase(key);
  Ended ended = std::exchange(ended_, {});
  if (ended) ended(std::move(response));
}

void DrivenTask::fail(Error reason) {
  end(std::move(reason));
}

}  // namespace workbench::gateway
