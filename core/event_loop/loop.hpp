#pragma once

#include <csignal>
#include <initializer_list>
#include <memory>

#include <workbench/event_loop.hpp>

namespace workbench::event_loop {

/// The SDK's EventLoop, on epoll. Lives from startup to the end of the process; its watches and timers must be
/// destroyed before it.
class Loop final : public EventLoop {
 public:
  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// Runs callbacks until stop(). The thread that calls it is the loop thread. An exception of a callback leaves run();
  /// nothing else is lost by it, and run() may be called again.
  void run();
  /// Makes run() return soon, after the callback that is running; pending callbacks are not called. [any thread]
  void stop();
  /// From now on calls `received` on the loop thread for each of `signals` that arrives. May be called once. Throws
  /// std::system_error for a signal that cannot be handled. [loop thread]
  void on_signals(std::initializer_list<int> signals, MoveOnlyFunction<void(int signal)> received);
  /// Calls `active` once, on the loop thread: when an event has ended the loop's sleep after this call. Replaces an
  /// earlier one. For work that follows activity, and must not itself wake an idle process. [loop thread]
  void on_next_activity(MoveOnlyFunction<void()> active);

  void post(MoveOnlyFunction<void()> task) override;
  /// Throws std::system_error if the operating system refuses to watch `fd`.
  [[nodiscard]] Watch watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) override;
  [[nodiscard]] Timer after(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace workbench::event_loop
