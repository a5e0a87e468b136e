#include "change_signal.hpp"

#include <utility>

namespace workbench::approvals {

class ChangeSignal::Subscriber final : public EventLoop::Subscription {
 public:
  explicit Subscriber(std::shared_ptr<Function> function) : function_(std::move(function)) {}

 private:
  const std::shared_ptr<Function> function_;
};

void ChangeSignal::notify() {
  if (state_->functions.empty() || std::exchange(state_->is_posted, true)) return;
  loop_.post([weak = std::weak_ptr(state_)] {
    const auto state = weak.lock();
    if (state == nullptr) return;
    state->is_posted = false;
    call_all(*state);
  });
}

// A function may subscribe others and end any subscription, its own too.
void ChangeSignal::call_all(State& state) {
  std::erase_if(state.functions, [](const std::weak_ptr<Function>& one) { return one.expired(); });
  const auto functions = state.functions;
  for (const auto& weak : functions) {
    if (const auto function = weak.lock()) (*function)();
  }
}

std::unique_ptr<EventLoop::Subscription> ChangeSignal::subscribe(MoveOnlyFunction<void()> changed) {
  auto function = std::make_shared<Function>(std::move(changed));
  state_->functions.push_back(function);
  return std::make_unique<Subscriber>(std::move(function));
}

}  // namespace workbench::approvals
