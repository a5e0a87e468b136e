// The part of a client session that serves requests without a protocol version of their own: the negotiation, and what
// follows from it ("basic/lifecycle" of 2025-11-25 and before).

#include <array>
#include <utility>

#include "clients/session.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/identity.hpp"
#include "protocol/logging_level.hpp"

namespace workbench::clients {

using jsonrpc::Envelope;

void ClientSession::initialize(const jsonrpc::Envelope& request, const jsonrpc::ReplyAddress& address) {
  if (negotiation_) {
    return answer_error(address, jsonrpc::kInvalidRequest, "This session is initialized already");
  }
  const std::string asked = json::characters(json::member(request.params, "protocolVersion"));
  if (asked.empty() || address.batch != nullptr) {
    return answer_error(address, jsonrpc::kInvalidParams, "initialize: params.protocolVersion must be a string");
  }
  // "If the server supports the requested protocol version, it MUST respond with the same version. Otherwise, the
  // server MUST respond with another protocol version it supports."
  negotiation_ = std::make_shared<Negotiation>();
  Negotiation& negotiation = *negotiation_;
  negotiation.revision = protocol::find_revision(asked).value_or(protocol::kLatestLegacyRevision);
  const Json capabilities = json::member(request.params, "capabilities");
  if (capabilities.kind() == JsonKind::object) negotiation.capabilities = capabilities;
  capabilities_ = negotiation.capabilities;
  negotiation.client_info = read_client_info(json::member(request.params, "clientInfo"));

  Message message = jsonrpc::begin_result(address.id);
  message.append("{\"protocolVersion\":\"")
      .append(protocol::name_of(negotiation.revision))
      .append("\",\"capabilities\":");
  message.append(offer_.capabilities(negotiation.revision)).append(",");
  message.append("\"serverInfo\":{\"name\":\"").append(protocol::kName).append("\"");
  if (protocol::has_titles(negotiation.revision)) message.append(",\"title\":\"").append(protocol::kTitle).append("\"");
  message.append(",\"version\":\"").append(protocol::version()).append("\"},\"instructions\":");
  message.append(json::quoted(offer_.instructions(negotiation.client_info))).append("}}");
  answer(address, std::move(message));
  note(LogLevel::debug,
       "initialized by " +
           (negotiation.client_info.name.empty() ? "a client without a name" : negotiation.client_info.name) +
           " with protocol version " + std::string(protocol::name_of(negotiation.revision)));
}

void ClientSession::handle_legacy_request(const jsonrpc::Envelope& request, jsonrpc::ReplyAddress address) {
  const std::string& method = request.method;
  if (method == "initialize") return initialize(request, address);
  if (method == "ping") return answer(address, jsonrpc::write_result(address.id, Json("{}")));
  if (!negotiation_) {
    return answer_error(address, jsonrpc::kInvalidParams,
                        "This session has not been initialized: send \"initialize\" first (protocol versions " +
                            protocol::revision_names() + "), or name the version " +
                            std::string(protocol::name_of(protocol::kModernRevision)) +
                            " and the client's capabilities in params._meta, under "
                            "\"io.modelcontextprotocol/protocolVersion\" and "
                            "\"io.modelcontextprotocol/clientCapabilities\"");
  }
  if (!serves(method, negotiation_->revision)) {
    return answer_error(address, jsonrpc::kMethodNotFound, "Method not found: " + method);
  }
  if (method == "logging/setLevel") return set_log_level(request, address);
  if (method == "resources/subscribe") return subscribe(request, address, true);
  if (method == "resources/unsubscribe") return subscribe(request, address, false);
  if (!has_room(address)) return;
  auto entered = legacy_request(std::move(address), json::member(request.params, "_meta"));
  if (const auto kind = protocol::listed_by(method)) return serve_list(*kind, request.params, std::move(entered));
  serve_by_a_server(method, request.params, std::move(entered));
}

std::unique_ptr<SessionRequest> ClientSession::legacy_request(jsonrpc::ReplyAddress address, Json meta) {
  SessionRequestHome& home = *this;
  return std::make_unique<LegacyRequest>(home, host_, negotiation_, input_requests_, std::move(address),
                                         std::move(meta));
}

void ClientSession::call_tool(const jsonrpc::Envelope& request, jsonrpc::ReplyAddress address) {
  constexpr std::array<std::string_view, 3> kNames{"name", "arguments", "_meta"};
  std::array<Json, 3> found;
  const auto invalid = [&](const std::string& what) {
    answer_error(address, jsonrpc::kInvalidParams, "tools/call: " + what);
  };
  if (request.params.kind() != JsonKind::object) return invalid("params must be an object");
  const auto repeated = json::pick_members(request.params, kNames, found);
  auto& [name, arguments, meta] = found;
  if (!protocol::requested_version(meta).is_absent()) return handle_modern_request(request, meta, std::move(address));
  if (repeated) return invalid("params says \"" + std::string(*repeated) + "\" twice");
  if (name.kind() != JsonKind::string) return invalid("params.name must be a string");
  if (arguments.kind() == JsonKind::null) arguments = {};
  if (!arguments.is_absent() && arguments.kind() != JsonKind::object)
    return invalid("params.arguments must be an object");
  if (!meta.is_absent() && meta.kind() != JsonKind::object) return invalid("params._meta must be an object");
  if (!has_room(address)) return;
  serve_tool_call(json::characters(name), std::move(arguments), request.params,
                  legacy_request(std::move(address), std::move(meta)));
}

void ClientSession::set_log_level(const jsonrpc::Envelope& request, const jsonrpc::ReplyAddress& address) {
  const std::string level = json::characters(json::member(request.params, "level"));
  if (!protocol::is_log_level(level)) {
    return answer_error(address, jsonrpc::kInvalidParams,
                        "logging/setLevel: params.level must be one of debug, info, notice, warning, error, critical, "
                        "alert and emergency");
  }
  negotiation_->log_level = level;
  offer_.want_log_level(level);
  answer(address, jsonrpc::write_result(address.id, Json("{}")));
}

void ClientSession::subscribe(const jsonrpc::Envelope& request, const jsonrpc::ReplyAddress& address, bool wants) {
  const std::string uri = json::characters(json::member(request.params, "uri"));
  if (uri.empty())
    return answer_error(address, jsonrpc::kInvalidParams, request.method + ": params.uri must be a string");
  if (wants) {
    subscribed_.insert(uri);
  } else {
    subscribed_.erase(uri);
  }
  update_watched();
  answer(address, jsonrpc::write_result(address.id, Json("{}")));
}

}  // namespace workbench::clients
