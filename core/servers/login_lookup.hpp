#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>
#include <workbench/server_login.hpp>

namespace workbench::servers {

/// The state of the login to one server, as it was when it was looked up last. [loop thread]
class LoginLookup {
 public:
  using Found = MoveOnlyFunction<void(Result<LoginState> state)>;
  using Find = MoveOnlyFunction<std::unique_ptr<EventLoop::Subscription>(Found found)>;

  /// Looks it up with `find` (see ServerLogins::find(); null: there are no logins), unless that is in progress. `done`
  /// is called when it is over, perhaps inside this call, and dropped if this is destroyed before.
  void look_up(Find find, MoveOnlyFunction<void()> done);

  /// Absent: it was not looked up yet, or there are no logins. Any error: it could not be read.
  [[nodiscard]] const std::optional<Result<LoginState>>& latest() const { return latest_; }

 private:
  void finish();

  std::optional<Result<LoginState>> latest_;
  std::vector<MoveOnlyFunction<void()>> waiting_;  // not empty: it is being looked up
  std::unique_ptr<EventLoop::Subscription> finding_;
};

}  // namespace workbench::servers
