#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::http {

/// Callbacks that wait for the same event. [loop thread]
class WaitingList {
 public:
  /// `done` is called by the next release(); not at all once the returned object was destroyed, which may outlive the
  /// list.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> add(MoveOnlyFunction<void()> done) {
    const std::uint64_t id = state_->next++;
    state_->waiting.emplace(id, std::move(done));
    return std::make_unique<Entry>(state_, id);
  }

  /// Calls all that wait. They may destroy each other's entries, add new ones, and destroy the list.
  void release() {
    const auto state = state_;
    const std::uint64_t end = state->next;
    while (!state->waiting.empty() && state->waiting.begin()->first < end) {
      auto first = state->waiting.extract(state->waiting.begin());
      first.mapped()();
    }
  }

 private:
  struct State {
    std::uint64_t next = 0;
    std::map<std::uint64_t, MoveOnlyFunction<void()>> waiting;
  };

  class Entry final : public EventLoop::Subscription {
   public:
    Entry(std::weak_ptr<State> state, std::uint64_t id) : state_(std::move(state)), id_(id) {}
    ~Entry() override {
      if (const auto state = state_.lock()) state->waiting.erase(id_);
    }

   private:
    const std::weak_ptr<State> state_;
    const std::uint64_t id_;
  };

  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace workbench::http
