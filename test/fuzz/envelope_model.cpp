#include "envelope_model.hpp"

#include <rapidjson/document.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <array>

namespace {

using Kind = ModelMessage::Kind;

Kind parse(std::string_view text, rapidjson::Document& document) {
  constexpr unsigned kFlags = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag;
  if (text.find('\0') != std::string_view::npos) return Kind::not_json;  // RapidJSON takes it for the end of the text
  rapidjson::MemoryStream stream(text.data(), text.size());
  document.ParseStream<kFlags, rapidjson::UTF8<>>(stream);
  if (!document.HasParseError()) return Kind::refused;
  switch (document.GetParseError()) {
    case rapidjson::kParseErrorNumberTooBig:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid: return Kind::unknown;
    default: return Kind::not_json;
  }
}

std::string written(const rapidjson::Value* value) {
  if (value == nullptr) return {};
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer, rapidjson::UTF8<>, rapidjson::UTF8<>, rapidjson::CrtAllocator,
                    rapidjson::kWriteNanAndInfFlag>
      writer(buffer);
  value->Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

/// RapidJSON passes a low surrogate that no high one precedes, written as if it were a character; others replace it.
bool has_lone_surrogate(std::string_view text) {
  for (std::size_t at = text.find('\xED'); at != std::string_view::npos; at = text.find('\xED', at + 1)) {
    if (at + 1 != text.size() && static_cast<unsigned char>(text[at + 1]) >= 0xA0) return true;
  }
  return false;
}

bool is_id(const rapidjson::Value* value) {
  return value != nullptr && (value->IsString() || value->IsNumber());
}

}  // namespace

ModelMessage read_model(std::string_view text) {
  ModelMessage message;
  rapidjson::Document document;
  message.kind = parse(text, document);
  if (message.kind != Kind::refused || !document.IsObject()) return message;

  constexpr std::array<std::string_view, 6> kNames{"jsonrpc", "id", "method", "params", "result", "error"};
  std::array<const rapidjson::Value*, kNames.size()> found{};
  // Not a range-based for: in C++20 the comparison of RapidJSON's iterators is ambiguous.
  const rapidjson::Value& object = document;
  for (auto member = object.MemberBegin(); member < object.MemberEnd(); ++member) {
    const std::string_view name(member->name.GetString(), member->name.GetStringLength());
    for (std::size_t index = 0; index != kNames.size(); ++index) {
      if (name != kNames[index]) continue;
      if (found[index] != nullptr) return message;  // a member that is there twice
      found[index] = &member->value;
    }
  }
  const auto [version, id, method, params, result, error] = found;
  message.id = written(id);
  message.result = written(result);
  message.error = written(error);

  if (version == nullptr || !version->IsString()) return message;
  if (std::string_view(version->GetString(), version->GetStringLength()) != "2.0") return message;
  if (method != nullptr) {
    if (result != nullptr || error != nullptr || !method->IsString()) return message;
    if (id != nullptr && !is_id(id)) return message;
    if (params != nullptr && !params->IsObject() && !params->IsArray()) return message;
    message.method.assign(method->GetString(), method->GetStringLength());
    message.params = written(params);  // which mean nothing in a response
    message.kind = id == nullptr ? Kind::notification : Kind::request;
    if (has_lone_surrogate(message.method)) message.kind = Kind::unknown;
  } else if (result != nullptr) {
    if (error == nullptr && is_id(id)) message.kind = Kind::result;
  } else if (error != nullptr && error->IsObject()) {
    if (id == nullptr || id->IsNull() || is_id(id)) message.kind = Kind::error;
  }
  return message;
}

std::string normalized(std::string_view value) {
  rapidjson::Document document;
  return parse(value, document) == Kind::refused ? written(&document) : std::string();
}

long elements_of(std::string_view text) {
  rapidjson::Document document;
  if (parse(text, document) != Kind::refused || !document.IsArray()) return -1;
  return static_cast<long>(document.Size());
}
