#include "operator/operator_subscription.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "requests/call_requests.hpp"

namespace workbench::app {
namespace {

constexpr std::size_t kCalls = static_cast<std::size_t>(OperatorTopic::calls);

std::optional<TopicSet> topics_of(const Json& params) {
  TopicSet topics;
  for (const Json& name : json::elements(json::member(params, "topics"))) {
    if (name.kind() != JsonKind::string) return std::nullopt;
    const auto found = std::find(kTopicNames.begin(), kTopicNames.end(), json::characters(name));
    if (found == kTopicNames.end()) return std::nullopt;
    topics.set(static_cast<std::size_t>(found - kTopicNames.begin()));
  }
  return topics.any() ? std::optional(topics) : std::nullopt;
}

}  // namespace

Result<std::unique_ptr<OperatorSubscription>> OperatorSubscription::begin(const Json& params, const Operator& from,
                                                                          OperatorTopics& topics,
                                                                          SubscriptionOutput& output) {
  const auto wanted = topics_of(params);
  if (!wanted) {
    return Error{ErrorKind::invalid_argument,
                 R"("topics" must be an array of "approvals", "servers", "calls" and "configuration")"};
  }
  auto filter = call_filter_of(params);
  if (!filter) return filter.error();
  if (wanted->test(kCalls) && topics.calls() == nullptr) return no_calls_are_kept();
  CallQuery query;
  query.filter = *std::move(filter);
  query.own = own_name(from);
  query.limit = kMaxCalls;
  return std::unique_ptr<OperatorSubscription>(new OperatorSubscription(*wanted, std::move(query), topics, output));
}

OperatorSubscription::OperatorSubscription(TopicSet wanted, CallQuery query, OperatorTopics& topics,
                                           SubscriptionOutput& output)
    : topics_(topics), output_(output), query_(std::move(query)), membership_(topics.subscribe(*this, wanted)) {
  if (wanted.test(kCalls)) query_.since = topics_.calls()->ended();
  output_.notify("workbench/subscribed", Json("{}"));
}

void OperatorSubscription::handle_change(OperatorTopic topic) {
  changed_.set(static_cast<std::size_t>(topic));
  if (waiting_ == nullptr) write_when_possible();
}

void OperatorSubscription::write_when_possible() {
  waiting_.reset();
  if (changed_.none()) return;
  if (!output_.has_unsent()) {
    if (changed_.test(kCalls)) write_calls();
    changed_.reset(kCalls);
    write_topics();
  }
  waiting_ = topics_.loop().after(kInterval, [this] { write_when_possible(); });
}

void OperatorSubscription::write_topics() {
  if (changed_.none()) return;
  JsonWriter writer;
  writer.object().key("topics").array();
  for (std::size_t topic = 0; topic != changed_.size(); ++topic) {
    if (changed_.test(topic)) writer.string(kTopicNames[topic]);
  }
  writer.end().end();
  changed_.reset();
  output_.notify("workbench/changed", std::move(writer).json());
}

/// Absent: the plugin has failed.
std::optional<CallPage> OperatorSubscription::page() const {
  try {
    return topics_.calls()->calls(query_);
  } catch (const std::exception&) {  // out of memory: these calls are skipped
    return std::nullopt;
  }
}

/// Nothing if the changes are of calls that this operator has not asked for.
void OperatorSubscription::write_calls() {
  const std::optional<CallPage> news = page();
  if (!news) return;
  query_.since = news->ended;
  const bool has_shown_running = std::exchange(shown_running_, news->running.size()) > 0;
  if (news->calls.empty() && news->running.empty() && !has_shown_running) return;
  JsonWriter writer;
  app::write_calls(writer.object(), *news);
  writer.member("skipped", news->skipped).end();
  output_.notify("workbench/calls", std::move(writer).json());
}

}  // namespace workbench::app
