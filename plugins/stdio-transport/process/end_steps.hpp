#pragma once

#include <chrono>

#include <workbench/event_loop.hpp>

namespace workbench::stdio {

/// The steps of the orderly end of a process; each has a time limit:
///
///   idle        -- begin() -->                     patient: it is given the time to end by itself
///   patient     -- begin() -->                     patient, from the beginning
///   patient     -- one step later -->              terminating: SIGTERM, and SIGKILL one step later by the launcher
///   terminating -- two steps later -->             exhausted: the launcher itself is killed
///   any         -- end() -->                       over: nothing has to be done any more
///
/// [loop thread]
class EndSteps {
 public:
  class Actions {
   public:
    /// The process has not ended by itself.
    virtual void terminate() = 0;
    /// The launcher has not ended its processes.
    virtual void give_up() = 0;

   protected:
    ~Actions() = default;
  };

  EndSteps(EventLoop& loop, std::chrono::milliseconds step, Actions& actions)
      : loop_(loop), step_(step), actions_(actions) {}

  /// Has no effect once it is terminating or over.
  void begin() {
    if (state_ != State::idle && state_ != State::patient) return;
    state_ = State::patient;
    next_ = loop_.after(step_, [this] { terminate(); });
  }
  /// The process has ended.
  void end() {
    state_ = State::over;
    next_.reset();
  }

  [[nodiscard]] std::chrono::milliseconds step() const { return step_; }

 private:
  enum class State { idle, patient, terminating, exhausted, over };

  void terminate() {
    state_ = State::terminating;
    next_ = loop_.after(2 * step_, [this] { give_up(); });
    actions_.terminate();
  }
  void give_up() {
    state_ = State::exhausted;
    next_.reset();
    actions_.give_up();
  }

  EventLoop& loop_;
  const std::chrono::milliseconds step_;
  Actions& actions_;
  State state_ = State::idle;
  EventLoop::Timer next_;
};

}  // namespace workbench::stdio
