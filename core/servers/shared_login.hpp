#pragma once

#include <list>
#include <memory>
#include <string>

#include <workbench/server_login.hpp>

namespace workbench::servers {

/// The login to one server for all requests that wait for it: the first one begins it, those that arrive before its end
/// get the same URL and the same outcome, and when the last of them is dropped it is abandoned. [loop thread]
class SharedLogin {
 public:
  using Begin = MoveOnlyFunction<std::unique_ptr<ServerLogin>(ServerLogins::Visit visit, ServerLogins::Done done)>;

  /// The place of one request in it. Destroying it leaves the login.
  using Place = std::unique_ptr<EventLoop::Subscription>;

  /// `begin`: as ServerLogins::begin(); null: there can be no login.
  explicit SharedLogin(Begin begin) : begin_(std::move(begin)) {}

  /// `visit` is called with the URL, perhaps inside this call, if the login needs a person; `done` once, unless the
  /// place was destroyed before. Either may destroy the place. Null: there can be no login.
  [[nodiscard]] Place join(ServerLogins::Visit visit, ServerLogins::Done done);

  /// The server ends: abandons the login, with `reason` for all that wait for it. A later join() begins another.
  void end(const Error& reason) {
    if (login_ != nullptr) finish(reason);
  }

  /// The same without any call.
  void abandon() {
    members_.clear();
    login_.reset();
  }

 private:
  struct Member {
    ServerLogins::Visit visit;
    ServerLogins::Done done;
  };
  class Membership;
  using Members = std::list<std::weak_ptr<Member>>;

  void handle_url(const std::string& url);
  void finish(const Result<void>& outcome);
  void leave();

  Begin begin_;
  Members members_;
  std::unique_ptr<ServerLogin> login_;  // null: none is active
  std::string url_;                     // empty: there is none yet
};

}  // namespace workbench::servers
