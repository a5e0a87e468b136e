#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <workbench/server_login.hpp>
#include <workbench/transport.hpp>

#include "servers/login_lookup.hpp"
#include "servers/shared_login.hpp"

namespace workbench::servers {

class ConfiguredServer;

/// The login to one server, by its transport: a user begins and ends it, the requests that wait for it share one, and
/// reports show the latest findings. See ServerLogins, also for when callbacks are called. [loop thread]
class LoginToServer {
 public:
  /// `server` must outlive it, `transport` until close(). `succeeded` is called when requests have waited for a login
  /// and now have it, before they continue.
  LoginToServer(const ConfiguredServer& server, Transport& transport, MoveOnlyFunction<void()> succeeded);
  LoginToServer(const LoginToServer&) = delete;
  LoginToServer& operator=(const LoginToServer&) = delete;

  /// Whether the transport knows logins, so that a request may fail as login_required. False also if the configuration
  /// of the server cannot be used, and after close(): then each function returns null, and drops its callbacks.
  [[nodiscard]] bool is_possible() const { return logins() != nullptr; }

  [[nodiscard]] std::unique_ptr<ServerLogin> begin(std::vector<std::string> scopes, ServerLogins::Visit visit,
                                                   ServerLogins::Done done);
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> end(ServerLogins::Done done);

  /// For a request of a client; see SharedLogin::join().
  [[nodiscard]] SharedLogin::Place join(ServerLogins::Visit visit, ServerLogins::Done done) {
    return shared_.join(std::move(visit), std::move(done));
  }

  /// See issuer_of_login(). Empty also after close().
  [[nodiscard]] std::string issuer() const;

  /// Finds out what latest() is from then on; see LoginLookup.
  void look_up(MoveOnlyFunction<void()> done);
  [[nodiscard]] const std::optional<Result<LoginState>>& latest() const { return lookup_.latest(); }

  /// The server ends: no request waits any longer, for `reason`.
  void end_waiting(const Error& reason) { shared_.end(reason); }
  /// The server will not be started again: from now on no login is possible.
  void close() { transport_ = nullptr; }
  /// The owner of the server is being destroyed, and no callback is called any more.
  void abandon();

 private:
  [[nodiscard]] ServerLogins* logins() const { return transport_ == nullptr ? nullptr : transport_->logins(); }

  const ConfiguredServer& server_;
  Transport* transport_;  // null: no login is possible
  MoveOnlyFunction<void()> succeeded_;
  LoginLookup lookup_;
  SharedLogin shared_;
};

}  // namespace workbench::servers
