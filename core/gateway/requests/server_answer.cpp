#include "gateway/requests/server_answer.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "gateway/requests/denial_note.hpp"
#include "gateway/requests/failed_request.hpp"
#include "gateway/requests/output_check.hpp"
#include "gateway/requests/tasks/task_table.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/input_required.hpp"
#include "protocol/compat/results.hpp"
#include "protocol/content/tool_result.hpp"
#include "protocol/content/valid_result.hpp"
#include "protocol/own_metadata.hpp"
#include "protocol/tasks.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {
namespace {

/// Why the client is not sent the task. A client that does not declare the extension knows no tasks; one that is sent a
/// task that we cannot read could not ask for it.
Result<void> check_task(const RoutedRequest& routed, const Json& result) {
  if (!routed.takes_tasks) {
    return Error{ErrorKind::protocol, "the server has made a task of the request, for which it was not asked"};
  }
  const auto task = protocol::read_task(result);
  if (!task) return task.error();
  if (task->id.size() <= TaskTable::kMaxServerId) return {};
  return Error{ErrorKind::protocol,
               "the taskId of the server's task is longer than " + std::to_string(TaskTable::kMaxServerId) + " bytes"};
}

void answer_with_task(RoutedRequest& routed, Json result) {
  if (const auto checked = check_task(routed, result); !checked) return answer_with_failure(routed, checked.error());
  routed.request->result(std::move(result));
}

/// A task that its client knows may ask for input, too, in its state. Absent: nothing that the client must not be sent.
std::optional<PeerError> refuse_task_input(const RoutedRequest& routed, const Json& task) {
  const auto required = protocol::read_task_input(task);
  if (required) return protocol::cannot_be_sent(*required, routed.request->identity().capabilities);
  const std::string& why = required.error().message;
  return PeerError{jsonrpc::error_object(jsonrpc::kInternalError, why), why};
}

/// Whether a legacy server has made the task that its client has asked for. It then has not answered the call.
bool is_created_task(const RoutedRequest& routed, const Json& result) {
  return !routed.task.is_absent() && json::member(result, "content").is_absent() &&
         !protocol::created_task(result, false).is_absent();
}

protocol::StructuredValues structure_between(bool has_modern_server, bool has_modern_client) {
  using protocol::StructuredValues;
  if (has_modern_server) return StructuredValues::any;
  return has_modern_client ? StructuredValues::any_but_null : StructuredValues::objects;
}

/// The result as the schema has it, which may be larger than the server has written it.
Result<Json> valid_for_client(const RoutedRequest& routed, Json result, protocol::StructuredValues structure) {
  const std::size_t most = std::max((*routed.server)->host().limits().message_bytes, result.text().size());
  auto valid = protocol::valid_result(std::move(result), {routed.method, routed.name, structure});
  if (!valid || valid->text().size() <= most) return valid;
  return Error{ErrorKind::protocol, "the result of the server is not valid, and made valid it is larger than " +
                                        std::to_string(most) + " bytes (limits.messageBytes)"};
}

/// Whether nothing has to be changed, seen at a glance. Legacy clients do not have `resultType`.
bool is_plain(const RoutedRequest& routed, const Json& result, bool has_modern_server) {
  const bool is_for_older_client = has_modern_server && !routed.request->identity().is_modern;
  return routed.is_tool_call() && !is_for_older_client && routed.output_schema.is_absent() &&
         protocol::is_plain_tool_result(result);
}

/// The one place where the result of a server becomes what its client may be sent: valid first, whatever the server has
/// written, then in the form of the client's era.
void answer_with_complete(RoutedRequest& routed, Json result, bool has_modern_server) {
  if (routed.is_tool_call() && (*routed.server)->configured().is_confined()) {
    result = with_denials(routed, std::move(result));
  }
  if (is_plain(routed, result, has_modern_server)) return routed.request->result(std::move(result));
  const bool has_modern_client = routed.request->identity().is_modern;
  const auto structure = structure_between(has_modern_server, has_modern_client);
  auto valid = valid_for_client(routed, std::move(result), structure);
  if (!valid) return answer_with_failure(routed, valid.error());
  if (!routed.output_schema.is_absent()) *valid = with_conforming_output(routed, *valid);
  if (has_modern_client == has_modern_server) return routed.request->result(*std::move(valid));
  routed.request->result(has_modern_client ? protocol::for_modern_client(*valid) : protocol::for_legacy_client(*valid));
}

void answer_with_input_required(RoutedRequest& routed, const Json& result, const protocol::InputRequired& required) {
  const auto refusal = protocol::cannot_be_sent(required, routed.request->identity().capabilities);
  if (refusal) return answer_with_error(routed, *refusal);
  routed.request->result(protocol::with_state_marked(protocol::with_inputs_without_own_metadata(result)));
}

}  // namespace

void answer_with_legacy_result(RoutedRequest& routed, Json result) {
  if (!is_created_task(routed, result)) return answer_with_complete(routed, std::move(result), false);
  const bool has_modern_client = routed.request->identity().is_modern;
  routed.request->result(has_modern_client ? protocol::for_modern_client(result) : std::move(result));
}

void answer_with_modern_result(RoutedRequest& routed, Json result, const protocol::ServerResult& read) {
  using Type = protocol::ServerResult::Type;
  switch (read.type) {
    case Type::complete: break;
    case Type::task: return answer_with_task(routed, std::move(result));
    case Type::input_required: return answer_with_input_required(routed, result, read.required);
  }
  if (routed.method == "tasks/get") {
    if (const auto refusal = refuse_task_input(routed, result)) return answer_with_error(routed, *refusal);
    result = protocol::with_inputs_without_own_metadata(result);
  }
  answer_with_complete(routed, std::move(result), true);
}

}  // namespace workbench::gateway
