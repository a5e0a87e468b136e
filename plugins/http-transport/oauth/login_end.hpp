#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/server_login.hpp>

#include "oauth/discovery.hpp"
#include "oauth/token_source.hpp"

namespace workbench::http::oauth {

/// Ends a login: forgets the tokens, then has the authorization server revoke them (RFC 7009), the refresh token first,
/// because most servers revoke the access tokens with it. The registration is kept for the next login. [loop thread]
class LoginEnd final : public EventLoop::Subscription {
 public:
  /// See ServerLogins::end().
  LoginEnd(std::shared_ptr<TokenSource> tokens, ServerLogins::Done done);

 private:
  void handle_loaded(const Result<StoredLogin>& login);
  void forget(StoredLogin login);
  void discover();
  void revoke_next();
  void finish(const Result<void>& outcome);

  [[nodiscard]] const LoginContext& context() const { return tokens_->context(); }

  const std::shared_ptr<TokenSource> tokens_;
  ServerLogins::Done done_;
  StoredLogin login_;
  AuthorizationServer server_;
  std::vector<Form> revocations_;  // the next one last
  std::unique_ptr<Discovery> discovery_;
  std::unique_ptr<EventLoop::Subscription> step_;
};

}  // namespace workbench::http::oauth
