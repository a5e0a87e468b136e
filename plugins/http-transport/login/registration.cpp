#include "login/registration.hpp"

#include <chrono>
#include <utility>

#include <workbench/json_writer.hpp>

#include "login/oauth_answer.hpp"
#include "login/oauth_refusal.hpp"
#include "login/scopes.hpp"
#include "login/token_request.hpp"

namespace workbench::http::login {
namespace {

constexpr std::string_view kEndpoint = "the registration endpoint";

/// A native application cannot keep a secret (RFC 8252, section 8.4): it has one only where the server insists.
std::string_view authentication_for(const AuthorizationServer& server) {
  const Words& methods = server.authentication_methods;
  for (const std::string_view method : {"none", "client_secret_basic", "client_secret_post"}) {
    if (contains(methods, method)) return method;
  }
  return methods.empty() ? "client_secret_basic" : "none";
}

}  // namespace

FetchRequest registration_request(const AuthorizationServer& server, const std::string& redirect_uri,
                                  const Words& scopes) {
  JsonWriter body;
  body.object().member("client_name", "MCP Workbench").member("application_type", "native");
  body.key("redirect_uris").array().string(redirect_uri).end();
  body.key("grant_types").array().string("authorization_code").string("refresh_token").end();
  body.key("response_types").array().string("code").end();
  body.member("token_endpoint_auth_method", authentication_for(server));
  if (!scopes.empty()) body.member("scope", join_scopes(scopes));
  body.end();
  FetchRequest request{server.registration_endpoint,
                       {{"Content-Type", "application/json"}, {"Accept", "application/json"}}};
  request.body = std::move(body).take();
  return request;
}

Result<ClientRegistration> read_registration(const JsonAccess& json, const Result<FetchResponse>& response) {
  if (!response) return response.error();
  const OAuthAnswer answer(json, response->body);
  ClientRegistration client;
  client.id = answer.text("client_id");
  const bool is_error = client.id.empty() && !answer.text("error").empty();
  if (response->status / 100 != 2 || is_error) return refusal_in(json, *response, kEndpoint);
  if (client.id.empty()) return Error{ErrorKind::protocol, std::string(kEndpoint) + " answered without a client id"};
  client.secret = answer.text("client_secret");
  client.authentication = answer.text("token_endpoint_auth_method");
  client.scopes = split_scopes(answer.text("scope"));
  if (client.authentication == "none") client.secret.clear();
  // "REQUIRED if client_secret is issued [...] or 0 if it will not expire" (section 3.2.1).
  const auto end = seconds_in(answer.text("client_secret_expires_at"));
  if (!client.secret.empty() && end && *end != std::chrono::seconds(0)) {
    client.secret_end = std::chrono::system_clock::time_point(*end);
  }
  return client;
}

}  // namespace workbench::http::login
