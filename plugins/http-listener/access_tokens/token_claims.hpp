#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "access_tokens/access_token_settings.hpp"

namespace workbench::http {

/// The claims of an access token, or those that an authorization server reports for it (RFC 7662).
struct TokenClaims {
  std::string issuer;
  std::string principal;            ///< the value of AccessTokenSettings::principal_claim
  std::vector<std::string> scopes;  ///< of `scope` (a text) and `scp` (a text or an array, as Entra ID writes them)
  std::chrono::system_clock::time_point end;  ///< when it is not accepted any more: `exp`, with the skew
};

/// The issuer that a token names, which decides by whose keys it is verified. Empty: it names none, or several.
[[nodiscard]] std::string claimed_issuer(const JsonAccess& json, const Json& claims);

/// Facts about a token besides its claims.
struct TokenContext {
  bool is_introspected = false;  ///< our authorization server has answered for it: it may lack an issuer
  bool is_typed = false;         ///< its header names it an access token (`at+jwt`, RFC 9068)
};

/// Checks the claims of a token at the time `now`: `iss` is one of ours, `aud` contains our audience, `exp` is there
/// and has not passed, `nbf` has, the claim that names the principal is a text, and it is not an ID token, a refresh
/// token or a logout token (RFC 8725, section 3.12). protocol: it is not accepted; the message has the reason, for the
/// log, and has no value of a claim.
[[nodiscard]] Result<TokenClaims> check_claims(const JsonAccess& json, const Json& claims,
                                               const AccessTokenSettings& settings,
                                               std::chrono::system_clock::time_point now, TokenContext context = {});

}  // namespace workbench::http
