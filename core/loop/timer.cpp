#include "loop/timer.hpp"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <utility>

namespace workbench {
namespace {

// Longer delays would overflow the clock.
constexpr std::chrono::milliseconds kLongestDelay = std::chrono::hours(24 * 365);

struct Countdown {
  explicit Countdown(boost::asio::io_context& context) : timer(context) {}
  boost::asio::steady_timer timer;
  MoveOnlyFunction<void()> due;  // empty: it has fired, or nobody wants it any more
};

class TimerSubscription final : public EventLoop::Subscription {
 public:
  explicit TimerSubscription(std::shared_ptr<Countdown> countdown) : countdown_(std::move(countdown)) {}

  ~TimerSubscription() override {
    if (!countdown_->due) return;
    // An expiry that is already queued can no longer be cancelled; it finds nothing to call.
    countdown_->due = nullptr;
    countdown_->timer.cancel();
  }

 private:
  std::shared_ptr<Countdown> countdown_;
};

}  // namespace

EventLoop::Timer start_timer(boost::asio::io_context& context, std::chrono::milliseconds delay,
                             MoveOnlyFunction<void()> due) {
  auto countdown = std::make_shared<Countdown>(context);
  countdown->due = std::move(due);
  countdown->timer.expires_after(std::min(delay, kLongestDelay));
  countdown->timer.async_wait([countdown](const boost::system::error_code&) {
    // Taken out before the call, because the call may destroy the timer.
    MoveOnlyFunction<void()> due_now = std::exchange(countdown->due, nullptr);
    if (due_now) due_now();
  });
  return std::make_unique<TimerSubscription>(std::move(countdown));
}

}  // namespace workbench
