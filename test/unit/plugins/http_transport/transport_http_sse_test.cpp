#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "http_sse_server.hpp"
#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using test_support::HttpSseServer;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kInitialize = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})";

TEST(HttpSse, IsUsedIfInitializeIsRefused) {
  HttpSseServer sse;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { sse.serve(request, reply); });
  TransportFixture fixture;
  fixture.connect(server.url("/sse"));
  fixture.send_modern(7, "server/discover");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":7,\"error\""));
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":1,\"result\""));
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(fixture.receives(3));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":2,\"result\""));
  EXPECT_EQ(server.requests().back().target, "/messages?session=1");
  fixture.connection->close();
  EXPECT_EQ(fixture.close_reason(), "closed by the workbench");
}

TEST(HttpSse, EndsWithItsStream) {
  HttpSseServer sse("/messages", false);
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { sse.serve(request, reply); });
  TransportFixture fixture;
  fixture.connect(server.url("/sse"));
  fixture.send(kInitialize);
  EXPECT_THAT(fixture.close_reason(), HasSubstr("the event stream of the server at http://127.0.0.1:"));
}

TEST(HttpSse, RefusesAnEndpointOfAnotherOrigin) {
  HttpSseServer sse("https://elsewhere.test/messages");
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { sse.serve(request, reply); });
  TransportFixture fixture;
  fixture.connect(server.url("/sse"));
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(),
              AllOf(HasSubstr("speaks HTTP+SSE, but its endpoint is not at the same origin, but at "
                              "https://elsewhere.test"),
                    HasSubstr("change \\\"url\\\" to that origin")));
  EXPECT_TRUE(fixture.has_logged("its endpoint is not at the same origin, but at https://elsewhere.test"));
}

TEST(HttpSse, GetsCancellations) {
  HttpSseServer sse;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { sse.serve(request, reply); });
  TransportFixture fixture;
  fixture.connect(server.url("/sse"));
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  EXPECT_TRUE(fixture.run_until([&] { return server.requests().back().has("notifications/cancelled"); }));
}

TEST(HttpSse, ReportsThatItsStreamRequiresAuthorization) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.method != "GET") return reply.send(404, "", "");
    reply.send(401, "text/plain", "no token");
  });
  TransportFixture fixture;
  fixture.connect(server.url("/sse"));
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(),
              AllOf(HasSubstr("answered HTTP 401 Status; it requires authorization, which \\\"headers\\\""),
                    HasSubstr("(it says: no token)")));
}

/// Hands out one access token, and serves HTTP+SSE to those who have it.
class ProtectedHttpSseServer {
 public:
  void serve(const SeenRequest& request, Reply& reply) {
    if (request.target == "/.well-known/oauth-protected-resource/sse") {
      return reply.json(R"({"resource":")" + origin + R"(/sse","authorization_servers":[")" + origin + "\"]}");
    }
    if (request.target == "/.well-known/oauth-authorization-server") {
      return reply.json(R"({"issuer":")" + origin + R"(","token_endpoint":")" + origin + "/token\"}");
    }
    if (request.target == "/token") return reply.json(R"({"access_token":"good","token_type":"Bearer"})");
    const bool is_post_to_stream = request.method == "POST" && request.target == "/sse";
    if (!is_post_to_stream && request.header("authorization") != "Bearer good") {
      return reply.send(401, "text/plain", "no token", {"WWW-Authenticate: Bearer scope=\"mcp:use\""});
    }
    sse_.serve(request, reply);
  }

  std::string origin;

 private:
  HttpSseServer sse_;
};

TEST(HttpSse, GetsAnAccessTokenForItsStream) {
  ProtectedHttpSseServer sse;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { sse.serve(request, reply); });
  sse.origin = server.url("");
  TransportFixture fixture;
  Options options;
  options.set("oauth.grant", std::string("client_credentials"));
  options.set("oauth.clientId", std::string("workbench"));
  options.set("oauth.clientSecret", std::string("secret"));
  fixture.connect(server.url("/sse"), options);
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":1,\"result\""));
}

TEST(HttpSse, ReportsThatItsStreamNeedsALogin) {
  ProtectedHttpSseServer sse;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { sse.serve(request, reply); });
  sse.origin = server.url("");
  TransportFixture fixture;
  fixture.connect(server.url("/sse"));
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.run_until([&] { return !fixture.observer.failed_requests.empty(); }));
  EXPECT_EQ(fixture.observer.failed_requests.front().kind, ErrorKind::login_required);
}

