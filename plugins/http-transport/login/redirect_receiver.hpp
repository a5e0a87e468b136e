#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "login/redirect_address.hpp"

namespace workbench::http::login {

/// Waits on loopback for the browser that an authorization server redirects (RFC 8252, section 7.3). Any local program
/// may connect, so the receiver of the queries decides by their `state` which of them counts. [loop thread]
class RedirectReceiver {
 public:
  /// Receives the query of a GET of the path. True: it is the awaited query, whose browser is answered by
  /// finish(); false: the browser gets an error page. Called from tasks of the loop; it may not destroy the receiver.
  using Receive = MoveOnlyFunction<bool(std::string_view query)>;

  /// Listens at `address`: for `localhost` on both of its addresses, if this machine has both. unavailable: another
  /// program has the port, at either of them.
  [[nodiscard]] static Result<std::unique_ptr<RedirectReceiver>> open(EventLoop& loop, RedirectAddress address,
                                                                      Receive receive);
  ~RedirectReceiver();
  RedirectReceiver(const RedirectReceiver&) = delete;
  RedirectReceiver& operator=(const RedirectReceiver&) = delete;

  /// With the port that was chosen.
  [[nodiscard]] const RedirectAddress& address() const { return address_; }

  /// Shows in the browser that was waited for, if it is still there, how the login has ended.
  void finish(const Result<void>& outcome);

 private:
  class Visitor;

  RedirectReceiver(EventLoop& loop, RedirectAddress address, Receive receive);

  [[nodiscard]] Result<void> listen_at(const RedirectAddress& wanted);
  [[nodiscard]] Result<void> listen(int family);
  void accept_all(int listening);
  void make_room();
  void remove(Visitor& visitor);

  EventLoop& loop_;
  RedirectAddress address_;
  Receive receive_;
  std::vector<FileDescriptor> sockets_;
  std::vector<EventLoop::Watch> watches_;  // of the sockets; declared after them
  std::list<std::unique_ptr<Visitor>> visitors_;
  Visitor* awaited_ = nullptr;  // one of them
};

}  // namespace workbench::http::login
