#include "operator/operator_topics.hpp"

#include <algorithm>
#include <utility>

namespace workbench::app {

/// A place without a subscriber is removed when changes are noticed the next time: the list may be in use.
class OperatorTopics::Membership final : public EventLoop::Subscription {
 public:
  explicit Membership(std::shared_ptr<Place> place) : place_(std::move(place)) {}
  ~Membership() override { place_->subscriber = nullptr; }

 private:
  const std::shared_ptr<Place> place_;
};

std::unique_ptr<EventLoop::Subscription> OperatorTopics::subscribe(Subscriber& subscriber, TopicSet topics) {
  places_.push_back(std::make_shared<Place>(Place{&subscriber, topics}));
  auto membership = std::make_unique<Membership>(places_.back());
  watch_sources();
  return membership;
}

RecentCalls* OperatorTopics::calls() const {
  return sources_.calls != nullptr && sources_.calls->is_in_use() ? sources_.calls : nullptr;
}

bool OperatorTopics::is_wanted(OperatorTopic topic) const {
  return std::any_of(places_.begin(), places_.end(), [topic](const auto& place) {
    return place->subscriber != nullptr && place->topics.test(static_cast<std::size_t>(topic));
  });
}

void OperatorTopics::watch_sources() {
  if (approvals_ == nullptr && is_wanted(OperatorTopic::approvals)) {
    approvals_ = sources_.approvals.on_change([this] { tell(OperatorTopic::approvals); });
  }
  if (calls_ == nullptr && calls() != nullptr && is_wanted(OperatorTopic::calls)) {
    calls_ = calls()->on_change([this] { tell(OperatorTopic::calls); });
  }
  if (servers_ == nullptr && is_wanted(OperatorTopic::servers)) {
    latest_servers_ = sources_.servers();
    watch_servers();
  }
}

void OperatorTopics::watch_servers() {
  servers_ = sources_.loop.after(kServersInterval, [this] { compare_servers(); });
}

void OperatorTopics::compare_servers() {
  servers_.reset();
  if (!is_wanted(OperatorTopic::servers)) return;
  if (std::exchange(latest_servers_, sources_.servers()) != latest_servers_) tell(OperatorTopic::servers);
  if (servers_ == nullptr) watch_servers();
}

/// A source without subscribers is left when it changes the next time.
void OperatorTopics::tell(OperatorTopic topic) {
  std::erase_if(places_, [](const auto& place) { return place->subscriber == nullptr; });
  if (topic == OperatorTopic::approvals && !is_wanted(topic)) sources_.loop.post([gone = std::move(approvals_)] {});
  if (topic == OperatorTopic::calls && !is_wanted(topic)) sources_.loop.post([gone = std::move(calls_)] {});
  const std::vector<std::shared_ptr<Place>> places(places_.begin(), places_.end());
  for (const auto& place : places) {
    const bool wants_it = place->topics.test(static_cast<std::size_t>(topic));
    if (wants_it && place->subscriber != nullptr) place->subscriber->handle_change(topic);
  }
}

void OperatorTopics::end() {
  const std::vector<std::shared_ptr<Place>> places(places_.begin(), places_.end());
  for (const auto& place : places) {
    if (place->subscriber != nullptr) place->subscriber->handle_ending();
  }
}

}  // namespace workbench::app
