#pragma once

#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::http::login {

/// The principal and the server of a login. Not secret. Not tied to a thread.
struct LoginKey {
  std::string principal;  ///< the owner of the login; empty: the user of the workbench
  std::string url;        ///< of the MCP server: its origin and its target
  std::string account;    ///< the account in the configuration, or the client id; may be empty
  /// The route of the tokens, if the entry of the server configures it: its proxy, the certificates to trust besides
  /// the system's, and the URL of the authorization server's metadata. Another entry for the same URL must not send the
  /// tokens by another route. Empty: the default route.
  std::string route{};

  friend auto operator<=>(const LoginKey&, const LoginKey&) = default;
  friend bool operator==(const LoginKey&, const LoginKey&) = default;
};

/// The key as one line, which differs for different keys and stays the same in later versions:
/// `["ada","https://x/",""]`, and a fourth text if there is a route.
[[nodiscard]] std::string to_text(const LoginKey& key);

/// The registration of the workbench at the authorization server. The secret is never logged or shown.
struct ClientRegistration {
  std::string id;              ///< empty: not registered
  std::string secret;          ///< empty: none
  std::string authentication;  ///< `token_endpoint_auth_method`, like "client_secret_basic"; empty: not known
  std::string redirect_uri;    ///< as registered; empty: none
  std::optional<std::chrono::system_clock::time_point> secret_end;  ///< absent: it does not expire
  std::vector<std::string> scopes{};                                ///< that it may ask for; empty: not known

  friend bool operator==(const ClientRegistration&, const ClientRegistration&) = default;
};

/// The stored data of one login to one server for one principal. Each part may be empty: when the authorization server
/// has refused the refresh token, the registration is left; after a logout, or for a client of the configuration, only
/// the issuer. Never logged or shown as a whole.
struct StoredLogin {
  std::string id;      ///< new for each login of a user; empty: no user has logged in
  std::string issuer;  ///< the authorization server
  ClientRegistration client;
  std::string access_token;
  std::optional<std::chrono::system_clock::time_point> access_token_end;  ///< absent: it does not expire
  std::string refresh_token;
  std::vector<std::string> scopes;  ///< granted
  std::string resource;             ///< the resource that the tokens are for (RFC 8707)

  friend bool operator==(const StoredLogin&, const StoredLogin&) = default;
};

/// Whether there is a login, and not only what is left of one.
[[nodiscard]] inline bool has_tokens(const StoredLogin& login) {
  return !login.access_token.empty() || !login.refresh_token.empty();
}

/// One JSON object, which has the members of the key as well, so that a person can see whose it is. Times are kept in
/// whole milliseconds, rounded down.
[[nodiscard]] std::string write_login(const LoginKey& key, const StoredLogin& login);

/// Reads the text of write_login(). Unknown members are ignored, and missing members are empty.
/// protocol: the text does not come from write_login(); the message quotes nothing of it.
[[nodiscard]] Result<StoredLogin> read_login(const JsonAccess& json, std::string text);

}  // namespace workbench::http::login
