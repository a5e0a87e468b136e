#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include <workbench/move_only_function.hpp>

namespace workbench::base {

/// Calls `done` when it has been called `count` times; calls of its copies count too. For starting several things at
/// once and continuing after the last one: add one to `count` for the loop that starts them. [loop thread]
class CallbackLatch {
 public:
  CallbackLatch(std::size_t count, MoveOnlyFunction<void()> done)
      : state_(std::make_shared<State>(State{count, std::move(done)})) {}

  void operator()() const {
    if (--state_->left == 0) state_->done();
  }

 private:
  struct State {
    std::size_t left;
    MoveOnlyFunction<void()> done;
  };
  std::shared_ptr<State> state_;
};

}  // namespace workbench::base
