#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

namespace workbench {

struct ServerConfig;

/// Whether the workbench is logged in to a server. For reports: nothing in it is secret.
struct LoginState {
  enum class Kind {
    unneeded,  ///< nothing is known of a login, and the server has not demanded one
    required,  ///< a person has to log in before the server can be used, or used again
    active,    ///< there is a login; whether the server still accepts it is known at the next request
  };
  Kind kind = Kind::unneeded;
  std::string issuer;                                           ///< the authorization server; empty: not known
  std::vector<std::string> scopes;                              ///< that were granted; empty: not known
  std::optional<std::chrono::system_clock::time_point> expiry;  ///< of the access token; absent: not known
  bool renews_itself = false;  ///< it is renewed at its expiry without a person, as far as is known
};

/// A login that a user carries out in a browser. Destroying it abandons the login. [loop thread]
class ServerLogin {
 public:
  ServerLogin() = default;
  ServerLogin(const ServerLogin&) = delete;
  ServerLogin& operator=(const ServerLogin&) = delete;
  virtual ~ServerLogin() = default;

  /// For a browser that cannot reach this machine: `address` is where it was sent to at the end, as its address bar
  /// shows it. The outcome is reported as if the browser had reached the workbench.
  /// invalid_argument: it is not the end of this login, which continues; the message has nothing of the address.
  [[nodiscard]] virtual Result<void> complete(std::string_view address) = 0;
};

/// The logins to the servers of a transport (MCP, "basic/authorization"). A server is named by its ServerConfig, whose
/// `principal` says whose login it is: no principal ever uses another one's. [loop thread]
class ServerLogins {
 public:
  /// Receives the URL that the user has to visit; called once at most, and not at all if no visit is needed.
  using Visit = MoveOnlyFunction<void(const std::string& url)>;
  using Done = MoveOnlyFunction<void(Result<void> outcome)>;

  /// Begins a login to `server`, in place of an existing one. `scopes` are requested in addition to those that
  /// the server demands and the configuration names. `visit` and `done` are called from tasks of the loop, never inside
  /// this call, and not after the returned object was destroyed, which both of them may do. The login has no time limit
  /// of its own but those of single requests. Connections use it as soon as it has succeeded, also those of other
  /// processes that use the same store; the same login that has begun elsewhere ends with it.
  /// Outcomes: cancelled: the user has refused. invalid_argument: the configuration, or what it names, does not
  /// allow it. unavailable, timed_out, protocol: the authorization server. No message has anything secret.
  [[nodiscard]] virtual std::unique_ptr<ServerLogin> begin(const ServerConfig& server, std::vector<std::string> scopes,
                                                           Visit visit, Done done) = 0;

  /// Ends the login: revokes its tokens at the authorization server (RFC 7009) if that can do so, and forgets them in
  /// every case. `done` is called once, from a task of the loop, unless the returned object was destroyed before.
  /// not_found: there is none. Another error: it is forgotten, but was not revoked.
  [[nodiscard]] virtual std::unique_ptr<EventLoop::Subscription> end(const ServerConfig& server, Done done) = 0;

  /// The stored login, with what connections of this process have learned since. `done` is called once, from a
  /// task of the loop, unless the returned object was destroyed before.
  /// unavailable: the store cannot be read.
  [[nodiscard]] virtual std::unique_ptr<EventLoop::Subscription> find(
      const ServerConfig& server, MoveOnlyFunction<void(Result<LoginState> state)> done) = 0;

  /// The authorization server of the login that would be used for `server` now, always in the same spelling; empty:
  /// there is no login, or it is not known. It is called before each start of a server that a review judges
  /// (CatalogItemKind::start), so it must not wait for a person, a network or a keyring.
  [[nodiscard]] virtual std::string issuer(const ServerConfig& /*server*/) { return {}; }

 protected:
  ~ServerLogins() = default;
};

}  // namespace workbench
