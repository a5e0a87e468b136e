#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

TEST(LegacyServer, GetsTheSessionIdAndTheVersionAfterInitialize) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (!answer_initialization(request, reply, "s-1")) reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(fixture.receives(2));
  for (const SeenRequest& seen : server.requests()) {
    const bool is_first = seen.has("\"initialize\"");
    EXPECT_EQ(seen.header("mcp-session-id"), is_first ? "" : "s-1") << seen.method << seen.body;
    EXPECT_EQ(seen.header("mcp-protocol-version"), is_first ? "" : "2025-11-25");
    EXPECT_EQ(seen.header("mcp-method"), "");
  }
}

TEST(LegacyServer, GetsNoVersionHeaderIfItIsOlderThanTheHeader) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (!answer_initialization(request, reply, "", "2025-03-26")) reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(server.requests().back().header("mcp-protocol-version"), "");
}

TEST(LegacyServer, GetsNoRequestBeforeItHasAcceptedInitialized) {
  std::atomic<bool> has_accepted = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.has("notifications/initialized")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      has_accepted = true;
    }
    if (answer_initialization(request, reply)) return;
    reply.result(request, has_accepted ? "{\"is_late\":true}" : "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("is_late"));
}

TEST(LegacyServer, MayAnswerInitializedWithAStreamThatStaysOpen) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.has("notifications/initialized")) {
      reply.begin_events();
      reply.event("data: {\"method\":\"notifications/message\"}");
      EXPECT_TRUE(reply.wait_for_end());
      return reply.close();
    }
    if (!answer_initialization(request, reply)) reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(fixture.receives(3));
  EXPECT_THAT(fixture.observer.messages[1] + fixture.observer.messages[2],
              testing::AllOf(HasSubstr("notifications/message"), HasSubstr("\"id\":2,\"result\"")));
}

TEST(LegacyServer, ThatDoesNotAnswerACancellationKeepsNoPlaceForTheCall) {
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply)) return;
    if (request.has("tools/list")) return reply.result(request, "{}");
    EXPECT_TRUE(reply.wait_for_end());
    reply.close();
  });
  TransportFixture fixture;
  fixture.host.changeable_limits.call = std::chrono::milliseconds(100);
  fixture.connect(server.url());
  fixture.initialize();
  constexpr int kMaxActiveRequests = 128;
  for (int id = 2; id < 2 + kMaxActiveRequests; ++id) {
    fixture.send("{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(id) + R"(,"method":"tools/call","params":{}})");
  }
  fixture.send(R"({"jsonrpc":"2.0","id":200,"method":"tools/list"})");
  fixture.wait_briefly();
  EXPECT_EQ(fixture.observer.messages.size(), 1U) << "it has to wait for a place";
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":200,\"result\""));
  EXPECT_TRUE(fixture.has_logged("notifications/cancelled was not delivered: the server at http://127.0.0.1:"));
}

TEST(LegacyServer, ShowsByTheStreamWhichRequestAMessageBelongsTo) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.method == "GET") {
      reply.begin_events();
      reply.event("data: {\"method\":\"notifications/tools/list_changed\"}");
      EXPECT_TRUE(reply.wait_for_end());
      return;
    }
    if (answer_initialization(request, reply, "s-1")) return;
    reply.begin_events();
    reply.event("data: {\"id\":9,\"method\":\"roots/list\"}");
    EXPECT_TRUE(reply.wait_for_end());
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  ASSERT_TRUE(fixture.receives(2));
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}})");
  ASSERT_TRUE(fixture.receives(3));
  EXPECT_THAT(fixture.last_message(), HasSubstr("roots/list"));
  EXPECT_THAT(fixture.observer.related_requests, testing::ElementsAre("", "", "2"));
  fixture.connection->close();
  EXPECT_EQ(fixture.close_reason(), "closed by the workbench");
}

TEST(LegacyServer, MaySendMessagesOnTheListeningStream) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.method != "GET") return void(answer_initialization(request, reply, "s-1"));
    EXPECT_EQ(request.header("accept"), "text/event-stream");
    reply.begin_events();
    reply.event("data: {\"method\":\"notifications/tools/list_changed\"}");
    EXPECT_TRUE(reply.wait_for_end());
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(fixture.last_message(), "{\"method\":\"notifications/tools/list_changed\"}");
  fixture.connection->close();
  EXPECT_EQ(fixture.close_reason(), "closed by the workbench");
}

