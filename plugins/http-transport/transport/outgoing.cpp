#include "transport/outgoing.hpp"

#include <array>
#include <utility>

namespace workbench::http::remote {
namespace {

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";

std::string_view name_key(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  if (method == "resources/read") return "uri";
  if (method == "tasks/get" || method == "tasks/update" || method == "tasks/cancel") return "taskId";
  return {};
}

}  // namespace

Json member(const JsonAccess& json, const Json& object, std::string_view name) {
  const std::array names{name};
  std::array<Json, 1> found;
  if (!json.pick(object, names, found)) return {};
  return found[0];
}

std::string text_of(const JsonAccess& json, const Json& value) {
  auto characters = json.characters(value);
  return characters ? *std::move(characters) : std::string();
}

Outgoing read_outgoing(const JsonAccess& json, const Message& message) {
  Outgoing outgoing;
  std::string text;
  text.reserve(message.size());
  for (const Message::Piece piece : message.pieces()) text.append(piece.text());
  outgoing.text = std::make_shared<const std::string>(std::move(text));

  constexpr std::array<std::string_view, 3> kNames{"method", "id", "params"};
  std::array<Json, 3> found;
  const Json whole(outgoing.text, *outgoing.text);
  if (!json.pick(whole, kNames, found)) return outgoing;
  outgoing.method = text_of(json, found[0]);
  outgoing.id = found[1];
  if (outgoing.method.empty()) return outgoing;

  const std::array<std::string_view, 4> names{"_meta", "arguments", "requestId", name_key(outgoing.method)};
  std::array<Json, 4> params;
  if (!json.pick(found[2], names, params)) return outgoing;
  outgoing.version = text_of(json, member(json, params[0], kVersionKey));
  if (outgoing.method == "tools/call") outgoing.arguments = params[1];
  if (outgoing.method == "notifications/cancelled") outgoing.cancelled = params[2];
  if (!names[3].empty()) outgoing.name = params[3];
  return outgoing;
}

std::string error_answer(const JsonAccess& json, const Json& id, std::string_view text) {
  std::string answer = "{\"jsonrpc\":\"2.0\",\"id\":";
  answer.append(id.text()).append(",\"error\":{\"code\":-32603,\"message\":");
  return answer.append(json.quoted(text)).append("}}");
}

Incoming read_incoming(const JsonAccess& json, const Json& message) {
  constexpr std::array<std::string_view, 4> kNames{"id", "result", "error", "method"};
  std::array<Json, 4> found;
  if (!json.pick(message, kNames, found)) return {};
  return {found[0], found[1], found[2], !found[3].is_absent()};
}

}  // namespace workbench::http::remote
