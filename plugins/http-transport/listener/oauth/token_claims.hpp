#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "listener/oauth/oauth_settings.hpp"

namespace workbench::http {

/// What an access token says, or what an authorization server says of it (RFC 7662).
struct TokenClaims {
  std::string issuer;
  std::string principal;            ///< the value of OAuthSettings::principal_claim
  std::vector<std::string> scopes;  ///< of `scope` (a text) and `scp` (a text or an array, as Entra ID writes them)
  std::chrono::system_clock::time_point end;  ///< when it is not accepted any more: `exp`, with the skew
};

/// The issuer that a token names, which decides by whose keys it is verified. Empty: it names none, or several.
[[nodiscard]] std::string claimed_issuer(const JsonAccess& json, const Json& claims);

/// Checks the claims of a token at the time `now`: `iss` is one of ours, `aud` contains our audience, `exp` is there
/// and has not passed, `nbf` has, and the claim that names the principal is a text. `may_lack_issuer`: our
/// authorization server has answered for the token itself. protocol: it is not accepted; the message says why, for the
/// log, and has no value of a claim.
[[nodiscard]] Result<TokenClaims> check_claims(const JsonAccess& json, const Json& claims,
                                               const OAuthSettings& settings, std::chrono::system_clock::time_point now,
                                               bool may_lack_issuer = false);

}  // namespace workbench::http
