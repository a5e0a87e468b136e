#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include <workbench/event_loop.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "operator/operator_topics.hpp"

namespace workbench::app {

/// Where a subscription writes to.
class SubscriptionOutput {
 public:
  virtual void notify(std::string_view method, const Json& params) = 0;
  /// Whether something waits to be written: the peer does not read as fast as it is written to.
  [[nodiscard]] virtual bool has_unsent() const = 0;
  /// The last call: the subscription has ended, and its request is to be answered. It may be destroyed in this call.
  virtual void end_subscription() = 0;

 protected:
  ~SubscriptionOutput() = default;
};

/// One request `workbench/subscribe`, {"topics": [...], "filter": {...}}: first `workbench/subscribed`, then
///
///   workbench/changed  {"topics": ["servers"]}: what was changed meanwhile, but for calls
///   workbench/calls    {"calls": [...], "running": [...], "skipped": 2}: calls of the filter that have ended
///   meanwhile,
///                      the newest first, and those that run
///
/// each at most once in kInterval. What a slow peer cannot take in is not kept for it: as long as something is unsent,
/// nothing is written, and calls that are too many then are counted as skipped. [loop thread]
class OperatorSubscription final : private OperatorTopics::Subscriber {
 public:
  static constexpr std::chrono::milliseconds kInterval{250};
  static constexpr std::size_t kMaxCalls = 100;

  /// Begins a subscription. `output` and `topics` must outlive it. invalid_argument: the params are not valid.
  /// unavailable: no calls are kept, and they are a topic.
  [[nodiscard]] static Result<std::unique_ptr<OperatorSubscription>> begin(const Json& params, const Operator& from,
                                                                           OperatorTopics& topics,
                                                                           SubscriptionOutput& output);
  OperatorSubscription(const OperatorSubscription&) = delete;
  OperatorSubscription& operator=(const OperatorSubscription&) = delete;

 private:
  OperatorSubscription(TopicSet wanted, CallQuery query, OperatorTopics& topics, SubscriptionOutput& output);

  void handle_change(OperatorTopic topic) override;
  void handle_ending() override { output_.end_subscription(); }
  void write_when_possible();
  void write_topics();
  void write_calls();
  [[nodiscard]] std::optional<CallPage> page() const;

  OperatorTopics& topics_;
  SubscriptionOutput& output_;
  CallQuery query_;  // for what has ended since the last notification
  std::size_t shown_running_ = 0;
  TopicSet changed_;          // since the last notification
  EventLoop::Timer waiting_;  // set: something was written less than kInterval ago, or could not be
  std::unique_ptr<EventLoop::Subscription> membership_;
};

}  // namespace workbench::app
