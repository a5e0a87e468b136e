// How changes reach an operator that has subscribed to them.

#include "operator/operator_subscription.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <workbench/testing/loop_host.hpp>

#include "scripted_calls.hpp"
#include "scripted_inbox.hpp"

namespace workbench::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// What the operator's connection was given.
class Written final : public SubscriptionOutput {
 public:
  void notify(std::string_view method, const Json& params) override {
    lines.push_back(std::string(method) + ' ' + std::string(params.text()));
  }
  [[nodiscard]] bool has_unsent() const override { return is_slow; }
  void end_subscription() override { has_ended = true; }

  std::vector<std::string> lines;
  bool is_slow = false;
  bool has_ended = false;
};

class ASubscription : public testing::Test {
 protected:
  std::string begin(const std::string& params) {
    auto begun = OperatorSubscription::begin(Json(params), peer_, topics_, written_);
    if (!begun) return begun.error().message;
    subscription_ = *std::move(begun);
    return {};
  }
  [[nodiscard]] bool is_written(std::size_t lines) {
    return host_.run_until([&] { return written_.lines.size() >= lines; });
  }

  test::LoopHost host_;
  test_support::ScriptedInbox inbox_;
  ApprovalRequests approvals_{&inbox_};
  test_support::ScriptedCalls calls_;
  std::uint64_t servers_ = 1;
  int looks_at_servers_ = 0;
  OperatorTopics topics_{{host_.loop(), approvals_, &calls_, [this] {
                            ++looks_at_servers_;
                            return servers_;
                          }}};
  Operator peer_{"ada"};
  Written written_;
  std::unique_ptr<OperatorSubscription> subscription_;
};

TEST_F(ASubscription, BeginsAtOnceAndTellsOfItsTopicsAlone) {
  EXPECT_EQ(begin(R"({"topics":["approvals","configuration"]})"), "");
  EXPECT_THAT(written_.lines, ElementsAre("workbench/subscribed {}"));
  calls_.end_calls();
  topics_.handle_reload();
  ASSERT_TRUE(is_written(2));
  EXPECT_EQ(written_.lines.back(), R"(workbench/changed {"topics":["configuration"]})");
  EXPECT_EQ(looks_at_servers_, 0) << "nobody has asked for servers";
}

TEST_F(ASubscription, RefusesTopicsThatDoNotExist) {
  for (const char* params : {"{}", R"({"topics":[]})", R"({"topics":["weather"]})", R"({"topics":[1]})"}) {
    EXPECT_THAT(begin(params), HasSubstr("\"topics\" must be")) << params;
  }
  EXPECT_THAT(begin(R"({"topics":["calls"],"filter":{"colour":"red"}})"), HasSubstr("filter"));
  EXPECT_THAT(written_.lines, IsEmpty());
}

TEST_F(ASubscription, HasTheCallsThatHaveEndedSinceItsBeginning) {
  calls_.end_calls(5);
  begin(R"({"topics":["calls"],"filter":{"tool":"read"}})");
  calls_.end_calls(2);
  ASSERT_TRUE(is_written(2));
  EXPECT_EQ(written_.lines.back(),
            R"(workbench/calls {"calls":[{"id":7},{"id":6}],"running":[],"kept":0,"lost":0,"skipped":0})");
  EXPECT_EQ(calls_.latest_query().filter.tool, "read");
}

TEST_F(ASubscription, GathersWhatComesWithinAQuarterOfASecond) {
  begin(R"({"topics":["calls"]})");
  const auto start = std::chrono::steady_clock::now();
  for (int count = 0; count != 1000; ++count) calls_.end_calls();
  ASSERT_TRUE(is_written(3));
  EXPECT_GE(std::chrono::steady_clock::now() - start, OperatorSubscription::kInterval);
  EXPECT_THAT(written_.lines[1], HasSubstr(R"({"calls":[{"id":1}])"));
  EXPECT_THAT(written_.lines[2], HasSubstr("\"skipped\":899}")) << "100 of 999 are shown";
}

TEST_F(ASubscription, WritesNothingForAPeerThatDoesNotRead) {
  begin(R"({"topics":["calls","configuration"]})");
  written_.is_slow = true;
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(host_.run_until([&] {
    calls_.end_calls(10);
    topics_.handle_reload();
    return std::chrono::steady_clock::now() - start > 3 * OperatorSubscription::kInterval;
  }));
  EXPECT_THAT(written_.lines, SizeIs(1));
  EXPECT_EQ(calls_.queries(), 0);
  written_.is_slow = false;
  ASSERT_TRUE(is_written(3));
  EXPECT_THAT(written_.lines[1], HasSubstr("\"skipped\":" + std::to_string(calls_.ended() - 100)));
}

TEST_F(ASubscription, LooksAtServersOnlyAsLongAsSomebodyWantsThem) {
  begin(R"({"topics":["servers"]})");
  servers_ = 2;
  ASSERT_TRUE(is_written(2));
  EXPECT_EQ(written_.lines.back(), R"(workbench/changed {"topics":["servers"]})");
  subscription_.reset();
  const int looks = looks_at_servers_;
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(
      host_.run_until([&] { return std::chrono::steady_clock::now() - start > 2 * OperatorTopics::kServersInterval; }));
  EXPECT_EQ(looks_at_servers_, looks);
}

TEST_F(ASubscription, SeesTheCallsOfItsOperatorAlone) {
  peer_.own = std::make_shared<Principal>(Principal{"ada", {}, {}});
  begin(R"({"topics":["calls"]})");
  calls_.end_calls();
  ASSERT_TRUE(is_written(2));
  EXPECT_EQ(calls_.latest_query().own, "ada");
}

TEST_F(ASubscription, EndsWithTheWorkbench) {
  begin(R"({"topics":["calls"]})");
  topics_.end();
  EXPECT_TRUE(written_.has_ended);
}

}  // namespace
}  // namespace workbench::app
