#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What a request is answered with by a server that answers so.
std::string answer_by(ScriptedServer::Handler handler, const std::string& method = "tools/call") {
  ScriptedServer server(std::move(handler));
  RemoteGround ground;
  ground.connect(server.url("/mcp?key=secret"));
  ground.send_stateless(1, method);
  EXPECT_TRUE(ground.hears(1));
  EXPECT_THAT(ground.last_message(), HasSubstr("\"id\":1,\"error\":{\"code\":-32603,"));
  EXPECT_THAT(ground.last_message(), Not(HasSubstr("secret")));
  return ground.last_message();
}

ScriptedServer::Handler sends(int status, std::string type, std::string body) {
  return [=](const SeenRequest&, Reply& reply) { reply.send(status, type, body); };
}

TEST(RemoteFailure, IsToldInWordsWithTheBeginningOfAText) {
  EXPECT_THAT(answer_by(sends(502, "text/plain", "no\n  backend \x01 today")),
              testing::AllOf(HasSubstr("the server at http://127.0.0.1:"), HasSubstr("answered HTTP 502 Status"),
                             HasSubstr("(it says: no backend today)")));
  EXPECT_THAT(answer_by(sends(500, "text/html", "<html>")), Not(HasSubstr("<html>")));
  EXPECT_THAT(answer_by(sends(404, "", "")), HasSubstr("there is no MCP endpoint at this path; check \\\"url\\\""));
}

TEST(RemoteFailure, ForWantOfAuthorizationSaysWhereToGiveIt) {
  EXPECT_THAT(answer_by(sends(401, "", "")), HasSubstr("it wants authorization, which \\\"headers\\\" can carry"));
  EXPECT_THAT(answer_by(sends(403, "", "")), HasSubstr("see \\\"headers\\\""));
}

TEST(RemoteFailure, ForWantOfAuthorizationIsNoReasonToGreetInTheOlderWay) {
  ScriptedServer server(sends(401, "", ""));
  RemoteGround ground;
  ground.connect(server.url());
  ground.send_stateless(1, "server/discover");
  ASSERT_TRUE(ground.hears(1));
  ground.send(R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{}})");
  ASSERT_TRUE(ground.hears(2));
  EXPECT_THAT(ground.last_message(), HasSubstr("it wants authorization"));
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST(RemoteFailure, IsAnAnswerThatIsNone) {
  EXPECT_THAT(answer_by(sends(200, "text/html", "<html>")), HasSubstr("with text/html, not a message"));
  EXPECT_THAT(answer_by(sends(202, "", "")), HasSubstr("without a message"));
  EXPECT_THAT(answer_by([](const SeenRequest&, Reply& reply) {
                reply.raw("SSH-2.0-OpenSSH\r\n\r\n");
                reply.close();
              }),
              HasSubstr("is not HTTP that can be understood"));
}

TEST(RemoteFailure, IsAnAnswerToAnotherRequest) {
  ScriptedServer server(sends(200, "application/json", R"({"jsonrpc":"2.0","id":7,"result":{}})"));
  RemoteGround ground;
  ground.connect(server.url());
  ground.send_stateless(1, "tools/call");
  ASSERT_TRUE(ground.hears(2));
  EXPECT_THAT(ground.last_message(), HasSubstr("something that is no answer to the request"));
}

TEST(RemoteFailure, IsAConnectionThatEndsBeforeTheAnswer) {
  EXPECT_THAT(answer_by([](const SeenRequest&, Reply& reply) { reply.close(); }),
              HasSubstr("the answer was lost: the server at http://127.0.0.1:"));
  EXPECT_THAT(answer_by([](const SeenRequest&, Reply& reply) {
                reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
                reply.close();
              }),
              HasSubstr("it closed the connection before its answer was complete"));
}

TEST(RemoteFailure, IsAnAnswerBeyondTheLimit) {
  ScriptedServer server(sends(200, "application/json", "{\"id\":1,\"result\":\"" + std::string(5000, 'x') + "\"}"));
  RemoteGround ground;
  ground.host.changeable_limits.message_bytes = 4000;
  ground.connect(server.url());
  ground.send_stateless(1, "tools/call");
  ASSERT_TRUE(ground.hears(1));
  EXPECT_THAT(ground.last_message(), HasSubstr("is longer than 4000 bytes (limits.messageBytes)"));
}

