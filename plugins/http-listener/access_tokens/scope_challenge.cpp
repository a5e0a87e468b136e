#include "access_tokens/scope_challenge.hpp"

#include <algorithm>
#include <utility>

#include "access_tokens/protected_resource.hpp"

namespace workbench::http {

ScopeChallenge::ScopeChallenge(const AccessTokenSettings& settings)
    : resource_metadata_(metadata_url(settings.resource)), scopes_(settings.scopes) {}

Response ScopeChallenge::response(Message error) const {
  Scopes needed = scopes_;
  for (const std::string& scope : error.needed_scopes) {
    if (std::find(needed.begin(), needed.end(), scope) == needed.end()) needed.push_back(scope);
  }
  std::string challenge = R"(Bearer error="insufficient_scope", scope=")";
  for (const std::string& scope : needed) challenge.append(&scope == &needed.front() ? "" : " ").append(scope);
  challenge += '"';
  if (!resource_metadata_.empty()) challenge.append(", resource_metadata=\"").append(resource_metadata_).append("\"");
  Response response = json_response(403, std::move(error));
  response.headers.add("WWW-Authenticate", std::move(challenge));
  return response;
}

}  // namespace workbench::http
