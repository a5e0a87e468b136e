#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

TEST(RemotePressure, DeliversNothingWhilePausedAndLosesNothing) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) { reply.result(request, "{}"); });
  RemoteGround ground;
  ground.connect(server.url());
  ground.connection->pause_reading(true);
  for (int i = 1; i <= 50; ++i) ground.send_stateless(i, "tools/call");
  ground.wait_a_little();
  EXPECT_TRUE(ground.observer.messages.empty());
  ground.observer.must_be_silent = true;
  ground.connection->pause_reading(false);
  ground.observer.must_be_silent = false;
  EXPECT_TRUE(ground.hears(50));
  EXPECT_EQ(ground.observer.heard_when_silent, 0U);
}

TEST(RemotePressure, LetsAServerFeelThatNobodyReads) {
  std::atomic<std::size_t> written = 0;
  constexpr std::size_t kEvents = 200;
  ScriptedServer server([&](const SeenRequest&, Reply& reply) {
    reply.begin_events();
    const std::string event = "data: {\"x\":\"" + std::string(256U * 1024, 'x') + "\"}";
    for (; written < kEvents; ++written) reply.event(event);
    reply.event("data: {\"id\":1,\"result\":{}}");
    reply.end_events();
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.connection->pause_reading(true);
  ground.send_stateless(1, "tools/call");
  ASSERT_TRUE(ground.run_until([&] { return written > 0; }));
  ground.wait_a_little();
  EXPECT_LT(written.load(), kEvents);
  ground.connection->pause_reading(false);
  EXPECT_TRUE(ground.hears(kEvents + 1));
}

TEST(RemotePressure, CountsWhatAServerDoesNotReadAndTellsWhenItHas) {
  std::atomic<bool> may_read = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    while (!may_read) std::this_thread::yield();
    reply.result(request, "{}");
  });
  RemoteGround ground;
  ground.connect(server.url());
  // More than are sent at once, so that some wait here.
  for (int i = 1; i <= 200; ++i) ground.send_stateless(i, "tools/call", "\"x\":\"" + std::string(10'000, 'x') + "\"");
  EXPECT_GT(ground.connection->backlog(), 200U * 10'000U);
  ground.wait_a_little();
  EXPECT_GT(ground.connection->backlog(), 50U * 10'000U);
  EXPECT_EQ(ground.observer.drained, 0U);
  may_read = true;
  ASSERT_TRUE(ground.hears(200));
  EXPECT_EQ(ground.connection->backlog(), 0U);
  EXPECT_GE(ground.observer.drained, 1U);
}

TEST(RemotePressure, LetsAnAnswerToTheServerPassTheRequestsThatWait) {
  std::atomic<bool> has_answer = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.has("\"roots\"")) {
      has_answer = true;
      return reply.accepted();
    }
    while (!has_answer) std::this_thread::yield();
    reply.result(request, "{}");
  });
  RemoteGround ground;
  ground.connect(server.url());
  for (int i = 1; i <= 150; ++i) ground.send_stateless(i, "tools/call");
  ground.send(R"({"jsonrpc":"2.0","id":1,"result":{"roots":[]}})");
  EXPECT_TRUE(ground.hears(150));
}

TEST(RemotePressure, SendsNoRequestThatIsCancelledWhileItWaits) {
  std::atomic<bool> may_answer = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    while (!may_answer) std::this_thread::yield();
    reply.result(request, "{}");
  });
  RemoteGround ground;
  ground.connect(server.url());
  for (int i = 1; i <= 140; ++i) ground.send_stateless(i, "tools/call");
  ground.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":140}})");
  may_answer = true;
  ASSERT_TRUE(ground.hears(139));
  ground.wait_a_little();
  EXPECT_EQ(server.requests().size(), 139U);
}

}  // namespace
}  // namespace workbench::test
