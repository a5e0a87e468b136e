#include "gateway/requests/tasks/driven_task.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/pending_requests.hpp"

namespace workbench::gateway {
namespace {

/// The least time between two polls, whatever the server says.
constexpr std::chrono::milliseconds kMinPollInterval{50};

/// If the server says nothing, each interval is twice the one before, up to this.
constexpr std::chrono::milliseconds kPollInterval{1'000};

bool says_that_it_is_unknown(const Response& failure) {
  const auto* const error = std::get_if<PeerError>(&failure);
  return error != nullptr && protocol::is_unknown_task(*error);
}

/// For the client of a call that knows nothing of the task. The server's errors are about the task, not about the call.
Error without_result(const Response& failure) {
  Error error = as_error(failure).within(
      says_that_it_is_unknown(failure) ? "the server no longer knows the task that it made of the call"
                                       : "the server does not say what became of the task that it made of the call");
  if (std::holds_alternative<PeerError>(failure)) error.kind = ErrorKind::unavailable;
  return error;
}

}  // namespace

// --- the call at its server ------------------------------------------------------------------------------------------

/// The call that was answered with the task: at the server, it is still in flight, and what the server reports and asks
/// in the course of the task belongs to it. "The progressToken provided in the initial request remains valid throughout
/// the task lifetime" ("basic/utilities/tasks"). Owned by the connection until the task is no longer followed.
class DrivenTask::Course final : public jsonrpc::PendingRequest {
 public:
  static void begin(const std::shared_ptr<DrivenTask>& task, servers::ServerConnection& connection) {
    const std::uint64_t id = task->call_.known ? connection.next_id() : task->call_.id;
    connection.await_progress(id, std::make_unique<Course>(task, connection, id));
  }

  Course(std::shared_ptr<DrivenTask> task, servers::ServerConnection& connection, std::uint64_t id)
      : task_(std::move(task)), connection_(connection), id_(id), in_flight_as_(id) {
    task_->course_ = this;
    if (!task_->call_.known) connection_.in_flight().add(in_flight_as_, task_->call_.client);
  }
  ~Course() override {
    task_->course_ = nullptr;
    abandon();
  }

  /// What the server sends on the stream of this request of ours belongs to the call, too.
  void continue_with(std::uint64_t request) {
    connection_.in_flight().add(request, task_->call_.client);
    connection_.in_flight().remove(std::exchange(in_flight_as_, request));
  }
  /// That request has ended, and the task has not: a late answer to it, with which the connection forgets a request,
  /// says nothing of the call.
  void continue_with_call() {
    if (in_flight_as_ != id_) continue_with(id_);
  }

  /// This request of ours need not be answered any more.
  void withdraw(std::uint64_t request) { connection_.cancel(request, {}); }

  /// Its client waits no longer. `has_answered`: the server does nothing more for the call. Destroys this, unless the
  /// connection is doing so.
  void close(bool has_answered) {
    has_answered ? connection_.in_flight().remove(in_flight_as_) : abandon();
    connection_.drop(id_);
  }

  /// The connection has ended. (A second answer to the call has no meaning.)
  void handle_response(std::unique_ptr<PendingRequest> self, Response response) override {
    const auto* const reason = std::get_if<Error>(&response);
    if (reason == nullptr) return connection_.await_progress(id_, std::move(self));
    task_->end(*reason);
  }
  void handle_progress(const Json& params) override { task_->handle_progress(params); }
  [[nodiscard]] bool is_cancellable() const override { return false; }

 private:
  void abandon() {
    const servers::Server& server = *task_->call_.server;
    connection_.in_flight().abandon(in_flight_as_,
                                    std::max(server.configured().call_limit(), server.host().limits().call));
  }

