#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kCall = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}})";

TEST(RemoteResumption, TakesUpAStreamWhereItEndedAndWhenItIsTold) {
  std::chrono::steady_clock::time_point ended;
  std::chrono::steady_clock::time_point resumed;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answers_handshake(request, reply, "s-1")) return;
    reply.begin_events();
    if (request.method == "POST") {
      reply.event("id: e1\nretry: 300\ndata:");
      ended = std::chrono::steady_clock::now();
    } else {
      resumed = std::chrono::steady_clock::now();
      EXPECT_EQ(request.header("last-event-id"), "e1");
      EXPECT_EQ(request.header("mcp-session-id"), "s-1");
      reply.event("id: e2\ndata: {\"id\":2,\"result\":{}}");
    }
    reply.end_events();
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.send(kCall);
  ASSERT_TRUE(ground.hears(2));
  EXPECT_EQ(ground.last_message(), "{\"id\":2,\"result\":{}}");
  EXPECT_GE(resumed - ended, std::chrono::milliseconds(290));
}

TEST(RemoteResumption, AlsoFollowsABrokenConnection) {
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answers_handshake(request, reply)) return;
    reply.begin_events();
    if (request.method == "POST") {
      reply.event("id: e1\nretry: 1\ndata: {\"method\":\"notifications/progress\"}");
      reply.close();
    } else {
      reply.event("data: {\"id\":2,\"result\":{}}");
      reply.end_events();
    }
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.send(kCall);
  ASSERT_TRUE(ground.hears(3));
  EXPECT_EQ(ground.last_message(), "{\"id\":2,\"result\":{}}");
}

TEST(RemoteResumption, EndsInALostAnswerWhereTheServerDoesNotResume) {
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answers_handshake(request, reply)) return;
    if (request.method == "GET") return reply.send(405, "", "");
    reply.begin_events();
    reply.event("id: e1\nretry: 1\ndata:");
    reply.end_events();
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.send(kCall);
  ASSERT_TRUE(ground.hears(2));
  EXPECT_THAT(ground.last_message(),
              HasSubstr("\"id\":2,\"error\":{\"code\":-32603,\"message\":\"the answer was lost"));
}

TEST(RemoteResumption, IsGivenUpWhenNothingComesOfIt) {
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answers_handshake(request, reply)) return;
    reply.begin_events();
    reply.event("id: e1\nretry: 1\ndata:");
    reply.end_events();
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ground.send(kCall);
  ASSERT_TRUE(ground.hears(2));
  EXPECT_THAT(ground.last_message(), HasSubstr("the answer was lost"));
}

TEST(RemoteResumption, IsNotTriedInTheStatelessEra) {
  ScriptedServer server([&](const SeenRequest&, Reply& reply) {
    reply.begin_events();
    reply.event("id: e1\nretry: 1\ndata:");
    reply.end_events();
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.send_stateless(2, "tools/call", R"("name":"t")");
  ASSERT_TRUE(ground.hears(1));
  EXPECT_THAT(ground.last_message(), HasSubstr("the answer was lost"));
  EXPECT_EQ(server.requests().size(), 1U) << "a call is never repeated";
}

TEST(RemoteResumption, TakesUpTheServersOwnStreamToo) {
  std::atomic<int> gets = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.method != "GET") return void(answers_handshake(request, reply, "s-1"));
    reply.begin_events();
    if (++gets == 1) {
      reply.event("id: e1\nretry: 1\ndata: {\"method\":\"first\"}");
      return reply.end_events();
    }
    EXPECT_EQ(request.header("last-event-id"), "e1");
    reply.event("data: {\"method\":\"second\"}");
    EXPECT_TRUE(reply.wait_for_end());
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.greet();
  ASSERT_TRUE(ground.hears(3));
  EXPECT_EQ(ground.last_message(), "{\"method\":\"second\"}");
  ground.connection.reset();
}

}  // namespace
}  // namespace workbench::test