TEST(HttpSse, ReportsTheFirstRefusalIfItFailsAsWell) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "text/plain", "nothing here"); });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(),
              AllOf(HasSubstr("there is no MCP endpoint at this path"),
                    HasSubstr("HTTP+SSE was tried as well: the GET was answered with HTTP 404")));
  EXPECT_EQ(server.requests().back().method, "GET");
}

/// What becomes of the GET after the POST of `initialize` was refused with an error of the server.
struct FailedFallback {
  std::string name;
  ScriptedServer::Handler get;
  std::string reason;  ///< which is reported with that error
};

class AnErrorBeforeAFailedFallback : public testing::TestWithParam<FailedFallback> {};

TEST_P(AnErrorBeforeAFailedFallback, IsReportedWithTheReasonOfBoth) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.method == "GET") return GetParam().get(request, reply);
    reply.send(405, "application/json",
               R"({"jsonrpc":"2.0","error":{"code":-32000,"message":"Not here.","data":{"a":[1]}},"id":null})");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(),
              AllOf(StartsWith(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Not here. (HTTP+SSE was )"
                               "tried as well: "),
                    HasSubstr(GetParam().reason), HasSubstr(R"("data":{"a":[1]})")));
}

/// A stream whose first event is `lines`.
ScriptedServer::Handler stream_that_begins_with(const std::string& lines) {
  return [lines](const SeenRequest&, Reply& reply) {
    reply.begin_events();
    reply.event(lines);
    reply.end_events();
  };
}

ScriptedServer::Handler answer_with(int status, const std::string& text) {
  return [status, text](const SeenRequest&, Reply& reply) { reply.send(status, "text/plain", text); };
}

INSTANTIATE_TEST_SUITE_P(
    Of, AnErrorBeforeAFailedFallback,
    testing::Values(FailedFallback{"NoStream", answer_with(404, ""), "the GET was answered with HTTP 404"},
                    FailedFallback{"AText", answer_with(200, "ok"), "the GET was answered with HTTP 200"},
                    FailedFallback{"AStreamWithoutAnEndpoint", stream_that_begins_with("data: hello"),
                                   "the server closed it"},
                    FailedFallback{"AnEndpointElsewhere",
                                   stream_that_begins_with("event: endpoint\ndata: https://elsewhere.test/m"),
                                   "not at the same origin, but at https://elsewhere.test"},
                    FailedFallback{"ADemandForAToken", answer_with(401, "no token"), "it requires authorization"}),
    [](const auto& row) { return row.param.name; });

TEST(HttpSse, LeavesAnErrorWithoutAMessageReadable) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.send(404, "application/json", R"({"jsonrpc":"2.0","id":null,"error":{"code":-32601}})");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr(R"("error":{"code":-32601,"message":"HTTP+SSE was tried as well: )"));
}

/// What a server of HTTP+SSE answers to a POST of its stream's target.
struct PostAnswered {
  std::string name;
  int status;
  std::string type;
  std::string body;
};

std::string name_of(const testing::TestParamInfo<PostAnswered>& row) {
  return row.param.name;
}

/// A server of HTTP+SSE with this answer; `answered` outlives the handler.
ScriptedServer::Handler answer_posts(HttpSseServer& sse, const PostAnswered& answered) {
  return [&sse, answered](const SeenRequest& request, Reply& reply) {
    if (request.method == "POST" && request.target == "/sse") {
      return reply.send(answered.status, answered.type, answered.body);
    }
    sse.serve(request, reply);
  };
}

class RefusedInitialize : public testing::TestWithParam<PostAnswered> {};

TEST_P(RefusedInitialize, LeadsToHttpSse) {
  HttpSseServer sse;
  ScriptedServer server(answer_posts(sse, GetParam()));
  TransportFixture fixture;
  fixture.connect(server.url("/sse"));
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":1,\"result\""));
}

INSTANTIATE_TEST_SUITE_P(
    ByAServerOfHttpSse, RefusedInitialize,
    testing::Values(
        PostAnswered{"With400", 400, "text/plain", "no"}, PostAnswered{"With403", 403, "", ""},
        PostAnswered{"With404", 404, "", ""}, PostAnswered{"With405", 405, "", ""},
        PostAnswered{"With406", 406, "", ""}, PostAnswered{"With415", 415, "", ""},
        PostAnswered{"With422", 422, "application/json", "{}"},
        PostAnswered{"WithAnErrorThatNamesNoRequest", 405, "application/json",
                     R"({"jsonrpc":"2.0","error":{"code":-32000,"message":"Method not allowed."},"id":null})"},
        PostAnswered{"With404AndAnErrorThatNamesNoRequest", 404, "application/json",
                     R"({"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Not Found"}})"},
        PostAnswered{"WithTheStream", 200, "text/event-stream", "event: endpoint\ndata: /messages?session=9\n\n"}),
    name_of);