TEST(RemoteFailure, IsAnEventBeyondTheLimitThatLeavesTheStreamUsable) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.begin_events();
    reply.event("data: {\"method\":\"" + std::string(5000, 'x') + "\"}");
    reply.event("data: {\"id\":1,\"result\":{}}");
    reply.end_events();
  });
  RemoteGround ground;
  ground.host.changeable_limits.message_bytes = 4000;
  ground.connect(server.url());
  ground.send_stateless(1, "tools/call");
  ASSERT_TRUE(ground.hears(1));
  EXPECT_EQ(ground.last_message(), "{\"id\":1,\"result\":{}}");
  ASSERT_EQ(ground.observer.undeliverable.size(), 1U);
  EXPECT_THAT(ground.observer.undeliverable[0].beginning, HasSubstr("{\"method\":\"xxx"));
}

TEST(RemoteFailure, ToConnectEndsTheConnectionWithTheSystemsReason) {
  std::uint16_t port = 0;
  {
    const ScriptedServer server(sends(200, "", ""));
    port = server.port();
  }
  RemoteGround ground;
  ground.connect("http://127.0.0.1:" + std::to_string(port) + "/mcp?key=secret");
  ground.send_stateless(1, "server/discover");
  EXPECT_EQ(ground.reason(),
            "cannot reach the server at http://127.0.0.1:" + std::to_string(port) + ": Connection refused");
  EXPECT_EQ(ground.observer.closed[0].kind, ErrorKind::unavailable);
}

TEST(RemoteFailure, ToResolveANameEndsTheConnection) {
  RemoteGround ground;
  ground.connect("http://no-such-host.invalid/");
  ground.send_stateless(1, "server/discover");
  EXPECT_THAT(ground.reason(), HasSubstr("cannot reach the server at http://no-such-host.invalid: its name cannot be"));
}

TEST(RemoteFailure, ToConnectLaterIsAnAnswer) {
  auto server = std::make_unique<ScriptedServer>([](const SeenRequest& request, Reply& reply) {
    reply.result(request, "{}");
    reply.close();
  });
  RemoteGround ground;
  ground.connect(server->url());
  ground.send_stateless(1, "tools/list");
  ASSERT_TRUE(ground.hears(1));
  server.reset();
  ground.send_stateless(2, "tools/list");
  ASSERT_TRUE(ground.hears(2));
  EXPECT_THAT(ground.last_message(), HasSubstr("Connection refused"));
  EXPECT_FALSE(ground.observer.is_closed());
}

TEST(RemoteRedirect, IsFollowedWithinTheOrigin) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.target == "/mcp") return reply.send(307, "", "", {"Location: /mcp/"});
    reply.result(request, "{}");
  });
  RemoteGround ground;
  ground.connect(server.url());
  ground.send_stateless(1, "tools/call");
  ASSERT_TRUE(ground.hears(1));
  EXPECT_THAT(ground.last_message(), HasSubstr("\"result\""));
  EXPECT_EQ(server.requests().at(0).body, server.requests().at(1).body);
  ground.send_stateless(2, "tools/call");
  ASSERT_TRUE(ground.hears(2));
  EXPECT_EQ(server.requests().at(2).target, "/mcp/") << "and remembered";
}

TEST(RemoteRedirect, ToElsewhereIsAnErrorThatNamesTheOrigin) {
  EXPECT_THAT(answer_by([](const SeenRequest&, Reply& reply) {
                reply.send(307, "", "", {"Location: https://elsewhere.test/x?secret"});
              }),
              HasSubstr("answered HTTP 307 Status, which points to https://elsewhere.test;"));
  EXPECT_THAT(answer_by([](const SeenRequest&, Reply& reply) { reply.send(302, "", "", {"Location: /login"}); }),
              HasSubstr("answered HTTP 302"));
}

TEST(RemoteRedirect, InACircleEnds) {
  EXPECT_THAT(answer_by([](const SeenRequest&, Reply& reply) { reply.send(308, "", "", {"Location: /mcp"}); }),
              HasSubstr("it redirects again and again"));
}

}  // namespace
}  // namespace workbench::test
