// The part of a client session that serves requests that say for themselves what they need ("basic/index" of
// 2026-07-28). Nothing here looks at what came before on the connection.

#include <array>
#include <utility>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"
#include "mcp/client_session.hpp"
#include "mcp/stateless_result.hpp"

namespace workbench::mcp {

using jsonrpc::Envelope;

namespace {

bool is_of_the_handshake_era(std::string_view method) {
  return method == "initialize" || method == "ping" || method == "logging/setLevel" ||
         method == "resources/subscribe" || method == "resources/unsubscribe";
}

/// Whether a client repeats a request of this method with what it was asked for.
bool may_be_repeated(std::string_view method) {
  return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

}  // namespace

void ClientSession::take_stateless_request(const Envelope& request, const Json& meta, ReplyAddress address) {
  const std::string& method = request.method;
  auto claim = read_claim(meta);
  if (!claim) return answer_error(address, jsonrpc::kInvalidParams, method + ": " + claim.error().message);
  if (claim->version != name_of(kStatelessRevision)) {
    return answer_error(address, jsonrpc::kUnsupportedProtocolVersion,
                        "Unsupported protocol version: requests that name their version are served in " +
                            std::string(name_of(kStatelessRevision)) + "; " + revision_names() +
                            " begin with \"initialize\"",
                        Json("{\"supported\":[\"" + std::string(name_of(kStatelessRevision)) +
                             "\"],\"requested\":" + jsonrpc::quoted(claim->version) + "}"));
  }
  if (method == "server/discover") return discover(address.id, read_client_info(claim->client_info));
  if (method == "subscriptions/listen") return listen(request, address);
  if (is_of_the_handshake_era(method) || !serves(method, kStatelessRevision)) {
    return answer_error(address, jsonrpc::kMethodNotFound, "Method not found: " + method);
  }
  if (!handshake_) capabilities_ = claim->capabilities;
  if (!has_room(address)) return;
  const std::string state = jsonrpc::characters(jsonrpc::member(request.params, "requestState"));
  if (may_be_repeated(method) && RequestSeal::is_ours(state)) {
    return resume(state, request, meta, *std::move(claim), std::move(address));
  }
  SessionRequestHome& home = *this;
  dispatch_stateless(std::make_unique<StatelessRequest>(home, parked_, host_, std::move(address), method,
                                                        request.params, *std::move(claim)));
}

// Answers at once and starts nothing: a client may live for this one request ("server/discover").
void ClientSession::discover(const jsonrpc::Id& id, const ClientInfo& client) {
  const Json capabilities = offer_.capabilities(kStatelessRevision);
  std::string result =
      "{\"supportedVersions\":[\"" + std::string(name_of(kStatelessRevision)) + "\"],\"capabilities\":";
  result.append(capabilities.text()).append(",\"instructions\":").append(jsonrpc::quoted(offer_.instructions(client)));
  Message message = write_stateless_result(id, "server/discover", Json(result.append("}")));
  message.related_request = id.raw();
  send(std::move(message));
}

void ClientSession::listen(const Envelope& request, const ReplyAddress& address) {
  const Json filter = jsonrpc::member(request.params, "notifications");
  if (filter.kind() != JsonKind::object) {
    return answer_error(address, jsonrpc::kInvalidParams,
                        "subscriptions/listen: params.notifications must be an object");
  }
  if (listens_.size() >= host_.limits().calls_in_flight) {
    return answer_error(address, jsonrpc::kInternalError, "Too many subscriptions at once; end some");
  }
  listens_.begin(address.id, filter, offer_.capabilities(kStatelessRevision), host_.json());
  tell_watched();
}

void ClientSession::dispatch_stateless(std::unique_ptr<StatelessRequest> request) {
  const std::string method = request->method();
  const Json params = request->params();
  if (const auto kind = listed_by(method)) return serve_list(*kind, params, std::move(request));
  if (method != "tools/call") return serve_by_a_server(method, params, std::move(request));

  constexpr std::array<std::string_view, 2> kNames{"name", "arguments"};
  std::array<Json, 2> found;
  const auto repeated = jsonrpc::pick_members(params, kNames, found);
  auto& [name, arguments] = found;
  const auto invalid = [&](const std::string& what) {
    enter(std::move(request)).fail({ErrorKind::invalid_argument, "tools/call: " + what});
  };
  if (repeated) return invalid("params says \"" + std::string(*repeated) + "\" twice");
  if (name.kind() != JsonKind::string) return invalid("params.name must be a string");
  if (!arguments.is_absent() && arguments.kind() != JsonKind::object) {
    return invalid("params.arguments must be an object");
  }
  serve_tool_call(jsonrpc::characters(name), std::move(arguments), params, std::move(request));
}

void ClientSession::resume(std::string_view state, const Envelope& request, const Json& meta, StatelessClaim claim,
                           ReplyAddress address) {
  const auto found = parked_.take(state, request.method, request.params);
  if (!found) return answer_error(address, jsonrpc::kInvalidParams, request.method + ": " + found.error().message);
  if (!found->error.is_absent()) return answer(address, jsonrpc::write_error(address.id, found->error));
  if (found->request == nullptr)
    return answer(address, write_stateless_result(address.id, request.method, found->result));
  requests_.emplace(address.id, found->request);
  SessionRequestHome& home = *this;
  found->request->resume(home, std::move(address), meta, std::move(claim),
                         jsonrpc::member(request.params, "inputResponses"));
}

}  // namespace workbench::mcp