  const std::shared_ptr<DrivenTask> task_;
  servers::ServerConnection& connection_;
  const std::uint64_t id_;
  std::uint64_t in_flight_as_;  // the id of the call, or of a later request of ours about the task
};

DrivenTask::DrivenTask(Call call, protocol::Task task, Ended ended)
    : call_(std::move(call)),
      at_{call_.server, task.id, call_.modern_meta},
      task_(std::move(task)),
      time_(TaskTime::Clock::now(), call_.server->configured().call_limit(), task_),
      inputs_(at_, call_.client, call_.known ? call_.known->id : std::string(),
              call_.known ? call_.known->asked : std::make_shared<std::set<std::string>>(),
              [this](Error reason) {
                cancel();
                end(std::move(reason));
              }),
      ended_(std::move(ended)),
      own_interval_(kMinPollInterval) {}

void DrivenTask::follow(Call call, protocol::Task task, Ended ended) {
  const std::shared_ptr<DrivenTask> followed(new DrivenTask(std::move(call), std::move(task), std::move(ended)));
  followed->call_.client.on_cancel([followed](const Json&) {
    if (!followed->call_.known) followed->cancel();
    followed->end(Error{ErrorKind::cancelled, "the client has cancelled the call"});
  });
  if (followed->state_ != State::ended) followed->begin();
}

void DrivenTask::begin() {
  servers::ServerRun* const run = call_.server->ready_run();
  if (run == nullptr) return end(TaskAtServer::server_has_ended());
  Course::begin(shared_from_this(), run->connection());
  if (state_ == State::ended) return;
  call_.known ? poll() : poll_later();
}

void DrivenTask::handle_progress(const Json& params) {
  time_.record_sign_of_life();
  if (!call_.client.wants_progress()) return;
  call_.client.report_progress_members(
      json::members_without(params, [](std::string_view key) { return key == "progressToken" || key == "_meta"; }));
}

// --- its state -------------------------------------------------------------------------------------------------------

/// Whether its clients were told of an end meanwhile, such as that it is cancelled, which a server need not obey.
bool DrivenTask::was_settled() {
  const TaskTable::Entry* const entry = call_.known ? call_.known->table.find(call_.known->id) : nullptr;
  if (entry == nullptr || entry->settled.is_absent()) return false;
  end(protocol::outcome_of(*protocol::read_task(entry->settled), entry->settled));
  return true;
}

void DrivenTask::poll() {
  if (was_settled()) return;
  state_ = State::polling;
  at_.request("tasks/get", {},
              [self = shared_from_this()](Response response) { self->handle_poll(std::move(response)); });
}

// "Requestors SHOULD respect the pollInterval provided in responses" ("basic/utilities/tasks", Task Polling). The last
// poll comes when the time of the task is over.
void DrivenTask::poll_later() {
  state_ = State::waiting;
  std::chrono::milliseconds interval = next_interval();
  if (!call_.known) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(time_.end() - TaskTime::Clock::now());
    interval = std::clamp(left, kMinPollInterval, interval);
  }
  timer_ = call_.server->host().loop().after(interval, [self = shared_from_this()] {
    self->timer_.reset();
    self->poll();
  });
}

std::chrono::milliseconds DrivenTask::next_interval() {
  if (task_.poll_interval) return std::max(*task_.poll_interval, kMinPollInterval);
  return std::exchange(own_interval_, std::min(2 * own_interval_, kPollInterval));
}

void DrivenTask::handle_poll(Response response) {
  if (state_ == State::ended || was_settled()) return;
  const auto* const state = std::get_if<Json>(&response);
  if (state == nullptr) return handle_no_answer(response);
  auto task = protocol::read_task(*state);
  if (!task) return handle_no_answer(task.error());
  task_ = *std::move(task);
  if (protocol::has_ended(task_.status)) return handle_end(*state);
  time_.record_state(task_);
  if (is_overdue()) return give_up_as_overdue();
  if (task_.status == protocol::TaskStatus::input_required) {
    at_.is_modern() ? inputs_.ask(json::member(*state, "inputRequests")) : ask_for_result();
  }
  if (state_ != State::ended) poll_later();
}

void DrivenTask::handle_end(const Json& state) {
  const bool is_told = at_.is_modern() || task_.status == protocol::TaskStatus::cancelled;
  if (is_told) return end(protocol::outcome_of(task_, state));
  state_ = State::fetching;
  ask_for_result();
}

/// A poll, or the question what the task has ended with, has no answer. That says nothing about the task itself.
void DrivenTask::handle_no_answer(const Response& reason) {
  const bool is_final = !may_be_answered_later(reason) || time_.record_failure(TaskTime::Clock::now());
  if (!is_final) return is_overdue() ? give_up_as_overdue() : poll_later();
  if (call_.known) return end(reason);
  says_that_it_is_unknown(reason) ? end(without_result(reason)) : give_up(without_result(reason));
}

bool DrivenTask::is_overdue() const {
  return !call_.known && TaskTime::Clock::now() >= time_.end();
}

// --- what a legacy server says of its result -------------------------------------------------------------------------

// When the task has ended. Before that only because a server may send input requests in the course of this request
// alone: "When the requestor encounters the input_required status, it SHOULD preemptively call tasks/result"
// ("basic/utilities/tasks", Input Required Status).
void DrivenTask::ask_for_result() {
  if (result_request_ != 0) return;
  result_request_ = at_.request("tasks/result", {}, [self = shared_from_this()](Response response) {
    self->result_request_ = 0;
    self->handle_result(std::move(response));
  });
  if (result_request_ != 0 && course_ != nullptr) course_->continue_with(result_request_);
}

// A server that does not wait for the end of the task refuses before: the next poll shows how it is.
void DrivenTask::handle_result(Response response) {
  if (state_ == State::ended) return;
  if (const auto* const result = std::get_if<Json>(&response)) return end(protocol::without_related_task(*result));
  if (course_ != nullptr) course_->continue_with_call();
  if (state_ != State::fetching) return;
  if (std::holds_alternative<PeerError>(response)) return end(std::move(response));
  handle_no_answer(response);
}

// --- its end ---------------------------------------------------------------------------------------------------------

/// "The notifications/cancelled notification MUST NOT be used for task cancellation" (SEP-2663, Task Cancellation).
void DrivenTask::cancel() {
  at_.request("tasks/cancel", {}, [](const Response&) {});
}

void DrivenTask::give_up(Error reason) {
  cancel();
  end(std::move(reason));
}

void DrivenTask::give_up_as_overdue() {
  give_up({ErrorKind::timed_out,
           "the task that the server made of the call has not ended within " + base::format_duration(time_.total())});
}

void DrivenTask::end(Response response) {
  if (state_ == State::ended) return;
  const std::shared_ptr<DrivenTask> self = shared_from_this();  // the course may be the last to own this
  state_ = State::ended;
  timer_.reset();
  inputs_.close();
  if (course_ != nullptr) {
    if (result_request_ != 0) course_->withdraw(std::exchange(result_request_, 0));
    course_->close(!std::holds_alternative<Error>(response));
  }
  if (Ended ended = std::exchange(ended_, {})) ended(std::move(response));
}

}  // namespace workbench::gateway
