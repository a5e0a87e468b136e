#include "change_notice.hpp"

#include <iterator>
#include <utility>

namespace workbench::call_log {

/// A subscriber that leaves while subscribers are told is only marked: the list is being walked through.
class ChangeNotice::Subscription final : public EventLoop::Subscription {
 public:
  Subscription(const std::shared_ptr<Subscribers>& subscribers, Subscribers::iterator place)
      : subscribers_(subscribers), place_(place) {}
  ~Subscription() override {
    if (const auto subscribers = subscribers_.lock()) place_->has_left = true;
  }

 private:
  const std::weak_ptr<Subscribers> subscribers_;
  const Subscribers::iterator place_;
};

std::unique_ptr<EventLoop::Subscription> ChangeNotice::subscribe(MoveOnlyFunction<void()> changed) {
  subscribers_->push_back({std::move(changed)});
  return std::make_unique<Subscription>(subscribers_, std::prev(subscribers_->end()));
}

void ChangeNotice::tell_later(EventLoop& loop) {
  is_due_ = true;
  timer_ = loop.after(kPause, [this] { tell(); });
}

void ChangeNotice::tell() {
  is_due_ = false;
  for (Subscriber& subscriber : *subscribers_) {
    if (!subscriber.has_left) subscriber.changed();
  }
  subscribers_->remove_if([](const Subscriber& subscriber) { return subscriber.has_left; });
}

}  // namespace workbench::call_log
