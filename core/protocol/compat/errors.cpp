#include "protocol/compat/errors.hpp"

#include <string>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/input_required.hpp"

namespace workbench::protocol {
namespace {

constexpr int kResourceNotFound = -32002;        // until 2025-11-25
constexpr int kUrlElicitationRequired = -32042;  // of 2025-11-25

Json with_code(const PeerError& error, int code) {
  return jsonrpc::error_object(code, error.message, json::member(error.object, "data"));
}

/// The elicitations of a URLElicitationRequiredError; none: it is another error.
std::vector<Json> elicitations_in(const PeerError& error) {
  if (jsonrpc::code_of(error.object) != kUrlElicitationRequired) return {};
  return json::elements(json::member(json::member(error.object, "data"), "elicitations"));
}

/// A URL to which a client has to send its user, and why.
struct Visit {
  Json url;      // a string
  Json message;  // a string, perhaps an empty one
};

/// Empty: `error` is no URLElicitationRequiredError.
std::vector<Visit> visits_of(const PeerError& error) {
  std::vector<Visit> visits;
  for (const Json& elicitation : elicitations_in(error)) {
    Json url = json::member(elicitation, "url");
    Json message = json::member(elicitation, "message");
    if (url.kind() != JsonKind::string) return {};
    visits.push_back({std::move(url), message.kind() == JsonKind::string ? std::move(message) : Json("\"\"")});
  }
  return visits;
}

/// What the modern era has assigned of the codes that it reserves for itself, -32020 to -32099. Codes from -32000 to
/// -32019 have no meaning in it ("basic/index", section Error Codes).
constexpr bool is_of_modern_era(int code) {
  return code <= jsonrpc::kHeaderMismatch && code >= jsonrpc::kUnsupportedProtocolVersion;
}

}  // namespace

Json for_legacy_era(const PeerError& error) {
  return is_of_modern_era(jsonrpc::code_of(error.object)) ? with_code(error, jsonrpc::kInternalError) : error.object;
}

PeerError resource_not_found(std::string_view uri, std::string message) {
  JsonWriter data;
  data.object().member("uri", uri).end();
  return {jsonrpc::error_object(kResourceNotFound, message, std::move(data).json()), std::move(message)};
}

PeerError resource_error_for_legacy_client(const PeerError& error, std::string_view uri) {
  if (jsonrpc::code_of(error.object) != jsonrpc::kInvalidParams) return error;
  if (json::member(error.object, "data").is_absent()) return resource_not_found(uri, error.message);
  return {with_code(error, kResourceNotFound), error.message};
}

Json for_modern_era(const PeerError& error) {
  const int code = jsonrpc::code_of(error.object);
  if (code == kResourceNotFound) return with_code(error, jsonrpc::kInvalidParams);
  const bool is_reserved = code <= -32000 && code >= -32099;
  return is_reserved && !is_of_modern_era(code) ? with_code(error, jsonrpc::kInternalError) : error.object;
}

std::vector<Json> elicitation_ids_of(const PeerError& error) {
  std::vector<Json> ids;
  for (const Json& elicitation : elicitations_in(error)) ids.push_back(json::member(elicitation, "elicitationId"));
  return ids;
}

std::optional<Json> urls_to_visit(const PeerError& error) {
  const std::vector<Visit> visits = visits_of(error);
  if (visits.empty()) return std::nullopt;
  InputRequired required;
  for (const Visit& visit : visits) {
    JsonWriter params;
    params.object().member("mode", "url").member("message", visit.message).member("url", visit.url).end();
    required.input_requests.emplace_back("u" + std::to_string(required.input_requests.size() + 1),
                                         InputRequest{"elicitation/create", std::move(params).json()});
  }
  return write_input_required(required);
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

PeerError needs_url_mode_in_words(const PeerError& error) {
  const std::string message = error.message + urls_in_words(error);
  return {jsonrpc::error_object(jsonrpc::kInternalError, message), message};
}

Json needs_url_mode(const PeerError& error) {
  return jsonrpc::error_object(jsonrpc::kMissingClientCapability, error.message,
                               Json(R"({"requiredCapabilities":{"elicitation":{"url":{}}}})"));
}

}  // namespace workbench::protocol
