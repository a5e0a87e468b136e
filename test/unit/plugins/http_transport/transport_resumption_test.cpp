#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

const std::string kCall = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}})";

/// The response to kCall, the second message in the session.
std::string call_in_session(const ScriptedServer& server) {
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(kCall);
  return fixture.receives(2) ? fixture.last_message() : "(none)";
}

TEST(HttpTransportResumption, ContinuesAfterTheLastEventAndAfterTheRetryTime) {
  std::chrono::steady_clock::time_point ended;
  std::chrono::steady_clock::time_point resumed;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply, "s-1")) return;
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
  EXPECT_EQ(call_in_session(server), "{\"id\":2,\"result\":{}}");
  EXPECT_GE(resumed - ended, std::chrono::milliseconds(290));
}

// A call may take longer than a token lasts.
TEST(HttpTransportResumption, GoesOnWithAnotherAccessTokenIfTheFirstHasExpired) {
  std::string origin;
  std::atomic<int> granted = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.target.starts_with("/.well-known/oauth-protected-resource")) {
      return reply.json(R"({"resource":")" + origin + R"(/mcp","authorization_servers":[")" + origin + "\"]}");
    }
    if (request.target.starts_with("/.well-known/")) {
      return reply.json(R"({"issuer":")" + origin + R"(","token_endpoint":")" + origin + "/token\"}");
    }
    if (request.target == "/token") {
      return reply.json(R"({"token_type":"Bearer","access_token":"token-)" + std::to_string(++granted) + "\"}");
    }
    const std::string authorization = request.header("authorization");
    const bool is_resumed = !request.header("last-event-id").empty();
    if (authorization.empty() || (is_resumed && authorization == "Bearer token-1")) {
      return reply.send(401, "", "", {"WWW-Authenticate: Bearer"});
    }
    if (answer_initialization(request, reply)) return;
    reply.begin_events();
    reply.event(is_resumed ? "data: {\"id\":2,\"result\":{}}" : "id: e1\nretry: 1\ndata:");
    reply.end_events();
  });
  origin = server.url("");
  TransportFixture fixture;
  Options options;
  options.set("oauth.grant", std::string("client_credentials"));
  options.set("oauth.clientId", std::string("workbench"));
  options.set("oauth.clientSecret", std::string("secret"));
  fixture.connect(server.url(), options);
  fixture.initialize();
  fixture.send(kCall);
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(fixture.last_message(), "{\"id\":2,\"result\":{}}");
  EXPECT_EQ(granted, 2);
}

TEST(HttpTransportResumption, FollowsABrokenConnection) {
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply)) return;
    reply.begin_events();
    if (request.method == "POST") {
      reply.event("id: e1\nretry: 1\ndata: {\"method\":\"notifications/progress\"}");
      reply.close();
    } else {
      reply.event("data: {\"id\":2,\"result\":{}}");
      reply.end_events();
    }
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(kCall);
  ASSERT_TRUE(fixture.receives(3));
  EXPECT_EQ(fixture.last_message(), "{\"id\":2,\"result\":{}}");
}

TEST(HttpTransportResumption, ReportsALostResponseIfTheServerDoesNotResume) {
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply)) return;
    if (request.method == "GET") return reply.send(405, "", "");
    reply.begin_events();
    reply.event("id: e1\nretry: 1\ndata:");
    reply.end_events();
  });
  EXPECT_THAT(call_in_session(server),
              HasSubstr("\"id\":2,\"error\":{\"code\":-32603,\"message\":\"the response was lost"));
}

/// A server that ends its stream at once, so that the client asks for the response again and again (SEP-1699): how it
/// ends a poll without a response.
class PolledServer : public testing::TestWithParam<std::string> {};

TEST_P(PolledServer, IsAskedAsOftenAsItWants) {
  constexpr int kPolls = 12;
  std::atomic<int> polls = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply, "s-1")) return;
    const bool is_answered = request.method == "GET" && ++polls == kPolls;
    reply.begin_events();
    if (request.method == "POST") {
      reply.event("id: e0\nretry: 1\ndata:");
    } else if (is_answered) {
      reply.event("data: {\"id\":2,\"result\":{}}");
    } else {
      reply.raw(GetParam());
    }
    reply.end_events();
  });
  EXPECT_EQ(call_in_session(server), "{\"id\":2,\"result\":{}}");
}

// In chunks, as the stream is sent.
INSTANTIATE_TEST_SUITE_P(WithPolls, PolledServer,
                         testing::Values("", "9\r\n: none\n\n\n\r\n", "e\r\nid: e1\ndata:\n\n\r\n"),
                         [](const auto& row) { return "Ending" + std::to_string(row.index); });

TEST(HttpTransportResumption, IsTriedAgainIfAPollFailsForATime) {
  std::atomic<int> polls = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply, "s-1")) return;
    if (request.method == "GET" && ++polls < 3) return reply.send(503, "text/plain", "not now");
    reply.begin_events();
    reply.event(polls == 0 ? "id: e1\nretry: 1\ndata:" : "data: {\"id\":2,\"result\":{}}");
    reply.end_events();
  });
  EXPECT_EQ(call_in_session(server), "{\"id\":2,\"result\":{}}");
}

TEST(HttpTransportResumption, EndsAfterSeveralFailuresInARow) {
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply)) return;
    if (request.method == "GET") return reply.close();
    reply.begin_events();
    reply.event("id: e1\nretry: 1\ndata:");
    reply.end_events();
  });
  EXPECT_THAT(call_in_session(server), HasSubstr("the response was lost"));
}

TEST(HttpTransportResumption, IsNotABusyLoopIfTheServerWantsNoRetryTime) {
  std::atomic<int> gets = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.method != "GET") return void(answer_initialization(request, reply, "s-1"));
    reply.begin_events();
    reply.event("id: e" + std::to_string(++gets) + "\nretry: 0\ndata: {\"method\":\"m\"}");
    reply.end_events();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  const auto begun = std::chrono::steady_clock::now();
  ASSERT_TRUE(fixture.run_until([&] { return gets > 3; }));
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(250));
}

TEST(HttpTransportResumption, IsNotTriedInTheModernEra) {
  ScriptedServer server([&](const SeenRequest&, Reply& reply) {
    reply.begin_events();
    reply.event("id: e1\nretry: 1\ndata:");
    reply.end_events();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(2, "tools/call", R"("name":"t")");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("the response was lost"));
  EXPECT_EQ(server.requests().size(), 1U) << "a call must not be repeated";
}

TEST(HttpTransportResumption, ResumesTheListeningStream) {
  std::atomic<int> gets = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.method != "GET") return void(answer_initialization(request, reply, "s-1"));
    reply.begin_events();
    if (++gets == 1) {
      reply.event("id: e1\nretry: 1\ndata: {\"method\":\"first\"}");
      return reply.end_events();
    }
    EXPECT_EQ(request.header("last-event-id"), "e1");
    reply.event("data: {\"method\":\"second\"}");
    EXPECT_TRUE(reply.wait_for_end());
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  ASSERT_TRUE(fixture.receives(3));
  EXPECT_EQ(fixture.last_message(), "{\"method\":\"second\"}");
  fixture.connection.reset();
}

}  // namespace
}  // namespace workbench::test