/// What a server of Streamable HTTP refuses `initialize` with, although it opens a stream for each GET.
class ReasonedRefusal : public testing::TestWithParam<PostAnswered> {};

TEST_P(ReasonedRefusal, IsTheAnswerWithoutAnAttemptAtHttpSse) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.method == "POST") return reply.send(GetParam().status, GetParam().type, GetParam().body);
    reply.begin_events();
    EXPECT_TRUE(reply.wait_for_end());
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), testing::AllOf(HasSubstr("\"id\":1,\"error\""), HasSubstr("the reason")));
  EXPECT_EQ(server.requests().size(), 1U);
}

/// An error that names no request, as official SDKs send it.
std::string nameless_error(int code) {
  return R"({"jsonrpc":"2.0","error":{"code":)" + std::to_string(code) + R"(,"message":"the reason"},"id":null})";
}

INSTANTIATE_TEST_SUITE_P(ByAServerOfStreamableHttp, ReasonedRefusal,
                         testing::Values(PostAnswered{"With400", 400, "application/json", nameless_error(-32602)},
                                         PostAnswered{"OfTheServer", 400, "application/json", nameless_error(-32000)},
                                         PostAnswered{"With406", 406, "application/json", nameless_error(-32600)},
                                         PostAnswered{"With415", 415, "application/json", nameless_error(-32000)},
                                         PostAnswered{"OfParameters", 404, "application/json", nameless_error(-32602)},
                                         PostAnswered{"With422", 422, "application/json", nameless_error(17)}),
                         name_of);

class TypeSse : public testing::TestWithParam<PostAnswered> {};

TEST_P(TypeSse, MakesTheGetTheFirstRequest) {
  HttpSseServer sse;
  ScriptedServer server(answer_posts(sse, GetParam()));
  TransportFixture fixture(http::transport::FirstProtocol::http_sse);
  fixture.connect(server.url("/sse"));
  fixture.send_modern(7, "server/discover");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":7,\"error\""));
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":1,\"result\""));
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(fixture.receives(3));
  EXPECT_EQ(server.requests().front().method, "GET");
  for (const SeenRequest& seen : server.requests()) {
    EXPECT_EQ(seen.method, seen.target == "/sse" ? "GET" : "POST");
  }
  EXPECT_EQ(fixture.connection->backlog(), 0U);
}

INSTANTIATE_TEST_SUITE_P(WhateverAPostIsAnswered, TypeSse,
                         testing::Values(PostAnswered{"With403", 403, "", ""}, PostAnswered{"With500", 500, "", ""},
                                         PostAnswered{"With302", 302, "", ""},
                                         PostAnswered{"WithAText", 200, "text/plain", "ok"}),
                         name_of);

TEST(HttpSse, FollowsARedirectOfItsStream) {
  HttpSseServer sse;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.target == "/sse") return reply.send(307, "", "", {"Location: /sse/"});
    sse.serve(request, reply);
  });
  TransportFixture fixture(http::transport::FirstProtocol::http_sse);
  fixture.connect(server.url("/sse"));
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":1,\"result\""));
}

TEST(HttpSse, OfAnEntryWithThatTypeReportsWhatTheGetWasAnswered) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  TransportFixture fixture(http::transport::FirstProtocol::http_sse);
  fixture.connect(server.url("/sse"));
  fixture.send(kInitialize);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("does not speak HTTP+SSE: the GET was answered with HTTP 404"));
}

TEST(HttpSse, OfAnEntryWithThatTypeSaysThatTheServerCannotBeReached) {
  std::string url;
  {
    const ScriptedServer server([](const SeenRequest&, Reply&) {});
    url = server.url("/sse");
  }
  TransportFixture fixture(http::transport::FirstProtocol::http_sse);
  fixture.connect(url);
  fixture.send(kInitialize);
  EXPECT_THAT(fixture.close_reason(), HasSubstr("cannot reach the server at http://127.0.0.1:"));
}

}  // namespace
}  // namespace workbench::test
