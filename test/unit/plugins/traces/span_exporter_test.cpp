// What becomes of spans: their ids, batches, refusals of collectors, and the bounds.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>
#include <vector>
#include <workbench/testing/loop_host.hpp>
#include <workbench/trace_span.hpp>

#include "otlp_json.hpp"
#include "traces.hpp"

namespace workbench::traces {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A collector that answers as it is told, or waits until it is cancelled.
class ScriptedPoster final : public http::Poster {
 public:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::string> bodies;
    std::deque<http::PostOutcome> outcomes;  // then 200
    bool hangs = false;
  };
  explicit ScriptedPoster(std::shared_ptr<State> state) : state_(std::move(state)) {}

  http::PostOutcome post(const std::string& body, const std::atomic<bool>& is_cancelled) override {
    std::unique_lock lock(state_->mutex);
    state_->bodies.push_back(body);
    state_->changed.notify_all();
    while (state_->hangs && !is_cancelled) state_->changed.wait_for(lock, std::chrono::milliseconds(1));
    if (is_cancelled) return {0, std::nullopt, {}, "cancelled"};
    if (state_->outcomes.empty()) return {200, std::nullopt, "{}", {}};
    http::PostOutcome outcome = state_->outcomes.front();
    state_->outcomes.pop_front();
    return outcome;
  }

 private:
  const std::shared_ptr<State> state_;
};

class Exported : public testing::Test {
 protected:
  Exported() { settings_.batches.delay = std::chrono::milliseconds(1); }

  void start() { traces_.emplace(host_, settings_, std::make_unique<ScriptedPoster>(state_)); }
  void end() { traces_.reset(); }

  void record(const std::string& name = "s", const TraceContext& parent = {}) {
    const Span span(&*traces_, SpanKind::internal, name, parent);
  }

  void wait_for_bodies(std::size_t count) {
    std::unique_lock lock(state_->mutex);
    ASSERT_TRUE(
        state_->changed.wait_for(lock, std::chrono::seconds(20), [&] { return state_->bodies.size() >= count; }));
  }

  [[nodiscard]] std::vector<std::string> bodies() const {
    const std::lock_guard lock(state_->mutex);
    return state_->bodies;
  }

  test::LoopHost host_;
  ExportSettings settings_;
  const std::shared_ptr<ScriptedPoster::State> state_ = std::make_shared<ScriptedPoster::State>();
  std::optional<Traces> traces_;
};

const TraceContext kParent{"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "rojo=1"};

TEST_F(Exported, AChildHasTheTraceAndTheStateOfItsParentAndAnIdOfItsOwn) {
  start();
  const TraceContext child = traces_->begin(kParent);
  EXPECT_THAT(child.traceparent, AllOf(StartsWith("00-4bf92f3577b34da6a3ce929d0e0e4736-"), Not(kParent.traceparent)));
  EXPECT_EQ(child.tracestate, "rojo=1");
}

TEST_F(Exported, AMalformedParentBeginsATraceWithoutItsState) {
  start();
  const TraceContext child = traces_->begin({"00-nonsense", "rojo=1"});
  EXPECT_TRUE(parse_traceparent(child.traceparent));
  EXPECT_EQ(child.tracestate, "");
}

TEST_F(Exported, IdsAreUnique) {
  start();
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) ids.insert(parse_traceparent(traces_->begin(kParent).traceparent)->span);
  EXPECT_EQ(ids.size(), 1000U);
}

TEST_F(Exported, WhatTheClientDoesNotRecordIsNotSent) {
  start();
  record("hidden", {"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", ""});
  record("shown", kParent);
  end();
  ASSERT_EQ(bodies().size(), 1U);
  EXPECT_THAT(bodies().front(), AllOf(HasSubstr("shown"), Not(HasSubstr("hidden"))));
}

TEST_F(Exported, WhatWaitsAtTheEndIsSent) {
  settings_.batches.delay = std::chrono::hours(1);
  start();
  record("last");
  end();
  ASSERT_EQ(bodies().size(), 1U);
  EXPECT_THAT(bodies().front(), HasSubstr(R"("name":"last")"));
}

