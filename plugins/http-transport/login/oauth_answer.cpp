#include "login/oauth_answer.hpp"

#include <utility>

#include "http-shared/json_text.hpp"

namespace workbench::http::login {
namespace {

std::string text_of_value(const JsonAccess& json, const Json& value) {
  if (value.kind() == JsonKind::number) return std::string(value.text());
  return string_or_empty(json, value);
}

/// The object with the token: Slack puts the token of a person, and what belongs to it, one level deeper.
Json answer_in(const JsonAccess& json, const Json& object) {
  const Json nested = member(json, object, "authed_user");
  const bool is_nested = member(json, object, "access_token").is_absent() &&
                         member(json, nested, "access_token").kind() == JsonKind::string;
  return is_nested ? nested : object;
}

}  // namespace

OAuthAnswer::OAuthAnswer(const JsonAccess& json, std::string body) : json_(json) {
  if (auto checked = json.checked(body)) {
    if (checked->kind() == JsonKind::object) object_ = answer_in(json, *checked);
    return;
  }
  const std::size_t begin = body.find_first_not_of(" \t\r\n");
  if (begin != std::string::npos && body[begin] != '<') form_ = decode_form(body.substr(begin));
}

Json OAuthAnswer::value(std::string_view name) const {
  return object_ ? member(json_, *object_, name) : Json();
}

std::string OAuthAnswer::text(std::string_view name) const {
  if (!object_) {
    const std::string* const found = find_parameter(form_, name);
    return found == nullptr ? std::string() : *found;
  }
  const Json found = value(name);
  if (name != "error" || found.kind() != JsonKind::object) return text_of_value(json_, found);
  std::string code = text_of_value(json_, member(json_, found, "code"));
  return code.empty() ? text_of_value(json_, member(json_, found, "message")) : code;
}

bool OAuthAnswer::has(std::string_view name) const {
  return object_ ? value(name).kind() == JsonKind::string : find_parameter(form_, name) != nullptr;
}

}  // namespace workbench::http::login
