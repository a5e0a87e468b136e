#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/event_loop.hpp>
#include <workbench/result.hpp>
#include <workbench/server_login.hpp>

#include "login/authorization_request.hpp"
#include "login/discovery.hpp"
#include "login/redirect_receiver.hpp"
#include "login/token_source.hpp"

namespace workbench::http::login {

/// One login by a person (MCP, "basic/authorization", Authorization Flow Steps), its steps from top to bottom: get the
/// server's challenge, find its authorization server, load the stored login, register, send the browser there, receive
/// its redirect, exchange the code for tokens, store them. [loop thread]
class LoginFlow final : public ServerLogin {
 public:
  /// `tokens` is shared with connections that wait for the token. `scopes`, `visit` and `done`: see
  /// ServerLogins::begin().
  LoginFlow(std::shared_ptr<TokenSource> tokens, Words scopes, ServerLogins::Visit visit, ServerLogins::Done done);

  [[nodiscard]] Result<void> complete(std::string_view address) override;

 private:
  void probe();
  void discover(Challenge challenge);
  void load();
  void handle_loaded(const Result<StoredLogin>& login);
  void choose_scopes();
  void leave_out_scopes(const Words& allowed);
  [[nodiscard]] bool may_ask_for_scopes() const;
  void register_client(bool may_use_known_port);
  void request_registration(const std::string& redirect_uri, const Words& scopes);
  void handle_registration(const std::string& redirect_uri, const Words& scopes,
                           const Result<ClientRegistration>& registered);
  void begin_authorization();
  void watch_store();
  void handle_change(const Result<StoredLogin>& login);
  [[nodiscard]] bool receive(std::string_view query);
  void exchange(std::string_view query);
  void handle_tokens(const Result<FetchResponse>& response);
  void forget_client(const Error& reason);
  void keep();
  void finish(const Result<void>& outcome);

  [[nodiscard]] const LoginContext& context() const { return tokens_->context(); }
  [[nodiscard]] const AuthorizationServer& server() const { return discovered_->server; }

  const std::shared_ptr<TokenSource> tokens_;
  Words scopes_;    // to ask for
  Words demanded_;  // the ones of them without which the login is of no use
  ServerLogins::Visit visit_;
  ServerLogins::Done done_;

  std::optional<Discovered> discovered_;
  StoredLogin known_;      // the stored login, then the login to store
  std::string former_id_;  // of the login that was kept when this one began
  std::optional<AuthorizationRequest> authorization_;
  bool was_redirected_ = false;

  std::unique_ptr<RedirectReceiver> receiver_;
  std::unique_ptr<Discovery> discovery_;
  std::unique_ptr<EventLoop::Subscription> step_;
  std::unique_ptr<EventLoop::Subscription> loading_;  // by watch_store()
  EventLoop::Timer store_timer_;
  LoginStamp stamp_;
  std::unique_ptr<StoreLock> lock_;  // while the new login is saved
};

}  // namespace workbench::http::login
