#include "access_tokens/access_token_settings.hpp"

#include <cstdlib>

namespace workbench::http {
namespace {

constexpr std::int64_t kMaxSkewSeconds = 600;

/// Whether it is an absolute http or https URL without query, fragment and blanks (RFC 8414, section 2; RFC 9728,
/// section 1.2). The Fetcher ensures that plain http is for this machine only.
bool is_url(std::string_view text) {
  const bool is_http = text.starts_with("https://") || text.starts_with("http://");
  return is_http && text.find_first_of("?#\" \t\\") == std::string_view::npos && text.size() > text.find("//") + 2;
}

void check_url(const std::string& option, const std::string& url, std::vector<OptionError>& errors) {
  if (is_url(url)) return;
  errors.push_back({option, "'" + url + "' is not a URL; write one like https://login.example.com"});
}

}  // namespace

bool is_scope(std::string_view text) {
  for (const char c : text) {
    if (c <= ' ' || c > '~' || c == '"' || c == '\\') return false;
  }
  return !text.empty();
}

AccessTokenSettings AccessTokenSettings::read(const Options& options, std::vector<OptionError>& errors) {
  AccessTokenSettings settings;
  settings.issuers = options.text_list("oauth.issuer");
  settings.resource = options.text("oauth.resource");
  settings.audience = options.text("oauth.audience", settings.resource);
  settings.principal_claim = options.text("oauth.principalClaim", "sub");
  settings.scopes = options.text_list("oauth.scopes");
  settings.introspection = {options.text("oauth.introspection.url"), options.text("oauth.introspection.clientId"),
                            options.text("oauth.introspection.clientSecretVariable")};
  settings.accepts_id_tokens = options.flag("oauth.acceptIdTokens", false);
  const std::int64_t skew = options.number("oauth.clockSkewSeconds", 60);
  settings.clock_skew = std::chrono::seconds(skew);
  if (skew < 0 || skew > kMaxSkewSeconds) {
    errors.push_back({"oauth.clockSkewSeconds", std::to_string(skew) + " is out of range; it must be from 0 to " +
                                                    std::to_string(kMaxSkewSeconds)});
  }
  for (const std::string& issuer : settings.issuers) check_url("oauth.issuer", issuer, errors);
  if (!settings.resource.empty()) check_url("oauth.resource", settings.resource, errors);
  for (const std::string& scope : settings.scopes) {
    if (!is_scope(scope)) errors.push_back({"oauth.scopes", "'" + scope + "' is not a scope"});
  }
  const IntrospectionEndpoint& introspection = settings.introspection;
  if (!introspection.url.empty()) {
    check_url("oauth.introspection.url", introspection.url, errors);
    if (introspection.client_id.empty() || introspection.client_secret_variable.empty()) {
      errors.push_back(
          {"oauth.introspection.url",
           "needs listener.http.oauth.introspection.clientId and "
           "listener.http.oauth.introspection.clientSecretVariable, by which the workbench authenticates"});
    } else if (std::getenv(introspection.client_secret_variable.c_str()) == nullptr) {
      errors.push_back({"oauth.introspection.clientSecretVariable",
                        "the environment variable " + introspection.client_secret_variable + " is not set; set it"});
    }
  }
  if (!settings.is_on() && (!settings.resource.empty() || !settings.audience.empty() || !settings.scopes.empty() ||
                            !introspection.url.empty())) {
    errors.push_back({"oauth.issuer", "is missing; name the authorization server whose tokens are accepted"});
  }
  return settings;
}

void AccessTokenSettings::set_default_resource(const std::string& endpoint) {
  if (resource.empty()) resource = endpoint;
  if (audience.empty()) audience = resource;
}

}  // namespace workbench::http
