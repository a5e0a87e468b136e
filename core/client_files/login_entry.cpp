#include "client_files/login_entry.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::client_files {
namespace {

/// Texts, by the name that another client gives them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kTexts = {{
    {"clientId", "clientId"},
    {"client_id", "clientId"},
    {"CLIENT_ID", "clientId"},
    {"issuer", "issuer"},
    {"authServerMetadataUrl", "authServerMetadataUrl"},
    {"redirectUri", "redirectUri"},
    {"redirect_uri", "redirectUri"},
    {"clientMetadataUrl", "clientMetadataUrl"},
    {"account", "account"},
}};

/// Whether we have a key for the member, which is then written.
bool write_member(const Member& member, JsonWriter& login) {
  const Value& value = member.value;
  const auto* const text =
      std::find_if(kTexts.begin(), kTexts.end(), [&](const auto& one) { return one.first == member.name; });
  if (text != kTexts.end() && value.is_text()) {
    login.member(text->second, value.text);
  } else if (member.name == "callbackPort" && value.kind == Value::Kind::number) {
    login.key("callbackPort").raw(value.text);
  } else if ((member.name == "scopes" || member.name == "scope") && (value.is_text() || value.is_list())) {
    login.key("scopes").array();
    if (value.is_text()) login.string(value.text);
    for (const Value& scope : value.elements) login.string(scope.text);
    login.end();
  } else {
    return false;
  }
  return true;
}

}  // namespace

LoginEntry read_login_entry(const Value& object) {
  LoginEntry entry;
  JsonWriter login;
  login.object();
  for (const Member& member : object.members) {
    if (!write_member(member, login)) entry.left_out.push_back(&member);
  }
  login.end();
  if (login.text() != "{}") entry.text = std::move(login).take();
  return entry;
}

}  // namespace workbench::client_files
