#pragma once

#include <memory>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::approvals {

/// Tells subscribers in a later turn of the loop that something has changed, once for all changes of one turn.
/// [loop thread]
class ChangeSignal {
 public:
  explicit ChangeSignal(EventLoop& loop) : loop_(loop) {}

  void notify();
  /// Until the returned object is destroyed, which may be inside `changed` and after this object.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> subscribe(MoveOnlyFunction<void()> changed);

 private:
  class Subscriber;
  using Function = MoveOnlyFunction<void()>;
  struct State {
    std::vector<std::weak_ptr<Function>> functions;
    bool is_posted = false;
  };

  static void call_all(State& state);

  EventLoop& loop_;
  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace workbench::approvals
