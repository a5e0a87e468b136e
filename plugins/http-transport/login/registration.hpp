#pragma once

#include <memory>
#include <string>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "http-shared/fetcher.hpp"
#include "login/authorization_server.hpp"
#include "login/login.hpp"
#include "login/scopes.hpp"

namespace workbench::http::login {

/// The request for a dynamic registration (RFC 7591, section 3.1) of a native application (OpenID Connect Dynamic
/// Client Registration 1.0, section 2), as a public client where the server allows it. `redirect_uri`: on loopback.
/// `scopes`: all that will be asked for; empty: it names none. An authorization server may allow a client nothing but
/// the scopes of its registration, or without these its default ones. The server must have a registration endpoint.
/// [any thread]
[[nodiscard]] FetchRequest registration_request(const AuthorizationServer& server, const std::string& redirect_uri,
                                                const Words& scopes);

/// The outcome, without the redirect URI. Its scopes are those of the answer: the server "MAY reject or replace any"
/// requested ones (RFC 7591, section 3.2.1). invalid_argument: the server refuses. unavailable: it fails, and may
/// register later. protocol: its answer has no client id. [any thread]
[[nodiscard]] Result<ClientRegistration> read_registration(const JsonAccess& json,
                                                           const Result<FetchResponse>& response);

}  // namespace workbench::http::login
