#include "mcp/error_code.hpp"

#include <charconv>
#include <string>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::mcp {
namespace {

constexpr int kResourceNotFound = -32002;        // until 2025-11-25
constexpr int kUrlElicitationRequired = -32042;  // of 2025-11-25

/// 0 for what is no integer.
int code_of(const Json& object) {
  const Json code = jsonrpc::member(object, "code");
  int value = 0;
  const std::string_view text = code.text();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

Json with_code(const PeerError& error, int code) {
  std::string text = "{\"code\":" + std::to_string(code) + ",\"message\":" + jsonrpc::quoted(error.message);
  const Json data = jsonrpc::member(error.object, "data");
  if (!data.is_absent()) text.append(",\"data\":").append(data.text());
  return Json(text + "}");
}

}  // namespace

Json for_handshake_era(const PeerError& error) {
  const int code = code_of(error.object);
  return code <= -32020 && code >= -32022 ? with_code(error, jsonrpc::kInternalError) : error.object;
}

std::optional<Json> urls_to_visit(const PeerError& error, const JsonAccess& json) {
  if (code_of(error.object) != kUrlElicitationRequired) return std::nullopt;
  const auto elicitations = json.elements(jsonrpc::member(jsonrpc::member(error.object, "data"), "elicitations"));
  if (!elicitations || elicitations->empty()) return std::nullopt;
  std::string text = R"({"resultType":"input_required","inputRequests":{)";
  for (const Json& elicitation : *elicitations) {
    const Json url = jsonrpc::member(elicitation, "url");
    const Json message = jsonrpc::member(elicitation, "message");
    if (url.kind() != JsonKind::string) return std::nullopt;
    if (text.back() != '{') text += ',';
    text.append("\"u").append(std::to_string(text.size())).append(R"(":{"method":"elicitation/create","params":{)");
    text.append(R"("mode":"url","message":)").append(message.kind() == JsonKind::string ? message.text() : "\"\"");
    text.append(",\"url\":").append(url.text()).append("}}");
  }
  return Json(text.append("}}"));
}

Json needs_url_mode(const PeerError& error) {
  return Json("{\"code\":" + std::to_string(jsonrpc::kMissingClientCapability) + ",\"message\":" +
              jsonrpc::quoted(error.message) + R"(,"data":{"requiredCapabilities":{"elicitation":{"url":{}}}}})");
}

Json for_stateless_era(const PeerError& error) {
  const int code = code_of(error.object);
  if (code == kResourceNotFound) return with_code(error, jsonrpc::kInvalidParams);
  const bool is_older = code <= -32000 && code >= -32019;
  const bool is_reserved = code <= -32023 && code >= -32099;
  return is_older || is_reserved ? with_code(error, jsonrpc::kInternalError) : error.object;
}

}  // namespace workbench::mcp
