#include "jsonrpc/write.hpp"

#include <array>
#include <charconv>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/visible_text.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"

namespace workbench::jsonrpc {
namespace {

constexpr std::string_view kHead = R"({"jsonrpc":"2.0")";

/// The bytes of a head without its id and method, so that a small message is one allocation.
constexpr std::size_t kHeadRoom = 64;

/// The bytes to reserve behind the head for a payload: none if it will be shared instead of copied.
std::size_t room_for(const Json& payload) {
  const std::size_t size = payload.text().size();
  return size < Message::kShareFrom ? size : 0;
}

std::string head(const Id& id, std::size_t room) {
  std::string text;
  text.reserve(kHeadRoom + id.raw().size() + room);
  text.append(kHead);
  if (!id.is_absent()) text.append(R"(,"id":)").append(id.raw());
  return text;
}

std::string call_head(const Id& id, std::string_view method, std::size_t room) {
  std::string text = head(id, method.size() + room);
  text.append(R"(,"method":)");
  json::append_quoted(text, method);
  return text;
}

Message write_call(const Id& id, std::string_view method, const Json& params) {
  std::string text = call_head(id, method, room_for(params));
  if (params.is_absent()) return Message(std::move(text.append("}")));
  Message message(std::move(text.append(R"(,"params":)")));
  return std::move(message.append(params).append("}"));
}

/// Most params and results that are composed of several pieces fit in here.
constexpr std::size_t kPiecesRoom = 512;

}  // namespace

Message write_request(const Id& id, std::string_view method, const Json& params) {
  return write_call(id, method, params);
}

Message write_notification(std::string_view method, const Json& params) {
  return write_call({}, method, params);
}

Message write_result(const Id& id, const Json& result) {
  Message message(std::move(head(id, room_for(result)).append(R"(,"result":)")));
  message.is_response = true;
  if (result.is_absent()) return std::move(message.append("{}}"));
  return std::move(message.append(result).append("}"));
}

Message write_error(const Id& id, int code, std::string_view message, const Json& data) {
  std::string text = head(id, kHeadRoom + message.size() + message.size() / 8 + room_for(data));
  std::array<char, 12> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), code);
  text.append(R"(,"error":{"code":)").append(digits.data(), end).append(R"(,"message":)");
  json::append_quoted(text, message);
  Message written(std::move(text.append(data.is_absent() ? "}}" : R"(,"data":)")));
  written.is_response = true;
  written.error_code = code;
  if (data.is_absent()) return written;
  return std::move(written.append(data).append("}}"));
}

Message write_error(const Id& id, const Json& error) {
  Message written(std::move(head(id, room_for(error)).append(R"(,"error":)")));
  written.is_response = true;
  written.error_code = code_of(error);
  return std::move(written.append(error).append("}"));
}

int code_of(const Json& error) {
  const Json code = json::member(error, "code");
  const std::string_view text = code.text();
  int value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc() && end == text.data() + text.size() ? value : 0;
}

Json error_object(int code, std::string_view message, const Json& data) {
  JsonWriter writer(kHeadRoom + message.size() + data.text().size());
  writer.object().member("code", code).member("message", base::visible_text(message));
  writer.optional_member("data", data).end();
  return std::move(writer).json();
}

Message begin_request(const Id& id, std::string_view method) {
  return Message(std::move(call_head(id, method, kPiecesRoom).append(R"(,"params":)")));
}

Message begin_result(const Id& id) {
  Message message(std::move(head(id, kPiecesRoom).append(R"(,"result":)")));
  message.is_response = true;
  return message;
}

}  // namespace workbench::jsonrpc
