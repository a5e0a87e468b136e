// The part of a client session that serves requests that say for themselves what they need ("basic/index" of
// 2026-07-28). Nothing here looks at what came before on the connection.

#include <array>
#include <utility>

#include "clients/session.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/modern_result.hpp"

namespace workbench::clients {

using jsonrpc::Envelope;

namespace {

bool is_legacy_only(std::string_view method) {
  return method == "initialize" || method == "ping" || method == "logging/setLevel" ||
         method == "resources/subscribe" || method == "resources/unsubscribe";
}

/// Whether a client repeats a request of this method with what it was asked for.
bool may_be_repeated(std::string_view method) {
  return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

}  // namespace

void ClientSession::handle_modern_request(const jsonrpc::Envelope& request, const Json& meta,
                                          jsonrpc::ReplyAddress address) {
  const std::string& method = request.method;
  auto metadata = protocol::read_request_metadata(meta);
  if (!metadata) return answer_error(address, jsonrpc::kInvalidParams, method + ": " + metadata.error().message);
  if (metadata->version != protocol::name_of(protocol::kModernRevision)) {
    return answer_error(address, jsonrpc::kUnsupportedProtocolVersion,
                        "Unsupported protocol version: requests that name their version are served in " +
                            std::string(protocol::name_of(protocol::kModernRevision)) + "; " +
                            protocol::revision_names() + " begin with \"initialize\"",
                        Json("{\"supported\":[\"" + std::string(protocol::name_of(protocol::kModernRevision)) +
                             "\"],\"requested\":" + json::quoted(metadata->version) + "}"));
  }
  if (method == "server/discover") return discover(address.id, read_client_info(metadata->client_info));
  if (method == "subscriptions/listen") return listen(request, address);
  if (is_legacy_only(method) || !serves(method, protocol::kModernRevision)) {
    return answer_error(address, jsonrpc::kMethodNotFound, "Method not found: " + method);
  }
  if (!negotiation_) capabilities_ = metadata->capabilities;
  if (!has_room(address)) return;
  const std::string state = json::characters(json::member(request.params, "requestState"));
  if (may_be_repeated(method) && RequestStateSigner::is_ours(state)) {
    return resume(state, request, meta, *std::move(metadata), std::move(address));
  }
  SessionRequestHome& home = *this;
  dispatch_modern(std::make_unique<ModernRequest>(home, suspended_, host_, std::move(address), method, request.params,
                                                  *std::move(metadata)));
}

// Answers at once and starts nothing: a client may live for this one request ("server/discover").
void ClientSession::discover(const jsonrpc::Id& id, const ClientInfo& client) {
  const Json capabilities = offer_.capabilities(protocol::kModernRevision);
  std::string result = "{\"supportedVersions\":[\"" + std::string(protocol::name_of(protocol::kModernRevision)) +
                       "\"],\"capabilities\":";
  result.append(capabilities.text()).append(",\"instructions\":").append(json::quoted(offer_.instructions(client)));
  Message message = protocol::write_modern_result(id, "server/discover", Json(result.append("}")));
  message.related_request = id.raw();
  send(std::move(message));
}

void ClientSession::listen(const jsonrpc::Envelope& request, const jsonrpc::ReplyAddress& address) {
  const Json filter = json::member(request.params, "notifications");
  if (filter.kind() != JsonKind::object) {
    return answer_error(address, jsonrpc::kInvalidParams,
                        "subscriptions/listen: params.notifications must be an object");
  }
  if (listens_.size() >= host_.limits().calls_in_flight) {
    return answer_error(address, jsonrpc::kInternalError, "Too many subscriptions at once; end some");
  }
  listens_.begin(address.id, filter, offer_.capabilities(protocol::kModernRevision), host_.json());
  update_watched();
}

void ClientSession::dispatch_modern(std::unique_ptr<ModernRequest> request) {
  const std::string method = request->method();
  const Json params = request->params();
  if (const auto kind = protocol::listed_by(method)) return serve_list(*kind, params, std::move(request));
  if (method != "tools/call") return serve_by_a_server(method, params, std::move(request));

  constexpr std::array<std::string_view, 2> kNames{"name", "arguments"};
  std::array<Json, 2> found;
  const auto repeated = json::pick_members(params, kNames, found);
  auto& [name, arguments] = found;
  const auto invalid = [&](const std::string& what) {
    enter(std::move(request)).fail({ErrorKind::invalid_argument, "tools/call: " + what});
  };
  if (repeated) return invalid("params says \"" + std::string(*repeated) + "\" twice");
  if (name.kind() != JsonKind::string) return invalid("params.name must be a string");
  if (!arguments.is_absent() && arguments.kind() != JsonKind::object) {
    return invalid("params.arguments must be an object");
  }
  serve_tool_call(json::characters(name), std::move(arguments), params, std::move(request));
}

void ClientSession::resume(std::string_view state, const jsonrpc::Envelope& request, const Json& meta,
                           protocol::RequestMetadata metadata, jsonrpc::ReplyAddress address) {
  const auto found = suspended_.take(state, request.method, request.params);
  if (!found) return answer_error(address, jsonrpc::kInvalidParams, request.method + ": " + found.error().message);
  if (!found->error.is_absent()) return answer(address, jsonrpc::write_error(address.id, found->error));
  if (found->request == nullptr)
    return answer(address, protocol::write_modern_result(address.id, request.method, found->result));
  requests_.emplace(address.id, found->request);
  SessionRequestHome& home = *this;
  found->request->resume(home, std::move(address), meta, std::move(metadata),
                         json::member(request.params, "inputResponses"));
}

}  // namespace workbench::clients
