#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "http-shared/fetcher.hpp"

namespace workbench::http::login {

/// The refusal of an authorization server: `error` and `error_description` (RFC 6749, sections 4.1.2.1 and
/// 5.2; RFC 7591, section 3.2.2), as "WHO refused: CODE (DESCRIPTION)". Both are cut and made visible, because they end
/// in terminals and in the context of models. [any thread]
[[nodiscard]] std::string refusal_text(std::string_view who, std::string_view code, std::string_view description);

/// The `error` of a response that refuses the request, like "invalid_grant"; empty: the response is none of these, so
/// that the same request may be granted later. [any thread]
[[nodiscard]] std::string refusal_code(const JsonAccess& json, const FetchResponse& response);

/// The refusal_text() of a response that is not a success. invalid_argument: it refuses the request. unavailable: it
/// fails without an OAuth error, or as a server that is overloaded does, and may grant it later. [any thread]
[[nodiscard]] Error refusal_in(const JsonAccess& json, const FetchResponse& response, std::string_view who);

}  // namespace workbench::http::login
