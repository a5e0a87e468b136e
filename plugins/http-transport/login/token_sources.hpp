#pragma once

#include <map>
#include <memory>
#include <string>

#include <workbench/host.hpp>
#include <workbench/transport.hpp>

#include "http/server_address.hpp"
#include "login/login_settings.hpp"
#include "login/token_source.hpp"

namespace workbench::http::login {

/// The token sources of all servers, by login: all connections of one principal with servers of the same URL, account,
/// proxy and trusted certificates share one. [loop thread]
class TokenSources {
 public:
  /// `host` must outlive it.
  explicit TokenSources(Host& host) : host_(host) {}

  /// `address` and `settings` belong to `server`. Null: its entry has an Authorization of its own, so that there is
  /// no login. unavailable: there is no place to store logins.
  [[nodiscard]] Result<std::shared_ptr<TokenSource>> find(const ServerConfig& server,
                                                          const transport::ServerAddress& address,
                                                          const LoginSettings& settings);

 private:
  [[nodiscard]] Result<std::shared_ptr<TokenStore>> store(bool is_keyring);

  Host& host_;
  std::shared_ptr<TokenStore> files_;  // null until it is used, as the next
  std::shared_ptr<TokenStore> keyring_;
  // While a connection or a login uses them.
  std::map<std::string, std::weak_ptr<TokenSource>> sources_;
};

}  // namespace workbench::http::login
