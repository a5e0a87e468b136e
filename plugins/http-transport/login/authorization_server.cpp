#include "login/authorization_server.hpp"

#include <algorithm>
#include <string_view>

#include "http-shared/json_text.hpp"
#include "http/url.hpp"
#include "login/issuer.hpp"
#include "login/oauth_refusal.hpp"

namespace workbench::http::login {
namespace {

constexpr std::size_t kMaxElements = 1'000;

Error refused(std::string what) {
  return {ErrorKind::protocol, std::move(what)};
}

/// The strings of an array; empty for anything else.
std::vector<std::string> texts_in(const JsonAccess& json, const Json& array) {
  std::vector<std::string> texts;
  if (array.kind() != JsonKind::array || has_more_elements(array, kMaxElements)) return texts;
  const auto elements = json.elements(array);
  for (const Json& element : *elements) {
    std::string text = string_or_empty(json, element);
    if (!text.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

bool is_true(const Json& value) {
  return value.kind() == JsonKind::boolean && value.text() == "true";
}

/// Without a query, and without a slash at its end.
std::string_view path_of(std::string_view target) {
  target = target.substr(0, target.find('?'));
  if (target.ends_with('/')) target.remove_suffix(1);
  return target;
}

/// Whether requests to `url` are requests to `resource`.
bool covers(const std::string& resource, const std::string& url) {
  const auto protected_url = transport::parse_url(resource);
  const auto requested = transport::parse_url(url);
  if (!protected_url || !requested || !have_same_origin(*protected_url, *requested)) return false;
  const std::string_view path = path_of(protected_url->target);
  const std::string_view own = path_of(requested->target);
  return own.starts_with(path) && (own.size() == path.size() || own[path.size()] == '/');
}

/// Only the origins are shown: paths and queries may contain keys.
std::string describe_other_resource(const std::string& resource, const std::string& url) {
  const std::string text = "its protected-resource metadata is of another resource than the URL of the server";
  const auto named = transport::parse_url(resource);
  const auto own = transport::parse_url(url);
  if (!named || !own || have_same_origin(*named, *own)) return text + R"(; check "url")";
  return text + " (" + visible_text(named->origin()) + ", not " + own->origin() +
         R"(); use that URL if it is right, else the server must know its public URL (behind a proxy))";
}

}  // namespace

Result<ResourceMetadata> read_protected_resource(const JsonAccess& json, const std::string& text,
                                                 const std::string& url) {
  const auto metadata = json.checked(text);
  if (!metadata || metadata->kind() != JsonKind::object)
    return refused("its protected-resource metadata is not a JSON object");
  ResourceMetadata resource;
  resource.resource = string_or_empty(json, member(json, *metadata, "resource"));
  if (!covers(resource.resource, url)) return refused(describe_other_resource(resource.resource, url));
  resource.authorization_servers = texts_in(json, member(json, *metadata, "authorization_servers"));
  const Json scopes = member(json, *metadata, "scopes_supported");
  resource.has_scopes = scopes.kind() == JsonKind::array;
  resource.scopes = texts_in(json, scopes);
  return resource;
}

Result<AuthorizationServer> read_authorization_server(const JsonAccess& json, const std::string& text,
                                                      const std::string& issuer) {
  const auto metadata = json.checked(text);
  if (!metadata || metadata->kind() != JsonKind::object)
    return refused("the metadata of " + issuer + " is not a JSON object");
  const auto text_of = [&](std::string_view name) { return string_or_empty(json, member(json, *metadata, name)); };
  const auto list_of = [&](std::string_view name) { return texts_in(json, member(json, *metadata, name)); };
  AuthorizationServer server;
  server.issuer = text_of("issuer");
  if (!issuer.empty() && !is_same_issuer(server.issuer, issuer)) {
    return refused(describe_other_issuer(issuer, server.issuer));
  }
  server.authorization_endpoint = text_of("authorization_endpoint");
  server.token_endpoint = text_of("token_endpoint");
  if (server.token_endpoint.empty()) return refused("the metadata of " + issuer + " names no token endpoint");
  server.registration_endpoint = text_of("registration_endpoint");
  server.revocation_endpoint = text_of("revocation_endpoint");
  server.scopes = list_of("scopes_supported");
  server.authentication_methods = list_of("token_endpoint_auth_methods_supported");
  server.signing_algorithms = list_of("token_endpoint_auth_signing_alg_values_supported");
  const auto challenges = list_of("code_challenge_methods_supported");
  server.has_pkce = std::find(challenges.begin(), challenges.end(), "S256") != challenges.end();
  server.sends_issuer = is_true(member(json, *metadata, "authorization_response_iss_parameter_supported"));
  server.takes_metadata_documents = is_true(member(json, *metadata, "client_id_metadata_document_supported"));
  return server;
}

}  // namespace workbench::http::login
