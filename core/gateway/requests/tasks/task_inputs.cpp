#include "gateway/requests/tasks/task_inputs.hpp"

#include <utility>
#include <variant>

#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "protocol/own_metadata.hpp"
#include "protocol/tasks.hpp"

namespace workbench::gateway {

TaskInputs::TaskInputs(TaskAtServer at, detail::ClientRequest& client, std::string task,
                       std::shared_ptr<std::set<std::string>> known, Failed failed)
    : at_(std::move(at)),
      client_(client),
      task_(std::move(task)),
      known_(std::move(known)),
      failed_(std::move(failed)) {}

// "Clients SHOULD deduplicate inputRequests keys across consecutive polls" (SEP-2663, Task Update Requests). The client
// may answer at once, and so end the task.
void TaskInputs::ask(const Json& input_requests) {
  const auto self = self_.handle();
  for (const JsonMember& one : json::members(input_requests)) {
    if (self.get() == nullptr || !failed_) return;
    ask_one(one);
  }
}

void TaskInputs::ask_one(const JsonMember& input_request) {
  const std::string& key = input_request.key;
  if (!known_->insert(key).second) {
    const auto unsent = unsent_.extract(key);
    if (!unsent.empty()) send(key, unsent.mapped());
    return;
  }
  if (known_->size() > kMaxInputs) {
    return fail(
        {ErrorKind::protocol, "the server has asked for input more than " + std::to_string(kMaxInputs) + " times"});
  }
  open_.insert(key);
  InputRequest asked{json::characters(json::member(input_request.value, "method")),
                     params_for_client(protocol::without_own_metadata(json::member(input_request.value, "params")))};
  client_.ask(std::move(asked), [self = self_.handle(), key](const InputResponse& response) {
    if (TaskInputs* const inputs = self.get()) inputs->handle_response(key, response);
  });
}

// "The receiver MUST include the related-task metadata in the request to associate it with the task"
// ("basic/utilities/tasks", Input Required Status).
Json TaskInputs::params_for_client(const Json& params) const {
  if (task_.empty()) return params;
  return protocol::with_related_task(params.kind() == JsonKind::object ? params : Json("{}"), task_);
}

void TaskInputs::handle_response(const std::string& key, const InputResponse& response) {
  if (!failed_) return;
  open_.erase(key);
  const auto* const result = std::get_if<Json>(&response);
  if (result == nullptr) return fail(as_error(response).within("the client did not answer the server's input request"));
  send(key, task_.empty() ? *result : protocol::without_related_task(*result));
}

void TaskInputs::send(const std::string& key, const Json& response) {
  at_.request("tasks/update", ",\"inputResponses\":{" + json::quoted(key) + ":" + std::string(response.text()) + "}",
              [self = self_.handle(), key, response](const Response& updated) {
                if (TaskInputs* const inputs = self.get()) inputs->handle_update(key, response, updated);
              });
}

// If nothing is known of the response, it is sent again when the server asks for it again, which does no harm: "A
// server SHOULD ignore any inputResponses responses mapped to a key that is not currently outstanding for the task"
// (SEP-2663, Task Update Requests).
void TaskInputs::handle_update(const std::string& key, const Json& response, const Response& updated) {
  if (!failed_ || std::holds_alternative<Json>(updated)) return;
  if (!may_be_answered_later(updated) || std::holds_alternative<PeerError>(updated)) return fail(as_error(updated));
  unsent_.insert_or_assign(key, response);
}

void TaskInputs::fail(Error reason) {
  if (Failed failed = std::exchange(failed_, {})) failed(std::move(reason));
}

void TaskInputs::close() {
  failed_ = {};
  for (const std::string& key : std::exchange(open_, {})) known_->erase(key);
}

}  // namespace workbench::gateway
