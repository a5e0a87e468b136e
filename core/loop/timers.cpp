#include "loop/timers.hpp"

#include <algorithm>
#include <memory>

namespace workbench {
namespace {

// Longer delays would overflow the clock.
constexpr std::chrono::milliseconds kLongestDelay = std::chrono::hours(24 * 365);

}  // namespace

class Timers::Subscription final : public EventLoop::Subscription {
 public:
  Subscription(Timers& timers, const Key& key) : timers_(timers), key_(key) {}

  ~Subscription() override {
    // Taken out before it is destroyed: what the callback captured may own another timer.
    const auto ended = timers_.pending_.extract(key_);
  }

 private:
  Timers& timers_;
  Key key_;
};

EventLoop::Timer Timers::start(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) {
  const Key key{Clock::now() + std::min(delay, kLongestDelay), ++last_number_};
  pending_.emplace(key, std::move(due));
  return std::make_unique<Subscription>(*this, key);
}

bool Timers::call_due(Clock::time_point now) {
  if (pending_.empty() || pending_.begin()->first.first > now) return false;
  auto first = pending_.extract(pending_.begin());  // before the call, which may destroy its timer
  first.mapped()();
  return true;
}

std::chrono::milliseconds Timers::until_next(Clock::time_point now, std::chrono::milliseconds most) const {
  if (pending_.empty()) return most;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(pending_.begin()->first.first - now);
  return std::clamp(left, std::chrono::milliseconds(0), most);
}

void Timers::clear() {
  while (!pending_.empty()) {
    const auto ended = pending_.extract(pending_.begin());
  }
}

}  // namespace workbench
