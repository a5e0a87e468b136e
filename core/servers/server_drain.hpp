#pragma once

#include <chrono>
#include <cstddef>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

#include "servers/use_watch.hpp"

namespace workbench::servers {

/// Counts the users of one server, and when the configuration no longer has it, closes it as soon as none is left.
/// [loop thread]
class ServerDrain {
 public:
  /// Closes the server for good and then calls its argument, perhaps inside the call.
  using Close = MoveOnlyFunction<void(MoveOnlyFunction<void()> closed)>;

  /// `watch` is notified when the last user has left. `loop` and `watch` must outlive it.
  ServerDrain(EventLoop& loop, UseWatch& watch, Close close);

  void add_user() { ++users_; }
  void remove_user();
  [[nodiscard]] bool has_users() const { return users_ > 0; }

  /// Closes the server when it has no user any more, or after `limit`. `drained` is called when it is closed and has no
  /// user, not inside this call; it may destroy the server.
  void begin(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained);
  [[nodiscard]] bool has_begun() const { return static_cast<bool>(drained_); }

  /// The server has ended by force: nothing is closed and nothing is called any more.
  void abandon();

 private:
  void continue_later();
  void close();

  EventLoop& loop_;
  UseWatch& watch_;
  Close close_;
  std::size_t users_ = 0;
  bool is_closed_ = false;
  MoveOnlyFunction<void()> drained_;  // not empty: it has begun
  EventLoop::Timer limit_timer_;      // for the users
  EventLoop::Timer step_timer_;
};

}  // namespace workbench::servers
