#include "clients/modern_dispatcher.hpp"

#include <optional>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "clients/request_params.hpp"
#include "clients/subscriptions.hpp"
#include "clients/suspended_requests.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/input_required.hpp"
#include "protocol/compat/results.hpp"
#include "protocol/tasks.hpp"

namespace workbench::clients {

using jsonrpc::Envelope;
using jsonrpc::ReplyTarget;

namespace {

bool is_legacy_only(std::string_view method) {
  return method == "initialize" || method == "ping" || method == "logging/setLevel" ||
         method == "resources/subscribe" || method == "resources/unsubscribe";
}

/// Whether it is a request about tasks, or asks to be notified of them.
bool speaks_of_tasks(const Envelope& request) {
  if (request.method.starts_with("tasks/")) return true;
  if (request.method != "subscriptions/listen") return false;
  const Json filter = json::member(request.params, "notifications");
  return !json::member(filter, "taskIds").is_absent();
}

}  // namespace

ModernDispatcher::ModernDispatcher(const SessionParts& parts, MethodDispatcher& methods)
    : host_(parts.host),
      backend_(parts.backend),
      toolboxes_(parts.backend.toolboxes()),
      outgoing_(parts.outgoing),
      requests_(parts.requests),
      methods_(methods),
      subscriptions_(parts.subscriptions),
      suspended_(parts.suspended),
      principal_(parts.principal) {}

void ModernDispatcher::dispatch(const Envelope& request, const Json& meta, ReplyTarget target) {
  is_used_ = true;
  const std::string& method = request.method;
  auto metadata = protocol::read_request_metadata(meta);
  if (!metadata) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidParams, method + ": " + metadata.error().message);
  }
  const std::string_view served = protocol::name_of(protocol::kModernRevision);
  if (metadata->version != served) {
    JsonWriter data;
    data.object().key("supported").array().string(served).end().member("requested", metadata->version).end();
    return outgoing_.respond_error(target, jsonrpc::kUnsupportedProtocolVersion,
                                   "Unsupported protocol version: requests that name their version are served in " +
                                       std::string(served) + "; " + protocol::revision_names() +
                                       " begin with \"initialize\"",
                                   std::move(data).json());
  }
  keep_capabilities(metadata->capabilities);
  methods_.serve_with(backend_.for_client(metadata->client_info));
  if (method == "server/discover") {
    const Span span = methods_.tracing().begin(method, request.params, target);
    return discover(target, metadata->client_info);
  }
  if (speaks_of_tasks(request) && methods_.serves("tasks/get", protocol::kModernRevision) &&
      !protocol::has_tasks_extension(metadata->capabilities)) {
    return outgoing_.respond(target, jsonrpc::write_error(target.id, protocol::tasks_extension_is_missing(method)));
  }
  if (method == "subscriptions/listen") return listen(request, target);
  if (is_legacy_only(method) || !methods_.serves(method, protocol::kModernRevision)) {
    return outgoing_.respond_error(target, jsonrpc::kMethodNotFound, "Method not found: " + method);
  }
  auto repetition = protocol::read_repetition(request.params);
  if (!repetition) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidParams, repetition.error().within(method).message);
  }
  if (!methods_.has_room(target)) return;
  ModernRequest::Sending sending{method,    request.params, meta, *std::move(metadata), *std::move(repetition),
                                 principal_};
  const std::string state = json::characters(sending.repetition.request_state);
  if (protocol::may_be_repeated(method) && RequestStateSigner::is_ours(state)) {
    return resume(state, std::move(sending), std::move(target));
  }
  serve(std::move(sending), std::move(target));
}

// Before anything is answered: what is known of servers from earlier runs, and declared of it, depends on them. A copy:
// they are kept until the next request, and by servers that are started meanwhile, and must not keep the request alive.
// Nearly every request has the same ones as the request before.
void ModernDispatcher::keep_capabilities(const Json& capabilities) {
  if (latest_capabilities_.text() == capabilities.text()) return;
  latest_capabilities_ = Json(std::string(capabilities.text()));
}

// Answers at once and starts nothing: a client may exist only for this one request ("server/discover").
void ModernDispatcher::discover(const ReplyTarget& target, const ClientInfo& client) {
  JsonWriter result;
  result.object().key("supportedVersions").array().string(protocol::name_of(protocol::kModernRevision)).end();
  result.member("capabilities", methods_.backend().declared_capabilities(protocol::kModernRevision));
  result.member("instructions", methods_.backend().instructions(client)).end();
  outgoing_.respond(target, protocol::write_modern_result(target.id, "server/discover", std::move(result).json()));
}

void ModernDispatcher::listen(const Envelope& request, const ReplyTarget& target) {
  const Json filter = json::member(request.params, "notifications");
  if (const auto checked = check_subscription_filter(filter); !checked) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidParams,
                                   checked.error().within("subscriptions/listen").message);
  }
  // Its response is sent when the subscription ends, which a batch cannot wait for.
  if (target.batch != nullptr) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidRequest,
                                   "subscriptions/listen: send it on its own, not in a batch");
  }
  if (target.id.raw().size() > Subscriptions::kMaxId) {
    return outgoing_.respond_error(
        target, jsonrpc::kInvalidRequest,
        "subscriptions/listen: the id is longer than " + std::to_string(Subscriptions::kMaxId) + " bytes");
  }
  if (const auto admitted = subscriptions_.admit(); !admitted) {
    return outgoing_.respond_error(target, jsonrpc::kInternalError, admitted.error().message);
  }
  subscriptions_.add(target, filter, methods_.backend().capabilities(protocol::kModernRevision));
}

void ModernDispatcher::serve(ModernRequest::Sending sending, ReplyTarget target) {
  const std::string method = sending.method;
  const Json params = sending.params;
  OwnedRequest request = requests_.add(
      std::make_unique<ModernRequest>(requests_, suspended_, host_, std::move(target), std::move(sending), toolboxes_));
  if (const auto kind = protocol::listed_by(method)) return methods_.list(*kind, params, std::move(request));
  if (method != "tools/call") return methods_.forward(method, params, std::move(request));
  auto call = read_tool_call(params);
  if (!call) return request->fail(call.error());
  methods_.call_tool(*std::move(call), params, std::move(request));
}

void ModernDispatcher::resume(std::string_view state, ModernRequest::Sending sending, ReplyTarget target) {
  const auto refuse = [&](const Scopes* former, const ModernRequest* waiting) -> std::optional<Error> {
    if (auto weaker = backend_.refuse_weaker(former, target.scopes.get())) return weaker;
    if (waiting == nullptr) return std::nullopt;
    const auto checked = waiting->check_responses(sending.repetition.input_responses);
    return checked ? std::nullopt : std::optional(checked.error());
  };
  const auto found = suspended_.extract(state, sending.method, sending.params, refuse);
  if (!found && found.error().kind == ErrorKind::forbidden) {
    Message response = jsonrpc::write_error(
        target.id, jsonrpc::error_object(jsonrpc::kInvalidRequest, sending.method + ": " + found.error().message));
    response.needed_scopes = found.error().scopes;
    return outgoing_.respond(target, std::move(response));
  }
  if (!found) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidParams, sending.method + ": " + found.error().message);
  }
  if (!found->error.is_absent()) return outgoing_.respond(target, jsonrpc::write_error(target.id, found->error));
  if (found->request == nullptr) {
    return outgoing_.respond(target, protocol::write_modern_result(target.id, sending.method, found->result));
  }
  found->request->resume(requests_, std::move(target), std::move(sending));
}

}  // namespace workbench::clients
