#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

TEST(HttpTransportBackPressure, DeliversNothingWhilePausedAndLosesNothing) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) { reply.result(request, "{}"); });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.connection->pause_reading(true);
  for (int i = 1; i <= 50; ++i) fixture.send_modern(i, "tools/call");
  fixture.wait_briefly();
  EXPECT_TRUE(fixture.observer.messages.empty());
  fixture.observer.expects_silence = true;
  fixture.connection->pause_reading(false);
  fixture.observer.expects_silence = false;
  EXPECT_TRUE(fixture.receives(50));
  EXPECT_EQ(fixture.observer.calls_while_silent, 0U);
}

TEST(HttpTransportBackPressure, StopsReadingFromTheServerWhilePaused) {
  std::atomic<std::size_t> written = 0;
  constexpr std::size_t kEvents = 200;
  ScriptedServer server([&](const SeenRequest&, Reply& reply) {
    reply.begin_events();
    const std::string event = "data: {\"x\":\"" + std::string(256U * 1024, 'x') + "\"}";
    for (; written < kEvents; ++written) reply.event(event);
    reply.event("data: {\"id\":1,\"result\":{}}");
    reply.end_events();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.connection->pause_reading(true);
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.run_until([&] { return written > 0; }));
  fixture.wait_briefly();
  EXPECT_LT(written.load(), kEvents);
  fixture.connection->pause_reading(false);
  EXPECT_TRUE(fixture.receives(kEvents + 1));
}

TEST(HttpTransportBackPressure, DoesNotKeepTheSessionFromEndingWhilePaused) {
  std::atomic<bool> was_deleted = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.method == "DELETE") {
      was_deleted = true;
      return reply.send(200, "", "");
    }
    if (answer_initialization(request, reply, "s-1")) return;
    reply.begin_events();
    reply.event("data: {\"method\":\"notifications/progress\"}");
    EXPECT_TRUE(reply.wait_for_end());
    reply.close();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.connection->pause_reading(true);
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{}})");
  fixture.wait_briefly();
  fixture.connection->close();
  EXPECT_EQ(fixture.close_reason(), "closed by the workbench");
  EXPECT_TRUE(was_deleted);
  EXPECT_EQ(fixture.observer.messages.size(), 1U);
}

TEST(HttpTransportBackPressure, CountsTheBacklogAndReportsWhenItIsDrained) {
  std::atomic<bool> may_read = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    while (!may_read) std::this_thread::yield();
    reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  // More than the transport sends at once, so that some are queued.
  for (int i = 1; i <= 200; ++i) fixture.send_modern(i, "tools/call", "\"x\":\"" + std::string(10'000, 'x') + "\"");
  EXPECT_GT(fixture.connection->backlog(), 200U * 10'000U);
  fixture.wait_briefly();
  EXPECT_GT(fixture.connection->backlog(), 50U * 10'000U);
  EXPECT_EQ(fixture.observer.drained, 0U);
  may_read = true;
  ASSERT_TRUE(fixture.receives(200));
  EXPECT_EQ(fixture.connection->backlog(), 0U);
  EXPECT_GE(fixture.observer.drained, 1U);
}

TEST(HttpTransportBackPressure, SendsAResponseBeforeTheQueuedRequests) {
  std::atomic<bool> has_answer = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.has("\"roots\"")) {
      has_answer = true;
      return reply.accepted();
    }
    while (!has_answer) std::this_thread::yield();
    reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  for (int i = 1; i <= 150; ++i) fixture.send_modern(i, "tools/call");
  fixture.send(R"({"jsonrpc":"2.0","id":1,"result":{"roots":[]}})");
  EXPECT_TRUE(fixture.receives(150));
}

/// A server that accepts nothing before the test wants it.
class SlowServer {
 public:
  [[nodiscard]] ScriptedServer::Handler handler() {
    return [this](const SeenRequest& request, Reply& reply) {
      while (!may_answer && !request.has("notifications/cancelled")) std::this_thread::yield();
      reply.accepted();
    };
  }

  std::atomic<bool> may_answer = false;
};

// A server could otherwise use up our descriptors: with pings, for example, whose responses it is slow to accept.
TEST(HttpTransportBackPressure, LimitsHowManyResponsesAreSentAtATime) {
  constexpr int kPings = 300;
  SlowServer slow;
  ScriptedServer server(slow.handler());
  TransportFixture fixture;
  fixture.connect(server.url());
  for (int i = 1; i <= kPings; ++i) fixture.send(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) + R"(,"result":{}})");
  EXPECT_TRUE(fixture.run_until([&] { return server.requests().size() >= 64; }));
  fixture.wait_briefly();
  EXPECT_EQ(server.requests().size(), 64U);
  EXPECT_GT(fixture.connection->backlog(), 200U * 30U) << "those that are queued count";

  slow.may_answer = true;
  ASSERT_TRUE(fixture.run_until([&] { return server.requests().size() == kPings; }));
  EXPECT_EQ(fixture.connection->backlog(), 0U);
}

TEST(HttpTransportBackPressure, SendsACancellationBeforeTheQueuedResponses) {
  SlowServer slow;
  ScriptedServer server(slow.handler());
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send(R"({"jsonrpc":"2.0","id":1000,"method":"initialize","params":{}})");
  for (int i = 1; i <= 100; ++i) fixture.send(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) + R"(,"result":{}})");
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1000}})");
  EXPECT_TRUE(fixture.run_until([&] {
    const auto requests = server.requests();
    return std::any_of(requests.begin(), requests.end(),
                       [](const SeenRequest& request) { return request.has("notifications/cancelled"); });
  }));
  slow.may_answer = true;
}

TEST(HttpTransportBackPressure, DoesNotSendAQueuedRequestThatIsCancelled) {
  std::atomic<bool> may_answer = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    while (!may_answer) std::this_thread::yield();
    reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  for (int i = 1; i <= 140; ++i) fixture.send_modern(i, "tools/call");
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":140}})");
  may_answer = true;
  ASSERT_TRUE(fixture.receives(139));
  fixture.wait_briefly();
  EXPECT_EQ(server.requests().size(), 139U);
}

}  // namespace
}  // namespace workbench::test
