#include "clients/legacy_dispatcher.hpp"

#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/errors.hpp"
#include "protocol/implementation.hpp"
#include "protocol/notification.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::clients {

using jsonrpc::Envelope;
using jsonrpc::ReplyTarget;

namespace {

constexpr std::size_t kLargeRequest = 64 * 1024;

/// From an `initialize`; kept as long as the session.
constexpr std::size_t kMaxInitialize = 256 * 1024;

}  // namespace

LegacyDispatcher::LegacyDispatcher(const SessionParts& parts, MethodDispatcher& methods)
    : host_(parts.host),
      toolboxes_(parts.backend.toolboxes()),
      outgoing_(parts.outgoing),
      requests_(parts.requests),
      methods_(methods),
      input_requests_(parts.input_requests),
      watched_(parts.watched),
      principal_(parts.principal) {}

void LegacyDispatcher::dispatch(const Envelope& request, ReplyTarget target) {
  const std::string& method = request.method;
  if (method == "initialize") return initialize(request, target);
  if (method == "ping") return outgoing_.respond(target, jsonrpc::write_result(target.id, Json("{}")));
  if (!negotiation_) {
    return outgoing_.respond_error(
        target, jsonrpc::kInvalidParams,
        "This session has not been initialized: send \"initialize\" first (protocol versions " +
            protocol::revision_names() + "), or name the version " +
            std::string(protocol::name_of(protocol::kModernRevision)) +
            " and the client's capabilities in params._meta, under \"" + std::string(protocol::kProtocolVersionKey) +
            "\" and \"" + std::string(protocol::kClientCapabilitiesKey) + "\"");
  }
  if (!methods_.serves(method, negotiation_->revision)) {
    return outgoing_.respond_error(target, jsonrpc::kMethodNotFound, "Method not found: " + method);
  }
  if (method == "logging/setLevel") return set_log_level(request, target);
  if (method == "resources/subscribe") return subscribe(request, std::move(target));
  if (method == "resources/unsubscribe") return unsubscribe(request, std::move(target));
  if (!methods_.has_room(target)) return;
  OwnedRequest added = add_request(std::move(target), json::member(request.params, "_meta"));
  if (const auto kind = protocol::listed_by(method)) return methods_.list(*kind, request.params, std::move(added));
  methods_.forward(method, request.params, std::move(added));
}

void LegacyDispatcher::call_tool(Result<ToolCallParams> call, const Json& params, ReplyTarget target) {
  if (!call) return outgoing_.respond_error(target, jsonrpc::kInvalidParams, call.error().message);
  if (!methods_.has_room(target)) return;
  OwnedRequest added = add_request(std::move(target), std::move(call->meta));
  methods_.call_tool(*std::move(call), params, std::move(added));
}

OwnedRequest LegacyDispatcher::add_request(ReplyTarget target, Json meta) {
  // The metadata is kept until the answer, and must not keep a large request with it.
  if (target.size > kLargeRequest && !meta.is_absent()) meta = Json(std::string(meta.text()));
  return requests_.add(std::make_unique<LegacyRequest>(requests_, host_, *negotiation_, input_requests_,
                                                       std::move(target), std::move(meta), toolboxes_));
}

void LegacyDispatcher::initialize(const Envelope& request, const ReplyTarget& target) {
  const Span span = methods_.tracing().begin(request.method, request.params, target);
  if (negotiation_) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidRequest, "This session is initialized already");
  }
  if (target.size > kMaxInitialize) {
    return outgoing_.respond_error(
        target, jsonrpc::kInvalidParams,
        "initialize: the request is larger than " + std::to_string(kMaxInitialize) + " bytes");
  }
  const Json requested = json::member(request.params, "protocolVersion");
  if (requested.kind() != JsonKind::string) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidParams,
                                   "initialize: params.protocolVersion must be a string");
  }
  const Json capabilities = json::member(request.params, "capabilities");
  if (const auto bounded = protocol::check_bounds_of_capabilities(capabilities); !bounded) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidParams,
                                   "initialize: params.capabilities " + bounded.error().message);
  }
  // "If the server supports the requested protocol version, it MUST respond with the same version. Otherwise, the
  // server MUST respond with another protocol version it supports" ("basic/lifecycle", Version Negotiation).
  Negotiation& negotiation = negotiation_.emplace();
  negotiation.revision = protocol::find_revision(json::characters(requested)).value_or(protocol::kLatestLegacyRevision);
  CallerIdentity& identity = *negotiation.identity;
  identity.principal = principal_;
  if (capabilities.kind() == JsonKind::object) identity.capabilities = capabilities;
  identity.implementation = json::member(request.params, "clientInfo");
  identity.client_info = protocol::read_client_info(identity.implementation);
  identity.implementation = protocol::valid_implementation(identity.implementation);

  JsonWriter result;
  result.object().member("protocolVersion", protocol::name_of(negotiation.revision));
  methods_.serve_with(methods_.backend().for_client(identity.client_info));
  declared_ = methods_.backend().declared_capabilities(negotiation.revision);
  result.member("capabilities", declared_);
  result.key("serverInfo");
  protocol::write_implementation(result, protocol::has_titles(negotiation.revision));
  result.member("instructions", methods_.backend().instructions(identity.client_info)).end();
  outgoing_.respond(target, jsonrpc::write_result(target.id, std::move(result).json()));
  host_.log(LogLevel::debug, "client",
            "initialized by " +
                (identity.client_info.name.empty() ? "a client without a name" : identity.client_info.name) +
                " with protocol version " + std::string(protocol::name_of(negotiation.revision)));
}

