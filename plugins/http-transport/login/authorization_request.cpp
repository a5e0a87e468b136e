#include "login/authorization_request.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "http-shared/crypto.hpp"
#include "http/private_address.hpp"
#include "http/url.hpp"
#include "login/form.hpp"
#include "login/oauth_refusal.hpp"
#include "login/scopes.hpp"

namespace workbench::http::login {
namespace {

/// 43 characters are the least (RFC 7636, section 4.1); a state has to be as hard to guess.
constexpr std::size_t kRandomBytes = 32;

/// Why no browser may be sent to the authorization endpoint; absent: it may.
std::optional<Error> refuse_endpoint(const AuthorizationServer& server, const AddressPolicy& addresses) {
  const auto endpoint = transport::parse_url(server.authorization_endpoint);
  if (!endpoint || !(endpoint->is_secure || transport::is_this_machine(endpoint->host))) {
    return Error{ErrorKind::protocol,
                 "the metadata of " + server.issuer + " names no authorization endpoint with https"};
  }
  if (addresses.allows_visit(server.authorization_endpoint)) return std::nullopt;
  return Error{ErrorKind::protocol,
               "the metadata of " + server.issuer + " sends the browser to " + endpoint->origin() +
                   ", which only this machine or its network can reach; only a server on this machine, or an "
                   R"(authorization server that the configuration names as "oauth": {"issuer"}, may do so)"};
}

/// `endpoint` without its fragment, its query with the parameters of `form` in place of those with the same names.
std::string with_parameters(std::string_view endpoint, const Form& form) {
  endpoint = endpoint.substr(0, endpoint.find('#'));
  std::string url(endpoint.substr(0, endpoint.find('?')));
  std::string_view query = endpoint.substr(std::min(url.size() + 1, endpoint.size()));
  char separator = '?';
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const Form published = decode_form(pair);
    if (published.empty() || find_parameter(form, published.front().first) != nullptr) continue;
    url.append(1, std::exchange(separator, '&')).append(pair);
  }
  return url.append(1, separator).append(encode_form(form));
}

}  // namespace

Result<AuthorizationRequest> AuthorizationRequest::make(const AuthorizationServer& server,
                                                        const AddressPolicy& addresses, Parameters parameters) {
  if (auto refusal = refuse_endpoint(server, addresses)) return *std::move(refusal);
  if (!server.has_pkce) {
    return Error{ErrorKind::protocol, "the authorization server " + server.issuer +
                                          " does not say that it supports PKCE with S256, which MCP demands; if it "
                                          R"(supports it nevertheless (Entra ID), set "oauth": {"assumePkce": true})"};
  }
  AuthorizationRequest request;
  request.parameters_ = std::move(parameters);
  request.issuer_ = server.issuer;
  request.sends_issuer_ = server.sends_issuer;
  request.state_ = random_hex(kRandomBytes);
  request.code_verifier_ = random_hex(kRandomBytes);

  const Parameters& asked = request.parameters_;
  Form form{{"response_type", "code"},
            {"client_id", asked.client_id},
            {"redirect_uri", asked.redirect_uri},
            {"state", request.state_},
            {"code_challenge", encode_base64url(sha256(request.code_verifier_))},
            {"code_challenge_method", "S256"}};
  add_parameter(form, "resource", asked.resource);
  add_parameter(form, "scope", join_scopes(asked.scopes));
  // "offline_access": the authorization server "MUST ignore" it unless the person is asked (OpenID Connect Core 1.0,
  // section 11).
  if (contains(asked.scopes, "offline_access")) form.emplace_back("prompt", "consent");
  request.url_ = with_parameters(server.authorization_endpoint, form);
  return request;
}

bool AuthorizationRequest::owns(std::string_view query) const {
  const Form form = decode_form(query);
  const std::string* const state = find_parameter(form, "state");
  return state != nullptr && equal_in_constant_time(*state, state_);
}

Result<std::string> AuthorizationRequest::read_code(std::string_view query) const {
  const Form form = decode_form(query);
  const std::string* const issuer = find_parameter(form, "iss");
  if (issuer == nullptr && sends_issuer_) {
    return Error{ErrorKind::protocol,
                 "the redirect does not name its authorization server (iss), although " + issuer_ + " always does so"};
  }
  if (issuer != nullptr && *issuer != issuer_) {
    return Error{ErrorKind::protocol, "the redirect comes from another authorization server (" + visible_text(*issuer) +
                                          ") than " + issuer_};
  }
  if (const std::string* const error = find_parameter(form, "error")) {
    if (*error == "access_denied") return Error{ErrorKind::cancelled, "the login was refused at " + issuer_};
    const std::string* const description = find_parameter(form, "error_description");
    return Error{ErrorKind::invalid_argument, refusal_text("the authorization server " + issuer_, *error,
                                                           description == nullptr ? "" : *description)};
  }
  const std::string* const code = find_parameter(form, "code");
  if (code == nullptr || code->empty()) {
    return Error{ErrorKind::protocol, "the redirect from " + issuer_ + " has no code"};
  }
  return *code;
}

}  // namespace workbench::http::login
