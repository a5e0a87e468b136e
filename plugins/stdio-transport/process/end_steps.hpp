#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::stdio {

/// The steps of the orderly end of a process; each has a time limit:
///
///   idle        -- begin() -->            patient: it is given the time to end by itself
///   patient     -- begin() -->            patient, from the beginning
///   patient     -- one step later -->     terminating: SIGTERM
///   terminating -- one step later -->     killing: SIGKILL, both sent by the launcher
///   killing     -- one step later -->     exhausted: the launcher itself is killed
///   any         -- end() -->              over: nothing has to be done any more
///
/// [loop thread]
class EndSteps {
 public:
  class Actions {
   public:
    /// The process has not ended by itself.
    virtual void terminate() = 0;
    /// Nor after SIGTERM, or another process of it has not.
    virtual void kill() = 0;
    /// The launcher has not ended its processes.
    virtual void give_up() = 0;

   protected:
    ~Actions() = default;
  };

  /// `step`: how long a step may take, as of now. It may become shorter while the process is ending.
  EndSteps(EventLoop& loop, MoveOnlyFunction<std::chrono::milliseconds()> step, Actions& actions)
      : loop_(loop), step_(std::move(step)), actions_(actions) {}

  /// Has no effect once it is terminating or over.
  void begin() {
    if (state_ == State::idle || state_ == State::patient) enter(State::patient);
  }
  /// The process has ended.
  void end() {
    state_ = State::over;
    next_.reset();
  }

 private:
  using Clock = std::chrono::steady_clock;
  enum class State { idle, patient, terminating, killing, exhausted, over };

  /// How soon a step that has become shorter ends.
  static constexpr std::chrono::milliseconds kLookInterval{100};

  void enter(State state) {
    state_ = state;
    entered_ = Clock::now();
    look_later();
  }
  [[nodiscard]] std::chrono::milliseconds left() {
    return std::chrono::ceil<std::chrono::milliseconds>(entered_ + step_() - Clock::now());
  }
  void look_later() {
    next_ = loop_.after(std::clamp(left(), std::chrono::milliseconds(0), kLookInterval), [this] { look(); });
  }
  void look() {
    if (left() > std::chrono::milliseconds(0)) return look_later();
    advance();
  }
  void advance() {
    switch (state_) {
      case State::patient: enter(State::terminating); return actions_.terminate();
      case State::terminating: enter(State::killing); return actions_.kill();
      case State::killing:
        state_ = State::exhausted;
        next_.reset();
        return actions_.give_up();
      case State::idle:
      case State::exhausted:
      case State::over: return;
    }
  }

  EventLoop& loop_;
  MoveOnlyFunction<std::chrono::milliseconds()> step_;
  Actions& actions_;
  State state_ = State::idle;
  Clock::time_point entered_;
  EventLoop::Timer next_;
};

}  // namespace workbench::stdio