bool LegacyDispatcher::has_declared(std::string_view capability) const {
  return !json::member(declared_, capability).is_absent();
}

void LegacyDispatcher::set_log_level(const Envelope& request, const ReplyTarget& target) {
  const std::string level = json::characters(json::member(request.params, "level"));
  if (!protocol::is_log_level(level)) {
    return outgoing_.respond_error(
        target, jsonrpc::kInvalidParams,
        "logging/setLevel: params.level must be one of debug, info, notice, warning, error, critical, "
        "alert and emergency");
  }
  negotiation_->identity->log_level = level;
  methods_.backend().set_log_level(level);
  outgoing_.respond(target, jsonrpc::write_result(target.id, Json("{}")));
}

// The client receives the server's answer. A subscription that the server refuses, or to a resource that no server
// has, does not count ("server/resources", section Subscriptions). Only the number of new ones is limited.
void LegacyDispatcher::subscribe(const Envelope& request, ReplyTarget target) {
  const Json value = json::member(request.params, "uri");
  if (value.kind() != JsonKind::string) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidParams, request.method + ": params.uri must be a string");
  }
  const std::string uri = json::characters(value);
  if (uri.size() > RequestQuota::kMaxUri) {
    return outgoing_.respond_error(
        target, jsonrpc::kInvalidParams,
        request.method + ": params.uri is longer than " + std::to_string(RequestQuota::kMaxUri) + " bytes");
  }
  const bool is_new = uris_.count(uri) == 0;
  if (is_new && uris_.size() >= RequestQuota::kMaxWatchedResources) {
    return outgoing_.respond_error(target, jsonrpc::kInternalError,
                                   "resources/subscribe: this session is subscribed to " +
                                       std::to_string(RequestQuota::kMaxWatchedResources) +
                                       " resources, the most that are possible; unsubscribe from some");
  }
  if (!is_new && !methods_.has_room(target)) return;
  uris_.insert(uri);
  OwnedRequest added = add_request(std::move(target), {});
  auto scopes = added->scopes();
  watched_.update_and_await(uri, std::move(scopes),
                            [this, uri, is_new, added = std::move(added)](const Response& response) mutable {
                              finish_subscription(uri, is_new, std::move(added), response);
                            });
}

/// A request whose token grants too little does not end a subscription that an earlier token has granted.
void LegacyDispatcher::finish_subscription(const std::string& uri, bool is_new, OwnedRequest request,
                                           const Response& response) {
  if (std::holds_alternative<Json>(response)) return request->result(Json("{}"));
  const auto* const failure = std::get_if<Error>(&response);
  if (is_new || failure == nullptr || failure->kind != ErrorKind::forbidden) {
    uris_.erase(uri);
    watched_.update();
  }
  if (const auto* error = std::get_if<PeerError>(&response)) return request->error(*error);
  const Error why = failure->within("resources/subscribe");
  if (why.kind != ErrorKind::not_found) return request->fail(why);
  request->error(protocol::resource_not_found(uri, why.message));
}

// If no server answers, no server notifies of the resource any more.
void LegacyDispatcher::unsubscribe(const Envelope& request, ReplyTarget target) {
  const Json value = json::member(request.params, "uri");
  if (value.kind() != JsonKind::string) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidParams, request.method + ": params.uri must be a string");
  }
  const std::string uri = json::characters(value);
  if (uris_.erase(uri) == 0) return outgoing_.respond(target, jsonrpc::write_result(target.id, Json("{}")));
  if (!methods_.has_room(target)) return watched_.update();
  OwnedRequest added = add_request(std::move(target), {});
  watched_.update_and_await(uri, nullptr, [added = std::move(added)](const Response& response) {
    if (const auto* error = std::get_if<PeerError>(&response)) return added->error(*error);
    added->result(Json("{}"));
  });
}

}  // namespace workbench::clients
