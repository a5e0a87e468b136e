#include "shared/json_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace workbench::http {

std::string join(const Message& message) {
  std::string text;
  text.reserve(message.size());
  for (const Message::Piece piece : message.pieces()) text.append(piece.text());
  return text;
}

void remove_line_breaks(std::string& message) {
  std::replace_if(
      message.begin(), message.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
}

Json member(const JsonAccess& json, const Json& object, std::string_view name) {
  const std::array names{name};
  std::array<Json, 1> found;
  if (!json.pick(object, names, found)) return {};
  return found[0];
}

std::string string_or_empty(const JsonAccess& json, const Json& value) {
  auto characters = json.characters(value);
  return characters ? *std::move(characters) : std::string();
}

std::string error_response(const JsonAccess& json, std::string_view id, int code, std::string_view message) {
  std::string text = R"({"jsonrpc":"2.0")";
  if (!id.empty()) text.append(",\"id\":").append(id);
  text.append(",\"error\":{\"code\":").append(std::to_string(code)).append(",\"message\":");
  return text.append(json.quoted(message)).append("}}");
}

}  // namespace workbench::http
