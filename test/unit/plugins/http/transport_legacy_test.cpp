#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(RemoteHandshake, CarriesTheSessionAndTheVersionFromThenOn) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (!answers_handshake(request, reply, "s-1")) reply.result(request, "{}");
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(ground.hears(2));
  for (const SeenRequest& seen : server.requests()) {
    const bool is_first = seen.has("\"initialize\"");
    EXPECT_EQ(seen.header("mcp-session-id"), is_first ? "" : "s-1") << seen.method << seen.body;
    EXPECT_EQ(seen.header("mcp-protocol-version"), is_first ? "" : "2025-11-25");
    EXPECT_EQ(seen.header("mcp-method"), "");
  }
}

TEST(RemoteHandshake, NamesTheVersionToNoServerThatIsOlderThanTheHeader) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (!answers_handshake(request, reply, "", "2025-03-26")) reply.result(request, "{}");
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(ground.hears(2));
  EXPECT_EQ(server.requests().back().header("mcp-protocol-version"), "");
}

TEST(RemoteHandshake, LetsNothingOvertakeTheEndOfTheGreeting) {
  std::atomic<bool> has_accepted = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.has("notifications/initialized")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      has_accepted = true;
    }
    if (answers_handshake(request, reply)) return;
    reply.result(request, has_accepted ? "{\"is_late\":true}" : "{}");
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(ground.hears(2));
  EXPECT_THAT(ground.last_message(), HasSubstr("is_late"));
}

TEST(RemoteHandshake, HearsWhatTheServerSaysByItself) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.method != "GET") return void(answers_handshake(request, reply, "s-1"));
    EXPECT_EQ(request.header("accept"), "text/event-stream");
    reply.begin_events();
    reply.event("data: {\"method\":\"notifications/tools/list_changed\"}");
    EXPECT_TRUE(reply.wait_for_end());
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ASSERT_TRUE(ground.hears(2));
  EXPECT_EQ(ground.last_message(), "{\"method\":\"notifications/tools/list_changed\"}");
  ground.connection->close();
  EXPECT_EQ(ground.reason(), "closed by the workbench");
}

TEST(RemoteHandshake, AsksAgainForAStreamThatCannotBeHadForAWhile) {
  std::atomic<int> asked = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.method != "GET") return void(answers_handshake(request, reply, "s-1"));
    if (++asked == 2) return reply.send(503, "", "");
    reply.begin_events();
    if (asked == 1) {
      reply.event("id: e1\nretry: 1\ndata:");
      return reply.end_events();
    }
    reply.event("data: {\"method\":\"notifications/tools/list_changed\"}");
    EXPECT_TRUE(reply.wait_for_end());
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ASSERT_TRUE(ground.hears(2));
  EXPECT_EQ(ground.last_message(), "{\"method\":\"notifications/tools/list_changed\"}");
  EXPECT_EQ(asked, 3);
}

TEST(RemoteHandshake, DeliversEachMessageOfABatch) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.json(R"([{"method":"notifications/progress"}, {"id":1,"result":{}}])");
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  ASSERT_TRUE(ground.hears(2));
  EXPECT_EQ(ground.observer.messages[0], R"({"method":"notifications/progress"})");
  EXPECT_EQ(ground.observer.messages[1], R"({"id":1,"result":{}})");
}

TEST(RemoteHandshake, SendsTheAnswersToTheServersQuestionsAndItsCancellations) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (answers_handshake(request, reply, "s-1")) return;
    if (!request.has("tools/call")) return reply.accepted();
    reply.begin_events();
    reply.event("data: {\"id\":9,\"method\":\"roots/list\"}");
    EXPECT_TRUE(reply.wait_for_end());
    reply.close();
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}})");
  ASSERT_TRUE(ground.hears(2));
  ground.send(R"({"jsonrpc":"2.0","id":9,"result":{"roots":[]}})");
  ground.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  ASSERT_TRUE(ground.run_until([&] {
    bool has_answer = false;
    bool has_cancellation = false;
    for (const SeenRequest& seen : server.requests()) {
      has_answer = has_answer || seen.has("\"roots\":[]");
      has_cancellation = has_cancellation || seen.has("notifications/cancelled");
    }
    return has_answer && has_cancellation;
  }));
  EXPECT_FALSE(ground.observer.is_closed());
}

TEST(RemoteHandshake, EndsWithItsSession) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (!answers_handshake(request, reply, "s-1")) reply.send(404, "text/plain", "no such session");
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  EXPECT_THAT(ground.reason(), HasSubstr("has ended the session (HTTP 404"));
  EXPECT_EQ(ground.observer.closed[0].kind, ErrorKind::unavailable);
}

TEST(RemoteHandshake, GivesItsSessionBackWhenItIsClosed) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (!answers_handshake(request, reply, "s-1")) reply.send(405, "", "");
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.connection->close();
  EXPECT_EQ(ground.reason(), "closed by the workbench");
  // Not always the last: the server may come to read the request for the stream of events after it.
  const auto requests = server.requests();
  const auto farewell = std::find_if(requests.begin(), requests.end(),
                                     [](const SeenRequest& request) { return request.method == "DELETE"; });
  ASSERT_NE(farewell, requests.end());
  EXPECT_EQ(farewell->header("mcp-session-id"), "s-1");
}

TEST(RemoteHandshake, WaitsNotLongForTheEndOfItsSession) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (answers_handshake(request, reply, "s-1")) return;
    EXPECT_TRUE(reply.wait_for_end());
  });
  RemoteGround ground;
  ground.host.changeable_limits.shutdown = std::chrono::milliseconds(100);
  ground.connect(server.url());
  ground.greet();
  ground.connection->close();
  EXPECT_EQ(ground.reason(), "closed by the workbench");
}

}  // namespace
}  // namespace workbench::test
