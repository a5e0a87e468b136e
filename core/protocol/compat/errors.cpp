#include "protocol/compat/errors.hpp"

#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::protocol {
namespace {

constexpr int kResourceNotFound = -32002;        // until 2025-11-25
constexpr int kUrlElicitationRequired = -32042;  // of 2025-11-25

/// 0 for what is no integer.
int code_of(const Json& object) {
  const Json code = json::member(object, "code");
  int value = 0;
  const std::string_view text = code.text();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

Json with_code(const PeerError& error, int code) {
  std::string text = "{\"code\":" + std::to_string(code) + ",\"message\":" + json::quoted(error.message);
  const Json data = json::member(error.object, "data");
  if (!data.is_absent()) text.append(",\"data\":").append(data.text());
  return Json(text + "}");
}

/// Where a client has to send its user.
struct Visit {
  Json url;      // a string
  Json message;  // a string too
};

/// Empty: `error` sends nobody anywhere.
std::vector<Visit> visits_of(const PeerError& error) {
  if (code_of(error.object) != kUrlElicitationRequired) return {};
  const auto elicitations = json::elements(json::member(json::member(error.object, "data"), "elicitations"));
  std::vector<Visit> visits;
  for (const Json& elicitation : elicitations) {
    Json url = json::member(elicitation, "url");
    Json message = json::member(elicitation, "message");
    if (url.kind() != JsonKind::string) return {};
    visits.push_back({std::move(url), message.kind() == JsonKind::string ? std::move(message) : Json("\"\"")});
  }
  return visits;
}

}  // namespace

Json for_legacy_era(const PeerError& error) {
  const int code = code_of(error.object);
  return code <= -32020 && code >= -32022 ? with_code(error, jsonrpc::kInternalError) : error.object;
}

std::optional<Json> urls_to_visit(const PeerError& error) {
  const std::vector<Visit> visits = visits_of(error);
  if (visits.empty()) return std::nullopt;
  std::string text = R"({"resultType":"input_required","inputRequests":{)";
  for (std::size_t number = 0; number != visits.size(); ++number) {
    if (number > 0) text += ',';
    text.append("\"u").append(std::to_string(number + 1)).append(R"(":{"method":"elicitation/create","params":{)");
    text.append(R"("mode":"url","message":)").append(visits[number].message.text());
    text.append(",\"url\":").append(visits[number].url.text()).append("}}");
  }
  return Json(text.append("}}"));
}

std::string urls_in_words(const PeerError& error) {
  std::string words;
  for (const Visit& visit : visits_of(error)) {
    words.append("; visit ").append(json::characters(visit.url)).append(" first");
    const std::string why = json::characters(visit.message);
    if (!why.empty()) words.append(" (").append(why).append(")");
  }
  return words;
}

Json needs_url_mode(const PeerError& error) {
  return Json("{\"code\":" + std::to_string(jsonrpc::kMissingClientCapability) + ",\"message\":" +
              json::quoted(error.message) + R"(,"data":{"requiredCapabilities":{"elicitation":{"url":{}}}}})");
}

Json for_modern_era(const PeerError& error) {
  const int code = code_of(error.object);
  if (code == kResourceNotFound) return with_code(error, jsonrpc::kInvalidParams);
  const bool is_older = code <= -32000 && code >= -32019;
  const bool is_reserved = code <= -32023 && code >= -32099;
  return is_older || is_reserved ? with_code(error, jsonrpc::kInternalError) : error.object;
}

}  // namespace workbench::protocol