TEST_F(Exported, AFullBatchIsSentAtOnce) {
  settings_.batches.delay = std::chrono::hours(1);
  settings_.batches.batch = 3;
  start();
  for (int i = 0; i < 3; ++i) record();
  wait_for_bodies(1);
}

TEST_F(Exported, ARefusalForATimeIsRepeatedWithTheSameSpans) {
  state_->outcomes = {{429, std::nullopt, {}, {}}, {503, std::nullopt, {}, {}}};
  start();
  record("once");
  wait_for_bodies(3);
  end();
  EXPECT_EQ(bodies()[0], bodies()[1]);
  EXPECT_EQ(bodies()[0], bodies()[2]);
  EXPECT_EQ(bodies().size(), 3U);
}

TEST_F(Exported, ARefusalForGoodAndARedirectAreNotRepeatedAndAreLogged) {
  state_->outcomes = {{400, std::nullopt, {}, {}}, {307, std::nullopt, {}, {}}};
  start();
  record("first");
  wait_for_bodies(1);
  record("second");
  wait_for_bodies(2);
  record("third");
  end();
  EXPECT_EQ(bodies().size(), 3U);
  EXPECT_THAT(host_.logged(),
              testing::ElementsAre(HasSubstr("spans lost: 1 (the collector has answered with status 400)")));
}

TEST_F(Exported, RejectedSpansCountAsFailed) {
  state_->outcomes = {{200, std::nullopt, R"({"partialSuccess":{"rejectedSpans":"2","errorMessage":"no"}})", {}}};
  settings_.batches.batch = 3;
  settings_.batches.delay = std::chrono::hours(1);
  start();
  for (int i = 0; i < 3; ++i) record();
  wait_for_bodies(1);
  record("next");
  while (host_.metrics().find(R"(outcome="failed"} 2)") == std::string::npos) std::this_thread::yield();
  EXPECT_THAT(host_.metrics(), HasSubstr(R"(mcp_workbench_spans_total{outcome="exported"} 1)"));
}

TEST_F(Exported, ACollectorThatHangsHoldsUpNothingAndMoreThanFitsIsDroppedAndCounted) {
  state_->hangs = true;
  settings_.batches.max_waiting = 10;
  settings_.batches.batch = 1;
  start();
  record("in flight");
  wait_for_bodies(1);
  for (int i = 0; i < 15; ++i) record();
  EXPECT_THAT(host_.metrics(), HasSubstr(R"(mcp_workbench_spans_total{outcome="dropped"} 5)"));
  const auto begin = std::chrono::steady_clock::now();
  end();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(Exported, LargeSpansAreBoundedByTheirBytes) {
  state_->hangs = true;
  settings_.batches.max_bytes = 100'000;
  settings_.batches.batch = 1;
  start();
  record("in flight");
  wait_for_bodies(1);
  record(std::string(60'000, 'a'));
  record(std::string(60'000, 'b'));
  EXPECT_THAT(host_.metrics(), HasSubstr(R"(mcp_workbench_spans_total{outcome="dropped"} 1)"));
}

TEST(OtlpJson, IsTheRequestOfTheSpecification) {
  SpanRecord span;
  span.context = kParent;
  span.parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-1111111111111111-01";
  span.kind = SpanKind::server;
  span.name = "tools/call \"x\"";
  span.begin = std::chrono::system_clock::time_point(std::chrono::seconds(2));
  span.duration = std::chrono::nanoseconds(3);
  span.attributes = {{"mcp.method.name", "tools/call"}, {"count", std::int64_t{7}}};
  span.has_failed = true;
  const std::string text = encode({{"service.name", "w"}}, {span});
  EXPECT_THAT(
      text,
      AllOf(StartsWith(
                R"({"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"w"}}]})"),
            HasSubstr(R"("spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","flags":1,)"
                      R"("traceState":"rojo=1","parentSpanId":"1111111111111111","name":"tools/call \"x\"","kind":2,)"
                      R"("startTimeUnixNano":"2000000000","endTimeUnixNano":"2000000003","attributes":[)"
                      R"({"key":"mcp.method.name","value":{"stringValue":"tools/call"}},)"
                      R"({"key":"count","value":{"intValue":"7"}}],"status":{"code":2}}])")));
}

}  // namespace
}  // namespace workbench::traces
