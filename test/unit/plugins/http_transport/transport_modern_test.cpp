#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ModernServer, GetsHeadersThatMirrorTheMessage) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) { reply.result(request, "{}"); });
  TransportFixture fixture;
  Options options;
  options.set(
      "headers",
      Options::TextMap{
          {"Authorization", "Bearer secret"}, {"accept", "text/html"}, {"accept-encoding", "gzip"}, {"X-Empty", ""}});
  fixture.connect(server.url("/mcp?x=1"), options);
  fixture.send_modern(1, "tools/call", R"("name":"Zür","arguments":{})");
  ASSERT_TRUE(fixture.receives(1));
  const SeenRequest seen = server.requests().at(0);
  EXPECT_EQ(seen.method, "POST");
  EXPECT_EQ(seen.target, "/mcp?x=1");
  EXPECT_EQ(seen.header("host"), "127.0.0.1:" + std::to_string(server.port()));
  EXPECT_EQ(seen.header("content-type"), "application/json");
  EXPECT_EQ(seen.header("accept"), "application/json, text/event-stream");
  EXPECT_EQ(seen.header("accept-encoding"), "identity");
  EXPECT_THAT(seen.header("user-agent"), testing::MatchesRegex("mcp-workbench/[0-9.]+"));
  EXPECT_EQ(seen.headers.count("x-empty"), 1U);
  EXPECT_EQ(seen.headers.count("expect"), 0U);
  EXPECT_EQ(seen.header("authorization"), "Bearer secret");
  EXPECT_EQ(seen.header("mcp-protocol-version"), "2026-07-28");
  EXPECT_EQ(seen.header("mcp-method"), "tools/call");
  EXPECT_EQ(seen.header("mcp-name"), "=?base64?WsO8cg==?=");
  EXPECT_EQ(seen.header("mcp-session-id"), "");
  for (const auto& line : fixture.host.lines()) EXPECT_THAT(line.text, Not(HasSubstr("secret")));
}

TEST(ModernServer, GetsAnotherUserAgentIfItIsConfigured) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) { reply.result(request, "{}"); });
  TransportFixture fixture;
  Options options;
  options.set("headers", Options::TextMap{{"user-agent", "mine"}});
  fixture.connect(server.url(), options);
  fixture.send_modern(1, "tools/list");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(server.requests().at(0).header("user-agent"), "mine");
}

TEST(ModernServer, GetsTheUriOfAResourceAsItsName) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) { reply.result(request, "{}"); });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "resources/read", R"("uri":"file:///a b")");
  fixture.send_modern(2, "tools/list");
  ASSERT_TRUE(fixture.receives(2));
  for (const SeenRequest& seen : server.requests()) {
    const bool is_read = seen.has("resources/read");
    EXPECT_EQ(seen.header("mcp-name"), is_read ? "file:///a b" : "");
    EXPECT_EQ(seen.header("mcp-method"), is_read ? "resources/read" : "tools/list");
  }
}

TEST(ModernServer, IsQuotedToTheByteExceptForLineBreaks) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.json("{\"jsonrpc\":\"2.0\",\r\n\"id\":1,\n \"result\":{\"n\":1.0, \"t\":\"a\\nb\"}}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "prompts/get", R"("name":"p")");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(fixture.last_message(), "{\"jsonrpc\":\"2.0\",  \"id\":1,  \"result\":{\"n\":1.0, \"t\":\"a\\nb\"}}");
}

TEST(ModernServer, MaySendSeveralMessagesOnAStream) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    reply.begin_events();
    reply.event(": hello");
    reply.event("data: {\"method\":\"notifications/progress\"}");
    reply.event("event: other\ndata: {\"method\":\"ignored\"}");
    reply.event("data: {\"id\":" + request.id() + ",\ndata: \"result\":{}}");
    reply.end_events();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(5, "tools/call", R"("name":"t")");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(fixture.observer.messages[0], "{\"method\":\"notifications/progress\"}");
  EXPECT_EQ(fixture.observer.messages[1], "{\"id\":5, \"result\":{}}");
}

TEST(ModernServer, GetsHeadersForTheArgumentsThatAToolMarks) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    reply.result(request, request.has("tools/list") ? R"({"tools":[
      {"name":"q","inputSchema":{"properties":{"r":{"type":"string","x-mcp-header":"Region"}}}},
      {"name":"bad","inputSchema":{"properties":{"r":{"type":"number","x-mcp-header":"R"}}}}]})"
                                                    : "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/list");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), Not(HasSubstr("bad")));
  EXPECT_TRUE(fixture.has_logged("the tool 'bad' is left out"));
  fixture.send_modern(2, "tools/call", R"("name":"q","arguments":{"r":"eu"})");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(server.requests().at(1).header("mcp-param-region"), "eu");
}

/// A modern server whose tool `q` gets the mark of its argument after it was listed first. The marks are on the second
/// page of the list.
class ChangedMarks {
 public:
  explicit ChangedMarks(std::string mark) : mark_(std::move(mark)) {}

  void serve(const SeenRequest& request, Reply& reply) {
    if (request.has("tools/call")) return call(request, reply);
    ++lists;
    if (lists == 1) return reply.result(request, R"({"tools":[{"name":"q","inputSchema":{}}]})");
    if (!request.has("\"cursor\":\"2\"")) return reply.result(request, R"({"tools":[],"nextCursor":"2"})");
    EXPECT_TRUE(request.has("io.modelcontextprotocol/protocolVersion"));
    EXPECT_FALSE(request.has("progressToken"));
    reply.result(request,
                 R"({"tools":[{"name":"q","inputSchema":{"properties":{"r":{"type":"string",)" + mark_ + R"(}}}}]})");
  }

