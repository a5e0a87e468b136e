#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

/// Answers tools/list; leaves everything else without an answer.
void answer_lists(const SeenRequest& request, Reply& reply) {
  if (request.has("tools/list")) return reply.result(request, "{}");
  EXPECT_TRUE(reply.wait_for_end());
  reply.close();
}

TEST(RemoteEnding, IsToldOnceAndNotFromInsideClose) {
  ScriptedServer server(answer_lists);
  RemoteGround ground;
  ground.connect(server.url());
  ground.send_stateless(1, "tools/call");
  ground.observer.must_be_silent = true;
  ground.connection->close();
  ground.connection->close();
  ground.observer.must_be_silent = false;
  EXPECT_EQ(ground.reason(), "closed by the workbench");
  EXPECT_EQ(ground.observer.closed[0].kind, ErrorKind::cancelled);
  ground.send_stateless(2, "tools/list");
  ground.connection->close();
  ground.wait_a_little();
  EXPECT_EQ(ground.observer.closed.size(), 1U);
  EXPECT_TRUE(ground.observer.messages.empty());
  EXPECT_EQ(ground.observer.heard_when_silent, 0U);
}

TEST(RemoteEnding, MayComeBeforeAnythingWasSent) {
  ScriptedServer server(answer_lists);
  RemoteGround ground;
  ground.connect(server.url());
  ground.connection->close();
  EXPECT_EQ(ground.reason(), "closed by the workbench");
  EXPECT_EQ(server.connections(), 0U);
}

TEST(RemoteEnding, CallsNobodyWhenDestroyed) {
  ScriptedServer server(answer_lists);
  RemoteGround ground;
  ground.connect(server.url());
  for (int i = 1; i <= 50; ++i) ground.send_stateless(i, i % 2 == 0 ? "tools/list" : "tools/call");
  ASSERT_TRUE(ground.hears(1));
  ground.observer.must_be_silent = true;
  ground.connection.reset();
  ground.wait_a_little();
  EXPECT_EQ(ground.observer.heard_when_silent, 0U);
}

TEST(RemoteEnding, MayBeThatOfTheConnectionInEveryCall) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    reply.begin_events();
    reply.event("data: {\"method\":\"notifications/progress\"}");
    reply.event("data: {\"id\":" + request.id() + ",\"result\":{}}");
    reply.end_events();
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.observer.on_each_message = [&] { ground.connection.reset(); };
  ground.send_stateless(1, "tools/list");
  ASSERT_TRUE(ground.hears(1));
  ground.wait_a_little();
  EXPECT_EQ(ground.observer.messages.size(), 1U);
}

TEST(RemoteEnding, MayBeThatOfTheConnectionWhenItIsTold) {
  RemoteGround ground;
  ground.connect("http://127.0.0.1:1/");
  ground.observer.on_end = [&] { ground.connection.reset(); };
  ground.send_stateless(1, "tools/list");
  EXPECT_THAT(ground.reason(), testing::HasSubstr("cannot reach"));
  ground.wait_a_little();
  EXPECT_EQ(ground.observer.closed.size(), 1U);
}

TEST(RemoteEnding, OfThePluginsThreadMayComeWithAllUnderWay) {
  ScriptedServer server(answer_lists);
  for (int pause = 0; pause < 5; ++pause) {
    RemoteGround ground;
    ground.connect(server.url());
    for (int i = 1; i <= 20; ++i) ground.send_stateless(i, i % 2 == 0 ? "tools/list" : "tools/call");
    ASSERT_TRUE(ground.hears(static_cast<std::size_t>(pause)));
  }  // the connection goes first, the transport and with it the thread next, the loop last
}

}  // namespace
}  // namespace workbench::test
