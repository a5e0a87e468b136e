#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The error response to a request to a server with this handler.
std::string error_from(ScriptedServer::Handler handler, const std::string& method = "tools/call") {
  ScriptedServer server(std::move(handler));
  TransportFixture fixture;
  fixture.connect(server.url("/mcp?key=secret"));
  fixture.send_modern(1, method);
  EXPECT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":1,\"error\":{\"code\":-32603,"));
  EXPECT_THAT(fixture.last_message(), Not(HasSubstr("secret")));
  return fixture.last_message();
}

ScriptedServer::Handler respond_with(int status, std::string type, std::string body) {
  return [=](const SeenRequest&, Reply& reply) { reply.send(status, type, body); };
}

TEST(HttpTransportFailure, NamesTheStatusAndShowsTheBeginningOfATextBody) {
  EXPECT_THAT(error_from(respond_with(502, "text/plain", "no\n  backend \x01 today")),
              testing::AllOf(HasSubstr("the server at http://127.0.0.1:"), HasSubstr("answered HTTP 502 Status"),
                             HasSubstr("(it says: no backend today)")));
  EXPECT_THAT(error_from(respond_with(500, "text/html", "<html>")), Not(HasSubstr("<html>")));
  EXPECT_THAT(error_from(respond_with(404, "", "")),
              HasSubstr("there is no MCP endpoint at this path; check \\\"url\\\""));
}

TEST(HttpTransportFailure, SaysWhereToSetAuthorization) {
  EXPECT_THAT(error_from(respond_with(401, "", "")),
              HasSubstr("it requires authorization, which \\\"headers\\\" can carry"));
  EXPECT_THAT(error_from(respond_with(403, "", "")), HasSubstr("check \\\"headers\\\""));
}

TEST(HttpTransportFailure, DoesNotFallBackToInitializeIfAuthorizationIsRequired) {
  ScriptedServer server(respond_with(401, "", ""));
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "server/discover");
  ASSERT_TRUE(fixture.receives(1));
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{}})");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("it requires authorization"));
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST(HttpTransportFailure, ReportsAResponseWithoutAMessage) {
  EXPECT_THAT(error_from(respond_with(200, "text/html", "<html>")), HasSubstr("with text/html instead of a message"));
  EXPECT_THAT(error_from(respond_with(202, "", "")), HasSubstr("without a message"));
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) {
                reply.raw("SSH-2.0-OpenSSH\r\n\r\n");
                reply.close();
              }),
              HasSubstr("is not valid HTTP"));
}

TEST(HttpTransportFailure, ReportsAResponseToAnotherRequest) {
  ScriptedServer server(respond_with(200, "application/json", R"({"jsonrpc":"2.0","id":7,"result":{}})"));
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("a message that is not the response to the request"));
}

TEST(HttpTransportFailure, ReportsALostResponse) {
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) { reply.close(); }),
              HasSubstr("the response was lost: the request was sent to the server at http://127.0.0.1:"));
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) {
                reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
                reply.close();
              }),
              HasSubstr("it closed the connection before the response was complete"));
}

TEST(HttpTransportFailure, ReportsAResponseBeyondTheLimit) {
  ScriptedServer server(
      respond_with(200, "application/json", "{\"id\":1,\"result\":\"" + std::string(5000, 'x') + "\"}"));
  TransportFixture fixture;
  fixture.host.changeable_limits.message_bytes = 4000;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("is longer than 4000 bytes (limits.messageBytes)"));
}

TEST(HttpTransportFailure, ReportsAnEventBeyondTheLimitAndReadsOn) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.begin_events();
    reply.event("data: {\"method\":\"" + std::string(5000, 'x') + "\"}");
    reply.event("data: {\"id\":1,\"result\":{}}");
    reply.end_events();
  });
  TransportFixture fixture;
  fixture.host.changeable_limits.message_bytes = 4000;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(fixture.last_message(), "{\"id\":1,\"result\":{}}");
  ASSERT_EQ(fixture.observer.undeliverable.size(), 1U);
  EXPECT_THAT(fixture.observer.undeliverable[0].beginning, HasSubstr("{\"method\":\"xxx"));
}

TEST(HttpTransportFailure, ClosesWithTheSystemsReasonIfItCannotConnect) {
  std::uint16_t port = 0;
  {
    const ScriptedServer server(respond_with(200, "", ""));
    port = server.port();
  }
  TransportFixture fixture;
  fixture.connect("http://127.0.0.1:" + std::to_string(port) + "/mcp?key=secret");
  fixture.send_modern(1, "server/discover");
  EXPECT_EQ(fixture.close_reason(),
            "cannot reach the server at http://127.0.0.1:" + std::to_string(port) + ": Connection refused");
  EXPECT_EQ(fixture.observer.closed[0].kind, ErrorKind::unavailable);
}

TEST(HttpTransportFailure, ClosesIfTheNameCannotBeResolved) {
  TransportFixture fixture;
  fixture.connect("http://no-such-host.invalid/");
  fixture.send_modern(1, "server/discover");
  EXPECT_THAT(fixture.close_reason(),
              HasSubstr("cannot reach the server at http://no-such-host.invalid: its name cannot be"));
}

TEST(HttpTransportFailure, AnswersWithAnErrorIfALaterRequestCannotConnect) {
  auto server = std::make_unique<ScriptedServer>([](const SeenRequest& request, Reply& reply) {
    reply.result(request, "{}");
    reply.close();
  });
  TransportFixture fixture;
  fixture.connect(server->url());
  fixture.send_modern(1, "tools/list");
  ASSERT_TRUE(fixture.receives(1));
  server.reset();
  fixture.send_modern(2, "tools/list");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("Connection refused"));
  EXPECT_FALSE(fixture.observer.is_closed());
}

TEST(HttpTransportRedirect, IsFollowedWithinTheOrigin) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.target == "/mcp") return reply.send(307, "", "", {"Location: /mcp/"});
    reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\""));
  EXPECT_EQ(server.requests().at(0).body, server.requests().at(1).body);
  fixture.send_modern(2, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(server.requests().at(2).target, "/mcp/") << "later requests go to the new target";
}

TEST(HttpTransportRedirect, ToAnotherOriginIsAnError) {
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) {
                reply.send(307, "", "", {"Location: https://elsewhere.test/x?secret"});
              }),
              HasSubstr("answered HTTP 307 Status, a redirect to https://elsewhere.test;"));
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) { reply.send(302, "", "", {"Location: /login"}); }),
              HasSubstr("answered HTTP 302"));
}

TEST(HttpTransportRedirect, HasALimit) {
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) { reply.send(308, "", "", {"Location: /mcp"}); }),
              HasSubstr("too many redirects"));
}

}  // namespace
}  // namespace workbench::test
