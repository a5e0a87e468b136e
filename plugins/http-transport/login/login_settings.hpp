#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/options.hpp>

#include "login/scopes.hpp"
#include "login/token_request.hpp"

namespace workbench::http::login {

/// Who logs in to a server.
enum class LoginMethod {
  none,                ///< no login: `headers` has an Authorization
  authorization_code,  ///< a person, in a browser, if the server demands it
  client_credentials,  ///< the workbench itself
};

/// How the workbench gets access tokens for a server: the object "oauth" of its entry, which may be missing.
struct LoginSettings {
  LoginMethod method = LoginMethod::authorization_code;
  bool is_configured = false;   ///< the entry has options of it
  ClientCredentials client;     ///< an empty id: the workbench is not registered by a person
  std::string client_metadata;  ///< the URL of a Client ID Metadata Document, which is the client id; empty: none
  std::string issuer;           ///< of the authorization server that `client` is registered at; empty: any
  std::string metadata;         ///< the URL of its metadata; empty: the server names it
  Words scopes;                 ///< to ask for; empty: those that the server names
  /// The parameter `resource` of requests for tokens; absent: as the server's metadata has it; empty: it is not sent.
  std::optional<std::string> resource;
  std::string redirect_uri;   ///< on loopback; empty: any free port of 127.0.0.1
  std::string account;        ///< servers with the same URL and account share their login
  bool assumes_pkce = false;  ///< the authorization server supports PKCE even if its metadata does not list it
  bool uses_keyring = false;  ///< logins are kept in the keyring, not in files
};

/// Reads the options whose names begin with "oauth.", or their spellings of other clients. Their errors are
/// added to `errors`, without a secret.
[[nodiscard]] LoginSettings read_login_settings(const Options& options, std::vector<OptionError>& errors);

}  // namespace workbench::http::login
