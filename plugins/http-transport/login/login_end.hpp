#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/server_login.hpp>

#include "login/discovery.hpp"
#include "login/token_source.hpp"

namespace workbench::http::login {

/// Ends a login: forgets it, its registration included, then has the authorization server revoke the tokens (RFC 7009),
/// the refresh token first, because most servers revoke the access tokens with it. [loop thread]
class LoginEnd final : public EventLoop::Subscription {
 public:
  /// See ServerLogins::end().
  LoginEnd(std::shared_ptr<TokenSource> tokens, ServerLogins::Done done);

 private:
  void load();
  void handle_loaded(const Result<StoredLogin>& login);
  void forget(StoredLogin login);
  void discover();
  void revoke_next();
  void handle_revoked(const Result<void>& outcome);
  void finish(const Result<void>& outcome);

  [[nodiscard]] const LoginContext& context() const { return tokens_->context(); }

  const std::shared_ptr<TokenSource> tokens_;
  ServerLogins::Done done_;
  StoredLogin login_;
  AuthorizationServer server_;
  std::vector<Form> revocations_;        // the next one last
  std::optional<Result<void>> revoked_;  // the first of them
  std::unique_ptr<StoreLock> lock_;      // until the login is forgotten
  std::unique_ptr<Discovery> discovery_;
  std::unique_ptr<EventLoop::Subscription> step_;
};

}  // namespace workbench::http::login
