#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "http-shared/fetcher.hpp"

namespace workbench::http::login {

/// The text of a server on one line, cut, and without characters that could control a terminal. [any thread]
[[nodiscard]] std::string visible_text(std::string_view text);

/// The refusal of an authorization server: `error` and `error_description` (RFC 6749, sections 4.1.2.1 and
/// 5.2; RFC 7591, section 3.2.2), as "WHO refused: CODE (DESCRIPTION)". Both are cut and made visible, because they end
/// in terminals and in the context of models. Codes that a setting can answer are followed by that setting. [any
/// thread]
[[nodiscard]] std::string refusal_text(std::string_view who, std::string_view code, std::string_view description);

/// The `error` of a response that refuses the request, like "invalid_grant"; empty: the response is none of these, so
/// that the same request may be granted later. Some authorization servers refuse with a status of success (GitHub,
/// Slack): then the response has no `access_token`. [any thread]
[[nodiscard]] std::string refusal_code(const JsonAccess& json, const FetchResponse& response);

/// Whether a token endpoint has refused the grant that it was sent, so that only another grant helps: with a code, or
/// without one by 400 or 401, which are the statuses of refusals (RFC 6749, section 5.2). Not if the endpoint failed,
/// or has asked for a later attempt. [any thread]
[[nodiscard]] bool is_refused_grant(const JsonAccess& json, const FetchResponse& response);

/// Whether a code refuses the client, not what it asks for.
[[nodiscard]] bool is_refused_client(std::string_view code);

/// Whether a code says that the refresh token will never be accepted again. Other codes may concern this request alone.
[[nodiscard]] bool is_end_of_grant(std::string_view code);

/// The refusal_text() of a response that is not a success. invalid_argument: it refuses the request. unavailable: it
/// fails without an OAuth error, or as a server that is overloaded does, and may grant it later. [any thread]
[[nodiscard]] Error refusal_in(const JsonAccess& json, const FetchResponse& response, std::string_view who);

}  // namespace workbench::http::login
