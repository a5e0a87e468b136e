#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/options.hpp>

#include "oauth/token_request.hpp"

namespace workbench::http::oauth {

/// The object "oauth" of a server's entry: how the workbench gets access tokens for the server by itself.
struct OAuthSettings {
  ClientCredentials client;         ///< an empty id: there is no such object
  std::string issuer;               ///< of the authorization server that `client` is registered at; empty: any
  std::vector<std::string> scopes;  ///< to ask for; empty: those that the server names

  [[nodiscard]] bool is_on() const { return !client.id.empty(); }
};

/// Reads the options whose names begin with "oauth.". What is wrong with them is added to `errors`, without a secret.
[[nodiscard]] OAuthSettings read_oauth_settings(const Options& options, std::vector<OptionError>& errors);

}  // namespace workbench::http::oauth
