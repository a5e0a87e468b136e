#include "mcp/message_head.hpp"

#include <array>
#include <utility>

#include "http-shared/json_text.hpp"
#include "http-shared/mirrored_name.hpp"

namespace workbench::http {
namespace {

Error invalid(const char* what) {
  return {ErrorKind::invalid_argument, what};
}

bool is_id(const Json& id) {
  return id.kind() == JsonKind::string || id.kind() == JsonKind::number;
}

/// Some clients write both members of a response, and null for the one that is not meant.
bool is_meant(const Json& member) {
  return !member.is_absent() && member.kind() != JsonKind::null;
}

/// Whether a message without a method is a response (JSON-RPC 2.0, section 5), read as the host reads it.
Result<void> check_response(const Json& id, const Json& result, const Json& error) {
  if (result.is_absent() && !is_meant(error)) return invalid("a message needs `method`, `result` or `error`");
  if (is_meant(result) && is_meant(error)) return invalid("`error` excludes `result`");
  if (!is_meant(error) && id.is_absent()) return invalid("a result needs the `id` of its request");
  return {};
}

void read_params(const Json& params, MessageHead& head, const JsonAccess& json) {
  if (head.method == "notifications/cancelled") {
    head.cancelled = member(json, params, "requestId");
  }
  const MirroredName mirrored = mirrored_name(head.method);
  const std::string_view name = mirrored.member;
  const std::array<std::string_view, 2> names{"_meta", name.empty() ? "name" : name};
  std::array<Json, 2> found;
  if (!json.pick(params, names, found)) return;
  if (!name.empty() && found[1].kind() == JsonKind::string) {
    head.has_name = true;
    head.requires_name = mirrored.is_required;
    head.name = string_or_empty(json, found[1]);
  }
  constexpr std::array<std::string_view, 2> kMetadata{"io.modelcontextprotocol/protocolVersion",
                                                      "io.modelcontextprotocol/clientCapabilities"};
  std::array<Json, 2> metadata;
  if (!json.pick(found[0], kMetadata, metadata) || metadata[0].is_absent()) return;
  head.is_modern = true;
  head.protocol_version = string_or_empty(json, metadata[0]);
  if (metadata[1].kind() == JsonKind::object) head.capabilities = metadata[1];
  head.has_complete_metadata = !head.protocol_version.empty() && metadata[1].kind() == JsonKind::object;
}

}  // namespace

Result<MessageHead> read_head(const CheckedMessage& message, const JsonAccess& json) {
  if (message.whole.kind() != JsonKind::object) return invalid("the message must be a JSON object");
  if (message.repeated) return invalid("duplicate member in the message");
  const Json& id = message.id;
  const Json& method = message.method;
  const Json& params = message.params;
  const Json& result = message.result;
  const Json& error = message.error;
  if (string_or_empty(json, message.jsonrpc) != "2.0") return invalid("`jsonrpc` must be \"2.0\"");
  // "If there was an error in detecting the id in the Request object ..., it MUST be Null." (JSON-RPC 2.0, section 5)
  const bool is_of_unknown_request = id.kind() == JsonKind::null && method.is_absent() && is_meant(error);
  if (!id.is_absent() && !is_id(id) && !is_of_unknown_request) return invalid("`id` must be a string or a number");

  MessageHead head;
  if (!is_of_unknown_request) head.id = id;
  if (method.is_absent()) {
    if (auto response = check_response(id, result, error); !response) return std::move(response).error();
    head.kind = MessageHead::Kind::response;
    return head;
  }
  if (!result.is_absent() || !error.is_absent()) return invalid("`method` excludes `result` and `error`");
  head.kind = id.is_absent() ? MessageHead::Kind::notification : MessageHead::Kind::request;
  // JSON-RPC has arrays, MCP has not. The host answers a request with one itself; a notification gets no answer but
  // this.
  const bool may_be_array = head.kind == MessageHead::Kind::request && params.kind() == JsonKind::array;
  if (!params.is_absent() && params.kind() != JsonKind::object && !may_be_array) {
    return invalid("`params` must be an object");
  }
  auto name = json.characters(method);
  if (!name) return invalid("`method` must be a string");
  head.method = *std::move(name);
  read_params(params, head, json);
  return head;
}

std::string_view readable_id(const CheckedMessage& message) {
  const bool is_certain = !message.repeated && is_id(message.id);
  return is_certain ? message.id.text() : std::string_view();
}

std::string normalize_id(std::string_view id, const JsonAccess& json) {
  if (id.find('\\') == std::string_view::npos) return std::string(id);
  const auto characters = json.characters(Json(std::string(id)));
  return characters ? json.quoted(*characters) : std::string(id);
}

bool is_legacy_version(std::string_view version) {
  return version == "2024-11-05" || version == "2025-03-26" || version == "2025-06-18" || version == "2025-11-25";
}

}  // namespace workbench::http
