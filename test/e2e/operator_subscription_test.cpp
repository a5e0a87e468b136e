// What operators are told of while they subscribe, over the socket of a shared workbench.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdint>
#include <string>

#include "memory.hpp"
#include "operator_calls_fixture.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(OperatorCalls, AppearLiveAndWhileTheyRun) {
  const auto client = joined();
  const auto from = operate();
  from->send("workbench/subscribe", R"({"topics":["calls"],"filter":{"tool":"hang"}})");
  EXPECT_EQ(from->notified("workbench/subscribed"), "{}");
  client->use("dev", "s", "pid");  // not of the filter
  const int hanging = client->send("tools/call", use_tool_params("dev", "s", "hang"));
  const std::string running = from->notified("workbench/calls");
  EXPECT_THAT(elements(member(running, "running")), SizeIs(1));
  EXPECT_THAT(elements(member(running, "calls")), IsEmpty());
  client->notify("notifications/cancelled", R"({"requestId":)" + std::to_string(hanging) + "}");
  const std::string ended = from->notified("workbench/calls");
  EXPECT_THAT(elements(member(ended, "running")), IsEmpty());
  ASSERT_THAT(elements(member(ended, "calls")), SizeIs(1));
  EXPECT_EQ(characters(member(elements(member(ended, "calls")).front(), "outcome")), "cancelled");
}

TEST_F(OperatorCalls, TellOfServersAndTheConfiguration) {
  const auto client = joined();
  const auto from = operate();
  from->send("workbench/subscribe", R"({"topics":["servers","configuration"]})");
  from->notified("workbench/subscribed");
  folder_.write("toolboxes.json", dev_toolbox(fake_server("other", {}, R"("share":"process")")));
  std::string topics;
  while (topics.find("configuration") == std::string::npos || topics.find("servers") == std::string::npos) {
    const std::string changed = from->notified("workbench/changed");
    ASSERT_THAT(changed, HasSubstr("topics"));
    topics += changed;
  }
}

TEST_F(OperatorCalls, EndASubscriptionWithTheWorkbenchByItsResponse) {
  const auto client = joined();
  const auto from = operate();
  from->send("workbench/subscribe", R"({"topics":["servers"]})");
  from->notified("workbench/subscribed");
  ::kill(pid_, SIGTERM);
  EXPECT_EQ(from->answer(), "{}");
}

TEST_F(OperatorCalls, AreNoLongerToldWhenTheSubscriptionIsCancelled) {
  const auto client = joined();
  const auto from = operate();
  const int subscribed = from->send("workbench/subscribe", R"({"topics":["calls"]})");
  from->notified("workbench/subscribed");
  EXPECT_THAT(from->request("workbench/subscribe", R"({"topics":["calls"]})"), HasSubstr("has a subscription"));
  from->notify("notifications/cancelled", R"({"requestId":)" + std::to_string(subscribed) + "}");
  from->request("workbench/whoami");
  const auto told = operate();
  told->send("workbench/subscribe", R"({"topics":["calls"]})");
  told->notified("workbench/subscribed");
  client->use("dev", "s", "pid");
  told->notified("workbench/calls");  // whoever is told of it has been told
  from->send("workbench/whoami");
  EXPECT_THAT(from->read_line(), HasSubstr("startedAt"));
  from->send("workbench/subscribe", R"({"topics":["calls"]})");
  EXPECT_EQ(from->notified("workbench/subscribed"), "{}");
}

TEST_F(OperatorCalls, AreNotKeptForASubscriberThatDoesNotRead) {
  const auto client = joined();
  const auto slow = operate();
  slow->send("workbench/subscribe", R"({"topics":["calls","servers"]})");
  slow->notified("workbench/subscribed");
  const auto from = operate();
  const auto call = [&](int count) {
    constexpr int kInFlight = 50;
    for (int done = 0; done < count; done += kInFlight) {
      int last = 0;
      for (int one = 0; one != kInFlight; ++one) last = client->send("tools/call", use_tool_params("dev", "s", "pid"));
      static_cast<void>(client->answer_to(last));
    }
  };
  call(11'000);  // the ring is full, and the socket too
  const auto memory = [&] { return std::stoull(member(from->request("workbench/status"), "memoryBytes")); };
  const auto before = memory();
  call(20'000);
  if (kReturnsMemory) {
    EXPECT_LT(memory(), before + 4'000'000);
  }
  std::string latest;
  std::uint64_t skipped = 0;
  while (skipped == 0) skipped += std::stoull(member(latest = slow->notified("workbench/calls"), "skipped"));
  EXPECT_LE(elements(member(latest, "calls")).size(), 100U);
  EXPECT_EQ(member(from->request("workbench/calls"), "kept"), "10000");
}

}  // namespace
