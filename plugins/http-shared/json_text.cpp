#include "http-shared/json_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <workbench/json_writer.hpp>

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

bool has_more_elements(const Json& array, std::size_t max) {
  const std::string_view text = array.text();
  std::size_t elements = 1;  // or none, which makes no difference
  std::size_t depth = 0;
  for (std::size_t at = 1; at < text.size() && elements <= max; ++at) {
    switch (text[at]) {
      case '"':
        while (text[++at] != '"') at += text[at] == '\\' ? 1U : 0U;
        break;
      case '[':
      case '{': ++depth; break;
      case ']':
      case '}': depth -= depth > 0 ? 1U : 0U; break;
      case ',': elements += depth == 0 ? 1U : 0U; break;
      default: break;
    }
  }
  return elements > max;
}

std::string error_response(std::string_view id, int code, std::string_view message) {
  JsonWriter writer;
  writer.object().member("jsonrpc", "2.0");
  if (!id.empty()) writer.key("id").raw(id);
  writer.key("error").object().member("code", code).member("message", message).end().end();
  return std::move(writer).take();
}

Message outcome_unknown(std::string_view id, std::string_view reason) {
  constexpr int kInternalError = -32603;
  const std::string text = std::string(reason) + "; whether the request was carried out is not known";
  return Message(error_response(id, kInternalError, text));
}

}  // namespace workbench::http
