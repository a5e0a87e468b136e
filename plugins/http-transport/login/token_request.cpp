#include "login/token_request.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <charconv>
#include <cstdint>
#include <utility>

#include "http-shared/crypto.hpp"
#include "http-shared/header_value.hpp"
#include "login/oauth_answer.hpp"
#include "login/oauth_refusal.hpp"
#include "login/scopes.hpp"

namespace workbench::http::login {
namespace {

constexpr std::size_t kMaxTokenBytes = 64U * 1024;
constexpr std::string_view kTokenEndpoint = "the token endpoint";

/// "If unspecified or omitted, the default is client_secret_basic" (RFC 8414, section 2).
bool takes_secret_in_header(const AuthorizationServer& server, const ClientCredentials& client) {
  if (!client.authentication.empty()) return client.authentication != "client_secret_post";
  const auto& methods = server.authentication_methods;
  return methods.empty() || contains(methods, "client_secret_basic") || !contains(methods, "client_secret_post");
}

/// Whether a token of this type is sent with a proof that the workbench cannot give (RFC 9449; "mac" of drafts of OAuth
/// 2.0), or is none for requests (RFC 8693, section 2.2.1). Authorization servers write much else for a bearer token:
/// what a token is for ("user", "bot"), or "access_token".
bool needs_proof(std::string_view type) {
  constexpr std::array<std::string_view, 4> kTypes{"DPoP", "mac", "pop", "N_A"};
  return std::any_of(kTypes.begin(), kTypes.end(),
                     [&](std::string_view known) { return boost::beast::iequals(known, type); });
}

/// Whether a header can carry it.
bool is_token(const std::string& text) {
  return !text.empty() && text.size() <= kMaxTokenBytes && is_header_value(text) &&
         text.find_first_of(" \t") == std::string::npos;
}

}  // namespace

Result<FetchRequest> token_request(const AuthorizationServer& server, const ClientCredentials& client,
                                   Form parameters) {
  FetchRequest request{server.token_endpoint,
                       {{"Content-Type", "application/x-www-form-urlencoded"}, {"Accept", "application/json"}}};
  const bool uses_header = client.key == nullptr && !client.secret.empty() && takes_secret_in_header(server, client);
  if (!uses_header) parameters.emplace_back("client_id", client.id);
  if (client.key != nullptr) {
    // "The aud ... SHOULD be the issuer": servers that demand the URL of the endpoint are behind the specification.
    auto assertion = client.key->assertion(client.id, server.issuer, std::chrono::system_clock::now());
    if (!assertion) return assertion.error();
    parameters.emplace_back("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    parameters.emplace_back("client_assertion", *std::move(assertion));
  } else if (uses_header) {
    // Encoded before they are joined (RFC 6749, section 2.3.1).
    const std::string pair = encode_form_text(client.id) + ":" + encode_form_text(client.secret);
    request.headers.add("Authorization", "Basic " + encode_base64(pair));
  } else if (!client.secret.empty()) {
    parameters.emplace_back("client_secret", client.secret);
  }
  request.body = encode_form(parameters);
  return request;
}

Result<Grant> read_grant(const JsonAccess& json, const Result<FetchResponse>& response) {
  if (!response) return response.error();
  const OAuthAnswer answer(json, response->body);
  Grant grant;
  grant.access_token = answer.text("access_token");
  const bool is_error = grant.access_token.empty() && !answer.text("error").empty();
  if (response->status / 100 != 2 || is_error) return refusal_in(json, *response, kTokenEndpoint);
  if (!is_token(grant.access_token)) {
    return Error{ErrorKind::protocol, std::string(kTokenEndpoint) + " answered without a bearer token"};
  }
  if (const std::string type = answer.text("token_type"); needs_proof(type)) {
    return Error{ErrorKind::protocol, std::string(kTokenEndpoint) + " answered without a bearer token (its type is " +
                                          visible_text(type) + ")"};
  }
  grant.refresh_token = answer.text("refresh_token");
  if (answer.has("scope")) grant.scopes = split_granted_scopes(answer.text("scope"));
  grant.lifetime = seconds_in(answer.text("expires_in"));
  return grant;
}

std::optional<std::chrono::seconds> seconds_in(std::string_view text) {
  constexpr double kMaxSeconds = 100.0 * 365 * 24 * 60 * 60;
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !(seconds >= 0)) return std::nullopt;
  return std::chrono::seconds(static_cast<std::int64_t>(std::min(seconds, kMaxSeconds)));
}

}  // namespace workbench::http::login
