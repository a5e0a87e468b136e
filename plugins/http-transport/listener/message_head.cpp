#include "listener/message_head.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace workbench::http {
namespace {

Error invalid(const char* what) {
  return {ErrorKind::invalid_argument, what};
}

bool is_id(const Json& id) {
  return id.kind() == JsonKind::string || id.kind() == JsonKind::number;
}

std::string_view name_member(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  if (method == "resources/read") return "uri";
  return {};
}

void read_params(const Json& params, MessageHead& head, const JsonAccess& json) {
  if (head.method == "notifications/cancelled") {
    constexpr std::array<std::string_view, 1> kRequest{"requestId"};
    std::array<Json, 1> request;
    static_cast<void>(json.pick(params, kRequest, request));
    head.cancelled = request[0].text();
  }
  const std::string_view name = name_member(head.method);
  const std::array<std::string_view, 2> names{"_meta", name.empty() ? "name" : name};
  std::array<Json, 2> found;
  if (!json.pick(params, names, found)) return;
  if (!name.empty() && found[1].kind() == JsonKind::string) {
    head.has_name = true;
    if (auto text = json.characters(found[1])) head.name = *std::move(text);
  }
  constexpr std::array<std::string_view, 2> kClaim{"io.modelcontextprotocol/protocolVersion",
                                                   "io.modelcontextprotocol/clientCapabilities"};
  std::array<Json, 2> metadata;
  if (!json.pick(found[0], kClaim, metadata) || metadata[0].is_absent()) return;
  head.has_claim = true;
  if (auto version = json.characters(metadata[0])) head.requested_version = *std::move(version);
  if (metadata[1].kind() == JsonKind::object) head.capabilities = metadata[1].text();
  head.is_claim_whole = !head.requested_version.empty() && metadata[1].kind() == JsonKind::object;
}

}  // namespace

Result<MessageHead> read_head(const Json& message, const JsonAccess& json) {
  constexpr std::array<std::string_view, 4> kNames{"jsonrpc", "id", "method", "params"};
  std::array<Json, 4> found;
  const auto picked = json.pick(message, kNames, found);
  if (!picked) return invalid("A message must be a JSON object");
  if (picked->repeated) return invalid("A message must not say the same thing twice");
  const auto& [version, id, method, params] = found;
  const auto spoken = json.characters(version);
  if (!spoken || *spoken != "2.0") return invalid("`jsonrpc` must be \"2.0\"");
  if (!id.is_absent() && !is_id(id)) return invalid("`id` must be a string or a number");

  MessageHead head;
  head.id = id.text();
  if (method.is_absent()) {
    head.kind = MessageHead::Kind::response;
    return head;
  }
  head.kind = id.is_absent() ? MessageHead::Kind::notification : MessageHead::Kind::request;
  auto name = json.characters(method);
  if (!name) return invalid("`method` must be a string");
  head.method = *std::move(name);
  read_params(params, head, json);
  return head;
}

std::string same_in_all_spellings(const std::string& id, const JsonAccess& json) {
  if (id.find('\\') == std::string::npos) return id;
  const auto characters = json.characters(Json(id));
  return characters ? json.quoted(*characters) : id;
}

std::string error_response(const std::string& id, int code, const std::string& message, const JsonAccess& json) {
  std::string text = R"({"jsonrpc":"2.0")";
  if (!id.empty()) text.append(",\"id\":").append(id);
  return text.append(",\"error\":{\"code\":" + std::to_string(code) + ",\"message\":")
      .append(json.quoted(message))
      .append("}}");
}

}  // namespace workbench::http