TEST(LegacyServer, IsAskedAgainForAListeningStreamThatFails) {
  std::atomic<int> asked = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.method != "GET") return void(answer_initialization(request, reply, "s-1"));
    if (++asked == 2) return reply.send(503, "", "");
    reply.begin_events();
    if (asked == 1) {
      reply.event("id: e1\nretry: 1\ndata:");
      return reply.end_events();
    }
    reply.event("data: {\"method\":\"notifications/tools/list_changed\"}");
    EXPECT_TRUE(reply.wait_for_end());
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(fixture.last_message(), "{\"method\":\"notifications/tools/list_changed\"}");
  EXPECT_EQ(asked, 3);
}

TEST(LegacyServer, MayRespondWithABatch) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.json(R"([{"method":"notifications/progress"}, {"id":1,"result":{}}])");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(fixture.observer.messages[0], R"({"method":"notifications/progress"})");
  EXPECT_EQ(fixture.observer.messages[1], R"({"id":1,"result":{}})");
}

TEST(LegacyServer, GetsResponsesAndCancellations) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply, "s-1")) return;
    if (!request.has("tools/call")) return reply.accepted();
    reply.begin_events();
    reply.event("data: {\"id\":9,\"method\":\"roots/list\"}");
    EXPECT_TRUE(reply.wait_for_end());
    reply.close();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}})");
  ASSERT_TRUE(fixture.receives(2));
  fixture.send(R"({"jsonrpc":"2.0","id":9,"result":{"roots":[]}})");
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  ASSERT_TRUE(fixture.run_until([&] {
    bool has_answer = false;
    bool has_cancellation = false;
    for (const SeenRequest& seen : server.requests()) {
      has_answer = has_answer || seen.has("\"roots\":[]");
      has_cancellation = has_cancellation || seen.has("notifications/cancelled");
    }
    return has_answer && has_cancellation;
  }));
  EXPECT_FALSE(fixture.observer.is_closed());
}

TEST(LegacyServer, GetsResponsesAndNotificationsInTheirOrder) {
  std::promise<void> accepting;
  ScriptedServer server([&, may_accept = accepting.get_future().share()](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply, "s-1")) return;
    if (request.has("\"progress\":1")) may_accept.wait();
    reply.accepted();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  const std::vector<std::string> sent{
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9,"progress":1}})",
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9,"progress":2}})",
      R"({"jsonrpc":"2.0","id":9,"result":{"roots":[]}})"};
  for (const std::string& message : sent) fixture.send(message);
  const auto received = [&] {
    std::vector<std::string> bodies;
    for (const SeenRequest& seen : server.requests()) {
      if (seen.has("progress") || seen.has("roots")) bodies.push_back(seen.body);
    }
    return bodies;
  };
  EXPECT_TRUE(fixture.run_until([&] { return !received().empty(); }));
  fixture.wait_briefly();
  EXPECT_EQ(received().size(), 1U) << "the server has not accepted the first";
  accepting.set_value();
  EXPECT_TRUE(fixture.run_until([&] { return received().size() == sent.size(); }));
  EXPECT_EQ(received(), sent);
}

TEST(LegacyServer, GetsADeleteWhenTheConnectionIsClosed) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (!answer_initialization(request, reply, "s-1")) reply.send(405, "", "");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.connection->close();
  EXPECT_EQ(fixture.close_reason(), "closed by the workbench");
  // Not always the last request: the server may read the GET of the listening stream after it.
  const auto requests = server.requests();
  const auto deletion = std::find_if(requests.begin(), requests.end(),
                                     [](const SeenRequest& request) { return request.method == "DELETE"; });
  ASSERT_NE(deletion, requests.end());
  EXPECT_EQ(deletion->header("mcp-session-id"), "s-1");
}

TEST(LegacyServer, MayIgnoreTheDelete) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply, "s-1")) return;
    EXPECT_TRUE(reply.wait_for_end());
  });
  TransportFixture fixture;
  fixture.host.changeable_limits.shutdown = std::chrono::milliseconds(100);
  fixture.connect(server.url());
  fixture.initialize();
  fixture.connection->close();
  EXPECT_EQ(fixture.close_reason(), "closed by the workbench");
}

}  // namespace
}  // namespace workbench::test
