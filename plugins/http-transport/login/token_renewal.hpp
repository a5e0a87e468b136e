#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "login/challenge.hpp"
#include "login/discovery.hpp"
#include "login/login_context.hpp"

namespace workbench::http::login {

/// Gets a usable access token without user interaction: a newer token from the store; else with the stored refresh
/// token (OAuth 2.1, section 4.3), whose result is stored before the new access token is used; or with the client's own
/// credentials (section 4.2). Only one process renews a login at a time, because a refresh token may be valid for one
/// use only. [loop thread]
class TokenRenewal {
 public:
  struct Request {
    std::string refused;                   ///< the access token to replace; empty: there is none
    Challenge challenge;                   ///< of that refusal; empty: there was none, and the token only expires
    Words scopes;                          ///< that the new token has to grant, as far as is known
    std::optional<Discovered> discovered;  ///< found by an earlier renewal; absent: it is looked for
  };
  using Done = MoveOnlyFunction<void(Result<StoredLogin> login)>;

  /// `context` must outlive it. Begins at once; `done` is called once, from a task of the loop, unless the object was
  /// destroyed before. It may not be destroyed in `done`.
  /// login_required: only a person can log in; the message is the end of a sentence about the server. Other errors:
  /// why the authorization server cannot be used.
  TokenRenewal(const LoginContext& context, Request request, Done done);

  /// The stamp that the store has for the resulting login.
  [[nodiscard]] const LoginStamp& stamp() const { return stamp_; }

  /// The token was granted just now, and not found in the store.
  [[nodiscard]] bool was_granted() const { return was_granted_; }

  /// When the token endpoint may be asked again, as it says; absent: it was not asked, or does not say.
  [[nodiscard]] const std::optional<std::chrono::seconds>& wait() const { return wait_; }

  /// The authorization server, if known.
  [[nodiscard]] const std::optional<Discovered>& discovered() const { return request_.discovered; }

 private:
  void lock();
  void load();
  void handle_loaded(const Result<StoredLogin>& login);
  void discover();
  void handle_discovered();
  void refresh();
  void request_own_token();
  void request_token(Form parameters);
  void handle_token(const Result<FetchResponse>& response);
  void handle_refusal(const Result<FetchResponse>& response, const Error& reason);
  void bind_own_client(StoredLogin login);
  void save(StoredLogin login);
  void require_login();
  void finish(Result<StoredLogin> login);

  [[nodiscard]] bool is_own() const { return context_.settings.method == LoginMethod::client_credentials; }

  [[nodiscard]] bool lacks_scopes() const { return request_.challenge.error == "insufficient_scope"; }

  const LoginContext& context_;
  Request request_;
  Done done_;
  StoredLogin login_;  // the stored login, then the granted one
  LoginStamp stamp_;
  std::string refusal_;  // why the refresh token did not help; empty: it was not refused
  bool was_granted_ = false;
  std::optional<std::chrono::seconds> wait_;
  std::unique_ptr<StoreLock> lock_;
  std::unique_ptr<Discovery> discovery_;
  std::unique_ptr<EventLoop::Subscription> step_;
};

/// `login` with the granted tokens; `scopes` were requested.
[[nodiscard]] StoredLogin with_grant(StoredLogin login, Grant grant, const Words& scopes);

}  // namespace workbench::http::login
