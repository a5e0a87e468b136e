#pragma once

#include <memory>
#include <string>

#include <workbench/caller.hpp>
#include <workbench/result.hpp>

#include "servers/server.hpp"
#include "servers/shared_login.hpp"

namespace workbench::gateway {

/// Asks the user of a client to log in to a server that demands it, in the course of a request: sends the client the
/// URL as an elicitation in URL mode ("client/elicitation"), and waits until the login has ended, whether or not the
/// client has answered by then. [loop thread]
class LoginRound : public std::enable_shared_from_this<LoginRound> {
 public:
  using Done = MoveOnlyFunction<void(Result<void> outcome)>;

  /// How often one request may wait for a login to the same server: a server may demand further scopes, or have changed
  /// its authorization server.
  static constexpr int kMaxRounds = 3;

  /// Whether a request to `server` that fails as login_required is worth a round: the client can be sent the URL, and
  /// the login would be its principal's own. A login to a server that several principals share, or for clients without
  /// a name, is left to the user who runs the workbench; otherwise the account of one client would serve all.
  [[nodiscard]] static bool is_possible(const servers::Server& server, const Caller& caller);

  /// `reason` for a caller for which a round is not possible: with the remedy.
  [[nodiscard]] static Error with_advice(Error reason, const Caller& caller);

  /// `caller` must live as long as `done`, which is called once, perhaps inside this call. If the request is cancelled
  /// before, `done` is destroyed without a call: on_cancel() of the caller is used for that, and `done` must set it
  /// again if it needs it.
  /// cancelled: the user has refused. timed_out: no login within limits.suspended. Others: as
  /// ServerLogins::begin().
  static void run(servers::ServerLease server, Caller& caller, Done done);

  LoginRound(servers::ServerLease server, Caller& caller, Done done);

 private:
  void begin();
  void ask(const std::string& url);
  void handle_response(const InputResponse& response);
  void report_progress();
  void stop();
  void finish(Result<void> outcome);

  const servers::ServerLease server_;
  Caller& caller_;
  Done done_;                                     // empty: it is over
  std::shared_ptr<CancellationHandle> question_;  // null: the client is not being asked
  int reports_ = 0;
  servers::SharedLogin::Place login_;
  EventLoop::Timer limit_;
  EventLoop::Timer progress_;
};

}  // namespace workbench::gateway
