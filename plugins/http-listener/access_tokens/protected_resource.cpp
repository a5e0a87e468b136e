#include "access_tokens/protected_resource.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace workbench::http {
namespace {

constexpr std::string_view kWellKnown = "/.well-known/oauth-protected-resource";

std::string array_of(const JsonAccess& json, const std::vector<std::string>& texts) {
  std::string array = "[";
  for (const std::string& text : texts) array.append(array.size() == 1 ? "" : ",").append(json.quoted(text));
  return array + "]";
}

std::string metadata_of(const JsonAccess& json, const AccessTokenSettings& settings) {
  std::string text = "{\"resource\":" + json.quoted(settings.resource) +
                     ",\"authorization_servers\":" + array_of(json, settings.issuers);
  if (!settings.scopes.empty()) text += ",\"scopes_supported\":" + array_of(json, settings.scopes);
  return text + R"(,"bearer_methods_supported":["header"],"resource_name":"MCP Workbench"})";
}

std::string metadata_path(const std::string& resource) {
  const std::string url = metadata_url(resource);
  return url.substr(url.find('/', url.find("//") + 2));
}

std::string parameters_of(const AccessTokenSettings& settings) {
  std::string text = "resource_metadata=\"" + metadata_url(settings.resource) + "\"";
  if (settings.scopes.empty()) return text;
  std::string scopes;
  for (const std::string& scope : settings.scopes) scopes.append(scopes.empty() ? "" : " ").append(scope);
  return text + ", scope=\"" + scopes + "\"";
}

Response challenge(unsigned status, std::string header, std::string text) {
  Response response = text_response(status, std::move(text));
  response.headers.add("WWW-Authenticate", std::move(header));
  return response;
}

}  // namespace

// The well-known path is inserted between the host and the path of the resource (RFC 9728, section 3.1).
std::string metadata_url(const std::string& resource) {
  const std::size_t path = std::min(resource.find('/', resource.find("//") + 2), resource.size());
  const std::string_view rest = std::string_view(resource).substr(path);
  return resource.substr(0, path).append(kWellKnown).append(rest == "/" ? std::string_view() : rest);
}

ProtectedResource::ProtectedResource(const JsonAccess& json, const AccessTokenSettings& settings, std::string_view path)
    : paths_({std::string(kWellKnown), std::string(kWellKnown).append(path), metadata_path(settings.resource)}),
      metadata_(metadata_of(json, settings)),
      parameters_(parameters_of(settings)) {}

Response ProtectedResource::metadata(const ReceivedRequest& head, bool has_cors_headers) const {
  Response response;
  if (!has_cors_headers) {
    response.headers.add("Access-Control-Allow-Origin", "*");
    response.headers.add("Access-Control-Allow-Methods", "GET");
    // Clients in browsers send the header MCP-Protocol-Version, too.
    response.headers.add("Access-Control-Allow-Headers", "*");
  }
  if (head.method == "OPTIONS") {
    response.status = 204;
    return response;
  }
  response.headers.add("Content-Type", "application/json");
  response.headers.add("Cache-Control", "max-age=300");
  response.body = Message(metadata_);
  return response;
}

Response ProtectedResource::token_required() const {
  return challenge(401, "Bearer " + parameters_, "Token required: send Authorization: Bearer TOKEN.");
}

Response ProtectedResource::invalid_token() const {
  return challenge(
      401, R"(Bearer error="invalid_token", error_description="The access token is not accepted", )" + parameters_,
      "Invalid token.");
}

Response ProtectedResource::insufficient_scope() const {
  return challenge(
      403, R"(Bearer error="insufficient_scope", error_description="The access token lacks a scope", )" + parameters_,
      "The access token lacks a scope.");
}

}  // namespace workbench::http
