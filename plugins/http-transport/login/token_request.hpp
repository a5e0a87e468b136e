#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "http-shared/fetcher.hpp"
#include "login/authorization_server.hpp"
#include "login/form.hpp"
#include "login/signing_key.hpp"

namespace workbench::http::login {

/// The credentials of the workbench at an authorization server. Never logged or shown, except the id.
struct ClientCredentials {
  std::string id;
  std::string secret;                     ///< empty: none
  std::shared_ptr<const SigningKey> key;  ///< null: none; else it counts before the secret
  /// How it uses the secret (`token_endpoint_auth_method` of RFC 7591), if its registration names that; empty: by the
  /// metadata of the authorization server.
  std::string authentication;
};

/// The request to the token endpoint with these parameters (`grant_type` and those that belong to it). The client
/// authenticates by private_key_jwt with a key; with a secret client_secret_basic, or client_secret_post if the server
/// has that alone; else by its id alone. internal: the key cannot sign.
[[nodiscard]] Result<FetchRequest> token_request(const AuthorizationServer& server, const ClientCredentials& client,
                                                 Form parameters);

/// The tokens that the endpoint has granted (RFC 6749, section 5.1). Any 2xx with a token grants it, as JSON or as a
/// form. It is Bearer, the only type that MCP has, unless its `token_type` needs a proof.
struct Grant {
  std::string access_token;
  std::string refresh_token;                       ///< empty: none
  std::optional<std::vector<std::string>> scopes;  ///< absent: those that were asked for
  std::optional<std::chrono::seconds> lifetime;    ///< absent: not in the response
};

/// invalid_argument: the server refuses the request, with its `error` and `error_description`. unavailable: it fails,
/// and may grant it later. protocol: its answer is none, or has no token that can be sent as Bearer: "The client MUST
/// NOT use an access token if it does not understand the token type" (section 7.1).
[[nodiscard]] Result<Grant> read_grant(const JsonAccess& json, const Result<FetchResponse>& response);

/// The seconds in a decimal number, cut at whole ones and at some decades. Absent: it is not a number, or negative.
/// [any thread]
[[nodiscard]] std::optional<std::chrono::seconds> seconds_in(std::string_view text);

}  // namespace workbench::http::login