  std::atomic<int> calls = 0;
  std::atomic<int> lists = 0;

 private:
  void call(const SeenRequest& request, Reply& reply) {
    ++calls;
    if (request.header("mcp-param-region") == "eu") return reply.result(request, "{}");
    reply.send(400, "application/json",
               R"({"jsonrpc":"2.0","id":)" + request.id() + R"(,"error":{"code":-32020,"message":"HeaderMismatch"}})");
  }

  const std::string mark_;
};

std::string call_after_change(ChangedMarks& marks) {
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { marks.serve(request, reply); });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/list");
  EXPECT_TRUE(fixture.receives(1));
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"q","arguments":{"r":"eu"},)"
               R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","progressToken":7}}})");
  EXPECT_TRUE(fixture.receives(2));
  return fixture.last_message();
}

TEST(ModernServer, ThatRefusesTheHeadersOfACallGetsThoseOfAFreshList) {
  ChangedMarks marks(R"("x-mcp-header":"Region")");
  EXPECT_THAT(call_after_change(marks), HasSubstr("\"id\":2,\"result\""));
  EXPECT_EQ(marks.calls, 2);
  EXPECT_EQ(marks.lists, 3);
}

TEST(ModernServer, ThatRefusesTheHeadersOfACallIsNotAskedAgainIfTheyAreTheSame) {
  ChangedMarks marks(R"("title":"Region")");
  EXPECT_THAT(call_after_change(marks), HasSubstr("HeaderMismatch"));
  EXPECT_EQ(marks.calls, 1);
}

TEST(ModernServer, ThatRefusesOtherHeadersAsWellIsAskedTwice) {
  ChangedMarks marks(R"("x-mcp-header":"Elsewhere")");
  EXPECT_THAT(call_after_change(marks), HasSubstr("HeaderMismatch"));
  EXPECT_EQ(marks.calls, 2);
}

TEST(ModernServer, MayWriteAByteOrderMarkBeforeAResponse) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    const std::string answer = "\xEF\xBB\xBF{\"id\":" + request.id() + ",\"result\":{}}";
    if (request.has("tools/list")) return reply.json(answer);
    reply.begin_events();
    reply.event(
        "\xEF\xBB\xBF"
        "data: " +
        answer);
    reply.end_events();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/list");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(fixture.last_message(), R"({"id":1,"result":{}})");
  fixture.send_modern(2, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(fixture.last_message(), R"({"id":2,"result":{}})");
}

TEST(ModernServer, MayRefuseWithAJsonRpcError) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    const std::string id = request.has("tools/list") ? "" : request.has("prompts/list") ? "\"id\":null," : "\"id\":3,";
    reply.send(400, "application/json", "{\"jsonrpc\":\"2.0\"," + id + "\"error\":{\"code\":-32022,\"data\":1.0}}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/list");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(fixture.last_message(), R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"data":1.0}})");
  fixture.send_modern(2, "prompts/list");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(fixture.last_message(), R"({"jsonrpc":"2.0","id":2,"error":{"code":-32022,"data":1.0}})");
  fixture.send_modern(3, "server/discover");
  ASSERT_TRUE(fixture.receives(3));
  EXPECT_EQ(fixture.last_message(), R"({"jsonrpc":"2.0","id":3,"error":{"code":-32022,"data":1.0}})");
}

TEST(ModernServer, SeesACancellationAsAClosedStream) {
  std::atomic<bool> has_seen_the_end = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.has("tools/list")) return reply.result(request, "{}");
    reply.begin_events();
    reply.event("data: {\"method\":\"notifications/progress\"}");
    has_seen_the_end = reply.wait_for_end();
    reply.close();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call", R"("name":"t")");
  ASSERT_TRUE(fixture.receives(1));
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  ASSERT_TRUE(fixture.run_until([&] { return has_seen_the_end.load(); }));
  fixture.send_modern(2, "tools/list");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":2,\"result\""));
  EXPECT_EQ(server.requests().size(), 2U) << "the notification itself is not sent";
}

TEST(ModernServer, GetsManyRequestsAtOnce) {
  std::atomic<int> waiting = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    ++waiting;
    while (waiting < 20) std::this_thread::yield();
    reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  for (int i = 1; i <= 20; ++i) fixture.send_modern(i, "tools/call", R"("name":"t")");
  EXPECT_TRUE(fixture.receives(20));
}

TEST(ModernServer, GetsLaterRequestsOnTheSameConnection) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) { reply.result(request, "{}"); });
  TransportFixture fixture;
  fixture.connect(server.url());
  for (int i = 1; i <= 5; ++i) {
    fixture.send_modern(i, "tools/list");
    ASSERT_TRUE(fixture.receives(static_cast<std::size_t>(i)));
  }
  EXPECT_EQ(server.connections(), 1U);
}

TEST(ModernServer, MayCloseAnIdleConnection) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    reply.result(request, "{}");
    reply.close();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  for (int i = 1; i <= 3; ++i) {
    fixture.send_modern(i, "tools/call", R"("name":"t")");
    ASSERT_TRUE(fixture.receives(static_cast<std::size_t>(i)));
    EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\""));
    fixture.wait_briefly();
  }
}

}  // namespace
}  // namespace workbench::test
