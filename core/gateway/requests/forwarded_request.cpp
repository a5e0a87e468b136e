#include "gateway/requests/forwarded_request.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include <workbench/until_cancelled.hpp>

#include "base/is_literal.hpp"
#include "base/trace_scope.hpp"
#include "gateway/requests/denial_note.hpp"
#include "gateway/requests/failed_request.hpp"
#include "gateway/requests/input_round.hpp"
#include "gateway/requests/login_round.hpp"
#include "gateway/requests/retry_after_login.hpp"
#include "gateway/requests/server_answer.hpp"
#include "gateway/requests/tasks/driven_task.hpp"
#include "gateway/requests/tool_lookup.hpp"
#include "gateway/requests/withheld_content.hpp"
#include "json/empty_containers.hpp"
#include "json/lookup.hpp"
#include "json/visible_json.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/errors.hpp"
#include "protocol/compat/input_required.hpp"
#include "protocol/compat/server_result.hpp"
#include "protocol/request_span.hpp"
#include "protocol/tasks.hpp"

namespace workbench::gateway {
namespace {

/// How often a server may answer one request with input requests. A server that exceeds it is assumed to do so forever.
constexpr int kMaxRounds = 10;

/// For how long a server may still work on a request that was cancelled or has timed out.
std::chrono::milliseconds time_after_cancellation(const servers::Server& server) {
  return std::max(server.configured().call_limit(), server.host().limits().call);
}

/// Params for the server: a prompt or resource whose hidden characters are written out for clients is named as the
/// server knows it.
std::string params_for(const servers::Server& server, const std::string& members) {
  const auto& hidden = server.catalog().hidden_texts();
  if (hidden.empty()) return members;
  const Json own = json::with_hidden_strings(Json(members), hidden);
  return std::string(own.text());
}

}  // namespace

/// The additions to a request that is sent again, with the responses of a legacy client.
struct ForwardedRequest::Repetition {
  int rounds = 0;
  std::string input_responses;  // the members of the object
  Json request_state;
};

ForwardedRequest::ForwardedRequest(RoutedRequest&& routed) : routed_(std::move(routed)) {
  if (routed_.is_tool_call() && routed_.arguments.is_absent()) routed_.arguments = Json("{}");
}

ForwardedRequest::~ForwardedRequest() {
  if (connection_ != nullptr) connection_->in_flight().abandon(id_, time_after_cancellation(server()));
  span_.fail("cancelled");
}

// --- to the server ---------------------------------------------------------------------------------------------------

void ForwardedRequest::send(Pass, RoutedRequest&& routed) {
  send(std::make_unique<ForwardedRequest>(std::move(routed)));
}

void ForwardedRequest::send(Self self) {
  if (!self->client().is_open()) return;
  servers::Server& server = self->server();
  const base::TraceScope scope(server.host(), self->client());
  if (servers::ServerRun* run = server.ready_run()) {
    if (refuse_withheld(self->routed_)) return;
    return send_to(*run, std::move(self));
  }

  Caller& caller = self->client();
  const UntilCancelled waiting(caller, std::move(self));
  server.when_ready([waiting](const Result<servers::ServerRun*>& ready) {
    std::optional<Self> waited = waiting.extract();
    if (!waited) return;
    if (!ready) return handle_failure(*std::move(waited), ready.error());
    RoutedRequest& routed = (*waited)->routed_;
    if (refuse_withheld(routed)) return;
    if ((*waited)->lacks_its_tool(**ready)) return refuse(routed, tool_not_found(**routed.server, routed.target));
    send_to(**ready, *std::move(waited));
  });
}

/// Whether the called tool is not among those that the server lists since its start, or filters hide it there.
/// A server that lists none yet may list them a moment later, and is sent the call.
bool ForwardedRequest::lacks_its_tool(const servers::ServerRun& run) const {
  if (!routed_.is_tool_call() || run.items(protocol::ListKind::tools).empty()) return false;
  return !server().catalog().has_tool(routed_.target.tool);
}

void ForwardedRequest::send_to(servers::ServerRun& run, Self self) {
  ForwardedRequest& request = *self;
  RoutedRequest& routed = request.routed_;
  detail::ClientRequest& client = request.client();
  request.is_modern_run_ = is_modern(run.revision());
  if (!request.is_modern_run_ && client.identity().is_modern && !client.request_state().is_absent()) {
    return client.fail({ErrorKind::invalid_argument, "requestState: no suspended request has it (any more)"});
  }
  servers::ServerConnection& connection = run.connection();
  request.id_ = connection.next_id();
  const jsonrpc::Id id(request.id_);
  request.begin_span(protocol::name_of(run.revision()));
  Message message = jsonrpc::begin_request(id, routed.method);
  message.append("{");
  bool has_members = !routed.members.empty() || routed.is_tool_call();
  if (!routed.members.empty()) message.append(params_for(request.server(), routed.members));
  if (routed.is_tool_call()) request.append_call(message);
  if (request.is_modern_run_) has_members = request.append_repetition(message, has_members);
  end_with_metadata(message, routed, has_members, request.metadata(), id);

  client.on_cancel([&connection, sent = request.id_](const Json& reason) { connection.cancel(sent, reason); });
  if (request.server().configured().is_confined()) routed.denials = denials_of(request.server());
  request.connection_ = &connection;
  request.was_sent_ = !connection.has_ended();
  connection.in_flight().add(request.id_, client);
  // "It MUST block the response until the task reaches a terminal status" ("basic/utilities/tasks", Result Retrieval).
  const bool waits_for_task = base::is_literal(routed.method, "tasks/result");
  const auto limit = waits_for_task ? jsonrpc::PendingRequests::kNoLimit : request.server().configured().call_limit();
  connection.request(request.id_, std::move(message), limit, std::move(self));
}

/// Within the span of the client's request, if that is traced.
void ForwardedRequest::begin_span(std::string_view revision) {
  if (!client().has_options()) return;
  const Json traced = client().option(kTraceOption);
  if (traced.is_absent()) return;
  Host& host = server().host();
  const std::string_view name = routed_.is_tool_call() ? routed_.target.tool : routed_.name;
  span_ =
      protocol::begin_request_span(host.extension<TraceSink>(), SpanKind::client, routed_.method,
                                   protocol::span_target(routed_.method, name), request_context(traced, host.json()));
  span_.set("jsonrpc.request.id", std::to_string(id_));
  span_.set("mcp.protocol.version", std::string(revision));
  span_.set("network.transport", server().configured().entry().transport == "stdio" ? "pipe" : "tcp");
  span_.set("mcp_workbench.toolbox", server().toolbox());
  span_.set("mcp_workbench.server", server().name());
}

void ForwardedRequest::append_call(Message& message) {
  const std::string& tool = routed_.target.tool;
  const servers::ToolOnServer* const other = server().catalog().on_server(tool);
  message.append("\"name\":").append(json::quoted(other == nullptr ? tool : other->name));
  message.append(",\"arguments\":");
  message.append(other == nullptr ? routed_.arguments : servers::arguments_for_server(routed_.arguments, *other));
  if (is_modern_run_) return;
  ask_for_task(message);
  if (!server().login().is_possible()) routed_.arguments = {};  // it is not sent again
}

/// As the client does; or because its server runs the tool as a task only.
void ForwardedRequest::ask_for_task(Message& message) {
  if (!routed_.task.is_absent()) {
    if (routed_.progress_id != nullptr) *routed_.progress_id = id_;
    message.append(",\"task\":").append(routed_.task);
    return;
  }
  drives_task_ = server().catalog().task_support_of(routed_.target.tool) == protocol::TaskSupport::required;
  if (drives_task_) message.append(",\"task\":{}");
}

// A modern client repeats the request itself, and what it repeats passes as it came; for a legacy client InputRound has
// collected the responses.
bool ForwardedRequest::append_repetition(Message& message, bool has_members) const {
  const auto begin_member = [&](std::string_view name) -> Message& {
    return message.append(std::exchange(has_members, true) ? "," : "").append(name);
  };
  const Json responses = client().input_responses();
  const Json state = repetition_ == nullptr ? client().request_state() : repetition_->request_state;
  if (repetition_ != nullptr && !repetition_->input_responses.empty()) {
    begin_member("\"inputResponses\":{").append(repetition_->input_responses).append("}");
  } else if (!responses.is_absent()) {
    begin_member("\"inputResponses\":").append(responses);
  }
  if (!state.is_absent()) begin_member("\"requestState\":").append(state);
  return has_members;
}

// --- to the client ---------------------------------------------------------------------------------------------------

void ForwardedRequest::handle_response(std::unique_ptr<PendingRequest> self, Response response) {
  servers::InFlightRequests& in_flight = std::exchange(connection_, nullptr)->in_flight();
  const auto* reason = std::get_if<Error>(&response);
  if (reason != nullptr && reason->kind == ErrorKind::timed_out) {
    in_flight.abandon(id_, time_after_cancellation(server()));
  } else {
    in_flight.remove(id_);
  }
  server().record_call(reason);
  if (!drives_task_ || !std::holds_alternative<Json>(response)) end_span(response);
  handle_outcome(std::move(self), std::move(response));
}

void ForwardedRequest::handle_outcome(std::unique_ptr<PendingRequest> self, Response response) {
  if (const auto* reason = std::get_if<Error>(&response)) {
    static_cast<void>(self.release());
    return handle_failure(Self(this), was_sent_ ? with_unknown_outcome(*reason) : *reason);
  }
  if (const auto* error = std::get_if<PeerError>(&response)) return handle_error(std::move(self), *error);
  handle_result(std::move(self), std::get<Json>(std::move(response)));
}

void ForwardedRequest::handle_result(std::unique_ptr<PendingRequest> self, Json result) {
  if (result.kind() != JsonKind::object) result = json::as_object(result);
  if (result.kind() != JsonKind::object) return fail({ErrorKind::protocol, "the server's result is not an object"});
  if (drives_task_ && follow_task(self, result)) return;
  if (drives_task_) end_span(result);
  if (!is_modern_run_) return answer_with_legacy_result(routed_, std::move(result));
  auto read = protocol::read_server_result(result, routed_.method);
  if (!read) return fail(read.error());
  const bool asks = read->type == protocol::ServerResult::Type::input_required;
  if (asks && !client().identity().is_modern) return handle_input_required(std::move(self), std::move(read->required));
  answer_with_modern_result(routed_, std::move(result), *read);
}

/// For a legacy client, which does not repeat the request itself.
void ForwardedRequest::handle_input_required(std::unique_ptr<PendingRequest> self, protocol::InputRequired required) {
  if (repetition_ == nullptr) repetition_ = std::make_unique<Repetition>();
  if (++repetition_->rounds > kMaxRounds) {
    return fail(
        {ErrorKind::protocol, "the server asks for more input after " + std::to_string(kMaxRounds) + " rounds"});
  }
  static_cast<void>(self.release());
  ask_client(Self(this), std::move(required));
}

void ForwardedRequest::ask_client(Self self, protocol::InputRequired required) {
  EventLoop& loop = server().host().loop();
  Caller& caller = client();
  const Json state = required.request_state;
  InputRound::run(loop, caller, std::move(required),
                  [self = std::move(self), state](Result<std::string> responses) mutable {
                    if (!responses) return self->fail(responses.error());
                    self->repetition_->input_responses = *std::move(responses);
                    self->repetition_->request_state = state;
                    send(std::move(self));
                  });
}

bool ForwardedRequest::follow_task(std::unique_ptr<PendingRequest>& self, const Json& result) {
  const Json created = protocol::created_task(result, is_modern_run_);
  if (created.is_absent()) return false;
  auto task = protocol::read_task(created);
  if (!task) {
    fail(task.error());
    return true;
  }
  DrivenTask::Call call{*routed_.server, client(), id_, {}};
  if (is_modern_run_) call.modern_meta = metadata();
  static_cast<void>(self.release());
  DrivenTask::follow(std::move(call), *std::move(task), [request = Self(this)](Response outcome) mutable {
    handle_end_of_task(std::move(request), std::move(outcome));
  });
  return true;
}

/// The call was carried out, at least in part: whatever the task has ended with, it is not sent again.
void ForwardedRequest::handle_end_of_task(Self self, Response outcome) {
  ForwardedRequest& ended = *self;
  ended.end_span(outcome);
  if (const auto* reason = std::get_if<Error>(&outcome)) {
    return ended.fail(LoginRound::with_advice(with_unknown_outcome(*reason), ended.client()));
  }
  if (const auto* error = std::get_if<PeerError>(&outcome)) return answer_with_error(ended.routed_, *error);
  ended.drives_task_ = false;
  ended.handle_result(std::move(self), std::get<Json>(std::move(outcome)));
}

void ForwardedRequest::handle_error(std::unique_ptr<PendingRequest> self, const PeerError& error) {
  if (is_modern_run_ && routed_.is_tool_call() && !drives_task_ && !routed_.takes_tasks &&
      protocol::needs_tasks_extension(error)) {
    drives_task_ = true;
    static_cast<void>(self.release());
    return send(Self(this));
  }
  answer_with_error(
      routed_, reads_as_missing_resource() ? protocol::resource_error_for_legacy_client(error, routed_.name) : error);
}

/// Whether the server's error may be about a resource in the words of another era. In a repetition, more than the URI
/// may be invalid.
bool ForwardedRequest::reads_as_missing_resource() const {
  const bool is_translated = is_modern_run_ && !client().identity().is_modern;
  return is_translated && routed_.method == "resources/read" && repetition_ == nullptr;
}

/// The server has not answered. If it demands a login, it has not carried out the request either, which is sent again
/// when the user has logged in.
void ForwardedRequest::handle_failure(Self self, const Error& reason) {
  ForwardedRequest& failed = *self;
  Caller& caller = failed.client();
  const base::TraceScope scope(failed.server().host(), failed.client());
  const int earlier_logins = failed.routed_.logins++;
  retry_after_login(*failed.routed_.server, caller, earlier_logins, reason,
                    [self = std::move(self)](const Result<void>& outcome) mutable {
                      if (outcome) return send(std::move(self));
                      self->fail(outcome.error());
                    });
}

void ForwardedRequest::fail(const Error& reason) {
  end_span(Response(reason));
  answer_with_failure(routed_, reason);
}

void ForwardedRequest::end_span(const Response& response) {
  if (!span_.is_open()) return;
  const auto* const result = std::get_if<Json>(&response);
  const Json is_error = result == nullptr ? Json() : json::member(*result, "isError");
  protocol::set_outcome(span_, response, std::nullopt, is_error.text() == "true");
  span_.end();
}

// "Progress notifications MUST only reference tokens that were provided in an active request" ("basic/utilities/
// progress"): a client that has given none gets none.
void ForwardedRequest::handle_progress(const Json& params) {
  if (!client().wants_progress()) return;
  client().report_progress_members(
      json::members_without(params, [](std::string_view key) { return key == "progressToken" || key == "_meta"; }));
}

}  // namespace workbench::gateway
