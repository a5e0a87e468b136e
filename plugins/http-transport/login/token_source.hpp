#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>
#include <workbench/server_login.hpp>

#include "login/challenge.hpp"
#include "login/login_context.hpp"
#include "login/token_renewal.hpp"

namespace workbench::http::login {

/// The access token of one principal for one server, for all connections to the server. Gets a token when the server
/// demands one, and renews it before it expires, if both are possible without user interaction. [loop thread]
class TokenSource {
 public:
  using Done = MoveOnlyFunction<void(Result<void> outcome)>;

  explicit TokenSource(LoginContext context);

  [[nodiscard]] const LoginContext& context() const { return context_; }

  /// The present token; empty: there is none yet, or none any more.
  [[nodiscard]] const std::string& token() const { return login_.access_token; }

  /// Whether renew() has to be called before a request is sent: the token expires soon, or the store has a login that
  /// was not read yet, as after a login by another process. Not if the server has never demanded a token.
  [[nodiscard]] bool needs_renewal();

  /// Gets a token. `refused`: the token that the server has refused with `challenge`, or empty; if there is another
  /// token already, that one is the result. `done` is called once, from a task of the loop, for all waiting callers
  /// with the same outcome; not at all once the returned object was destroyed. It is not a failure if a token cannot be
  /// renewed that has not expired yet. Errors: see TokenRenewal.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> renew(const std::string& refused, const Challenge& challenge,
                                                               Done done);

  /// A user has logged in: uses this login from now on; `stamp` is its stamp in the store.
  void use(StoredLogin login, LoginStamp stamp);
  /// The login has been ended.
  void forget();

  /// Why the latest renewal failed: the server refuses tokens that were granted a moment ago, so that it is not the
  /// login that is missing.
  [[nodiscard]] bool refuses_new_tokens() const { return refuses_new_tokens_; }

  /// The authorization server by the latest refusal; absent: there was no refusal, or it is not known.
  [[nodiscard]] const std::optional<Discovered>& discovered() const { return discovered_; }
  /// The scopes that the server has demanded, and the scopes of the configuration.
  [[nodiscard]] const Words& scopes() const { return scopes_; }

  /// The authorization server of the login; empty: there is none, or it is not known. See ServerLogins::issuer().
  [[nodiscard]] std::string issuer();

  /// The state of the login, for reports; `kept`: the stored login.
  [[nodiscard]] LoginState state(const StoredLogin& kept) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting;
  /// What is known of a next token without asking for it.
  struct Foreseen {
    Error reason;
    Clock::time_point since;
    Clock::time_point end;  ///< from then on it is asked for
  };

  void begin(std::string refused, const Challenge& challenge);
  void finish(Result<StoredLogin> login);
  [[nodiscard]] bool is_new() const;
  void begin_to_be_new();
  [[nodiscard]] bool is_refused_although_new() const;
  void forget_refusals();
  [[nodiscard]] std::optional<Error> foresee(const std::string& refused, const Challenge& challenge);
  [[nodiscard]] Error describe_refused_grants(const Challenge& challenge) const;
  void notify(const Result<void>& outcome);
  [[nodiscard]] bool is_good() const;
  void look_at_store();

  const LoginContext context_;
  StoredLogin login_;
  std::optional<Clock::time_point> renew_at_;  // absent: the token does not expire, or there is none
  bool demands_login_ = false;
  LoginStamp stamp_;  // of the login that was read last
  Clock::time_point next_look_{};
  bool is_kept_;                                // the store has a login that has not been read yet
  bool only_expires_ = false;                   // the token that is being renewed was not refused
  std::optional<Clock::time_point> new_until_;  // absent: the token is from the store, or there is none
  int refused_grants_ = 0;                      // in a row, each within a moment
  bool refuses_new_tokens_ = false;
  std::optional<Foreseen> refused_until_;  // the token endpoint has said when it may be asked again

  std::vector<std::string> resource_metadata_;  // its places in the latest challenge that names any
  Words scopes_;
  std::optional<Discovered> discovered_;

  EventLoop::Timer beginning_;             // before renewal_
  std::unique_ptr<TokenRenewal> renewal_;  // while it is active
  std::vector<std::weak_ptr<Done>> waiting_;
};

}  // namespace workbench::http::login
