#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

/// Responds to tools/list only.
void answer_lists(const SeenRequest& request, Reply& reply) {
  if (request.has("tools/list")) return reply.result(request, "{}");
  EXPECT_TRUE(reply.wait_for_end());
  reply.close();
}

TEST(HttpTransportEnd, IsReportedOnceAndNotInsideClose) {
  ScriptedServer server(answer_lists);
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  fixture.observer.expects_silence = true;
  fixture.connection->close();
  fixture.connection->close();
  fixture.observer.expects_silence = false;
  EXPECT_EQ(fixture.close_reason(), "closed by the workbench");
  EXPECT_EQ(fixture.observer.closed[0].kind, ErrorKind::cancelled);
  fixture.send_modern(2, "tools/list");
  fixture.connection->close();
  fixture.wait_briefly();
  EXPECT_EQ(fixture.observer.closed.size(), 1U);
  EXPECT_TRUE(fixture.observer.messages.empty());
  EXPECT_EQ(fixture.observer.calls_while_silent, 0U);
}

TEST(HttpTransportEnd, MayComeBeforeTheFirstMessage) {
  ScriptedServer server(answer_lists);
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.connection->close();
  EXPECT_EQ(fixture.close_reason(), "closed by the workbench");
  EXPECT_EQ(server.connections(), 0U);
}

TEST(HttpTransportEnd, CallsNoObserverWhenDestroyed) {
  ScriptedServer server(answer_lists);
  TransportFixture fixture;
  fixture.connect(server.url());
  for (int i = 1; i <= 50; ++i) fixture.send_modern(i, i % 2 == 0 ? "tools/list" : "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  fixture.observer.expects_silence = true;
  fixture.connection.reset();
  fixture.wait_briefly();
  EXPECT_EQ(fixture.observer.calls_while_silent, 0U);
}

TEST(HttpTransportEnd, MayBeCausedInsideOnMessage) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    reply.begin_events();
    reply.event("data: {\"method\":\"notifications/progress\"}");
    reply.event("data: {\"id\":" + request.id() + ",\"result\":{}}");
    reply.end_events();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.observer.on_each_message = [&] { fixture.connection.reset(); };
  fixture.send_modern(1, "tools/list");
  ASSERT_TRUE(fixture.receives(1));
  fixture.wait_briefly();
  EXPECT_EQ(fixture.observer.messages.size(), 1U);
}

TEST(HttpTransportEnd, MayBeCausedInsideOnClosed) {
  TransportFixture fixture;
  fixture.connect("http://127.0.0.1:1/");
  fixture.observer.on_end = [&] { fixture.connection.reset(); };
  fixture.send_modern(1, "tools/list");
  EXPECT_THAT(fixture.close_reason(), testing::HasSubstr("cannot reach"));
  fixture.wait_briefly();
  EXPECT_EQ(fixture.observer.closed.size(), 1U);
}

TEST(HttpTransportEnd, MayComeWithActiveRequests) {
  ScriptedServer server(answer_lists);
  for (int pause = 0; pause < 5; ++pause) {
    TransportFixture fixture;
    fixture.connect(server.url());
    for (int i = 1; i <= 20; ++i) fixture.send_modern(i, i % 2 == 0 ? "tools/list" : "tools/call");
    ASSERT_TRUE(fixture.receives(static_cast<std::size_t>(pause)));
  }  // destroys the connection first, then the transport, then the loop
}

}  // namespace
}  // namespace workbench::test
