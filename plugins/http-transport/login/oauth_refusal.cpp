#include "login/oauth_refusal.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "http/request_refusal.hpp"
#include "login/oauth_answer.hpp"

namespace workbench::http::login {
namespace {

constexpr std::size_t kMaxDescription = 200;

/// The codes of RFC 6749, section 5.2, and of authorization servers that have their own: GitHub, Slack.
constexpr std::array<std::string_view, 3> kEndsOfGrants{"invalid_grant", "bad_refresh_token", "invalid_refresh_token"};

/// Codes of endpoints that fail or are overloaded, whatever the status (RFC 6749, section 4.1.2.1; RFC 8628, section
/// 3.5).
constexpr std::array<std::string_view, 4> kFailures{"server_error", "temporarily_unavailable", "slow_down",
                                                    "authorization_pending"};

template <std::size_t size>
bool has_code(const std::array<std::string_view, size>& codes, std::string_view code) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

bool may_refuse(const FetchResponse& response) {
  const bool is_refusal = response.status / 100 == 2 || response.status / 100 == 4;
  return is_refusal && !transport::refusal_of(response).is_passing();
}

/// The setting that answers a refusal; empty: there is none. `invalid_target`: RFC 8707, section 2. Entra ID refuses
/// the parameter with a code that says less.
std::string_view setting_for(std::string_view code, std::string_view description) {
  const bool is_request = code == "invalid_request" || code == "invalid_resource";
  const bool names_resource = description.find("'resource'") != std::string_view::npos ||
                              description.find("resource parameter") != std::string_view::npos;
  if (code == "invalid_scope") return R"(; name the scopes that it allows: "oauth": {"scopes": [...]})";
  if (code == "invalid_target" || (is_request && names_resource)) {
    return R"(; name the resource that it knows, or none: "oauth": {"resource": "none"})";
  }
  return {};
}

}  // namespace

std::string visible_text(std::string_view text) {
  std::string visible(text.substr(0, kMaxDescription));
  std::replace_if(
      visible.begin(), visible.end(), [](char c) { return c < ' ' || c > '~'; }, ' ');
  return visible;
}

std::string refusal_text(std::string_view who, std::string_view code, std::string_view description) {
  std::string text(who);
  text.append(" refused: ").append(visible_text(code));
  if (!description.empty()) text.append(" (").append(visible_text(description)).append(")");
  return text.append(setting_for(code, description));
}

std::string refusal_code(const JsonAccess& json, const FetchResponse& response) {
  if (!may_refuse(response)) return {};
  const OAuthAnswer answer(json, response.body);
  if (response.status / 100 == 2 && !answer.text("access_token").empty()) return {};
  std::string code = answer.text("error");
  return has_code(kFailures, code) ? std::string() : code;
}

bool is_refused_grant(const JsonAccess& json, const FetchResponse& response) {
  if (!refusal_code(json, response).empty()) return true;
  const bool is_status_of_refusal = response.status == 400 || response.status == 401;
  return is_status_of_refusal && OAuthAnswer(json, response.body).text("error").empty();
}

bool is_refused_client(std::string_view code) {
  return code == "invalid_client" || code == "unauthorized_client";
}

bool is_end_of_grant(std::string_view code) {
  return has_code(kEndsOfGrants, code);
}

Error refusal_in(const JsonAccess& json, const FetchResponse& response, std::string_view who) {
  const OAuthAnswer answer(json, response.body);
  const std::string description = answer.text("error_description");
  const std::string code = refusal_code(json, response);
  if (!code.empty()) return {ErrorKind::invalid_argument, refusal_text(who, code, description)};
  std::string text = std::string(who) + " answered HTTP " + std::to_string(response.status);
  const std::string failure = answer.text("error");
  if (!failure.empty()) text.append(": ").append(visible_text(failure));
  if (!description.empty()) text.append(" (").append(visible_text(description)).append(")");
  if (const auto refusal = transport::refusal_of(response); refusal.wait) text += advice_on_time(refusal);
  return {ErrorKind::unavailable, std::move(text)};
}

}  // namespace workbench::http::login
