#include "login/oauth_refusal.hpp"

#include <algorithm>

#include "http-shared/json_text.hpp"

namespace workbench::http::login {
namespace {

constexpr std::size_t kMaxDescription = 200;

/// On one line, without characters that could control a terminal.
std::string visible(std::string_view what) {
  std::string text(what.substr(0, kMaxDescription));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, ' ');
  return text;
}

}  // namespace

std::string refusal_text(std::string_view who, std::string_view code, std::string_view description) {
  std::string text(who);
  text.append(" refused: ").append(visible(code));
  if (!description.empty()) text.append(" (").append(visible(description)).append(")");
  return text;
}

std::string refusal_code(const JsonAccess& json, const FetchResponse& response) {
  if (response.status < 400 || response.status >= 500 || response.status == 429) return {};
  const auto body = json.checked(response.body);
  return body ? string_or_empty(json, member(json, *body, "error")) : "";
}

Error refusal_in(const JsonAccess& json, const FetchResponse& response, std::string_view who) {
  const std::string code = refusal_code(json, response);
  if (code.empty()) {
    return {ErrorKind::unavailable, std::string(who) + " answered HTTP " + std::to_string(response.status)};
  }
  const auto body = json.checked(response.body);
  return {ErrorKind::invalid_argument,
          refusal_text(who, code, string_or_empty(json, member(json, *body, "error_description")))};
}

}  // namespace workbench::http::login
