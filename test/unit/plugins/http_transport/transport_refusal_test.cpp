// Requests that a server refuses for now: which ones are sent again, when, and what is said of the others.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kRefusedCall = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}})";
const std::string kRefusedList = R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})";

/// A server of the legacy era that refuses the first requests with `text` in their body.
class BusyServer {
 public:
  struct Refusal {
    int status;
    std::string retry_after;  ///< empty: no header
    std::string body = "slow down";
  };

  BusyServer(std::string text, Refusal refusal, int refusals = 1)
      : text_(std::move(text)), refusal_(std::move(refusal)), left_(refusals) {}

  [[nodiscard]] std::string url() const { return server_.url(); }
  [[nodiscard]] int count(std::string_view text) const {
    int found = 0;
    for (const SeenRequest& seen : server_.requests()) found += seen.has(text) ? 1 : 0;
    return found;
  }
  [[nodiscard]] std::string refusal_body(const SeenRequest& request) const {
    const std::size_t place = refusal_.body.find("ID");
    if (place == std::string::npos) return refusal_.body;
    return refusal_.body.substr(0, place) + request.id() + refusal_.body.substr(place + 2);
  }

 private:
  void serve(const SeenRequest& request, Reply& reply) {
    if (request.has(text_) && left_-- > 0) {
      Reply::Lines lines;
      if (!refusal_.retry_after.empty()) lines.push_back("Retry-After: " + refusal_.retry_after);
      const std::string body = refusal_body(request);
      return reply.send(refusal_.status, body.starts_with('{') ? "application/json" : "text/plain", body, lines);
    }
    if (!answer_initialization(request, reply)) reply.result(request, "{\"is_fine\":true}");
  }

  const std::string text_;
  const Refusal refusal_;
  std::atomic<int> left_;
  ScriptedServer server_{[this](const SeenRequest& request, Reply& reply) { serve(request, reply); }};
};

/// The answer to `request` in a session with the server.
std::string answer_of(const BusyServer& server, const std::string& request) {
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(request);
  return fixture.receives(2) ? fixture.last_message() : "(none)";
}

// --- what is sent again ----------------------------------------------------------------------------------------------

struct Repeated {
  const char* name;
  const char* method;
  int status;
};

class ARefusedRequest : public testing::TestWithParam<Repeated> {};

TEST_P(ARefusedRequest, IsSentAgainWhenTheServerSays) {
  const std::string request =
      std::string(R"({"jsonrpc":"2.0","id":2,"method":")") + GetParam().method + R"(","params":{"name":"t"}})";
  BusyServer server(GetParam().method, {GetParam().status, "1"});
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(answer_of(server, request), HasSubstr("\"is_fine\":true"));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 1s);
  EXPECT_EQ(server.count(GetParam().method), 2);
}

INSTANTIATE_TEST_SUITE_P(Statuses, ARefusedRequest,
                         testing::Values(Repeated{"ACallWith429", "tools/call", 429},
                                         Repeated{"ACallWith503", "tools/call", 503},
                                         Repeated{"AListWith429", "tools/list", 429},
                                         Repeated{"AListWith502", "tools/list", 502},
                                         Repeated{"AListWith500", "tools/list", 500}),
                         [](const testing::TestParamInfo<Repeated>& row) { return std::string(row.param.name); });

TEST(ARefusedStart, IsRepeatedWhenTheServerSays) {
  BusyServer server("\"initialize\"", {429, "1"});
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  EXPECT_EQ(server.count("\"initialize\""), 2);
  ASSERT_TRUE(fixture.run_until([&] { return server.count("notifications/initialized") == 1; }));
}

TEST(ARefusedNotification, IsSentAgainWhenTheServerSays) {
  BusyServer server("notifications/initialized", {503, "1"});
  EXPECT_THAT(answer_of(server, kRefusedCall), HasSubstr("\"is_fine\":true"));
  EXPECT_EQ(server.count("notifications/initialized"), 2);
}

// --- what is not -----------------------------------------------------------------------------------------------------

struct NotRepeated {
  const char* name;
  BusyServer::Refusal refusal;
  const char* words;
};

class ARefusedCall : public testing::TestWithParam<NotRepeated> {};

TEST_P(ARefusedCall, IsNotSentAgainAndTheWordsSayWhy) {
  BusyServer server("tools/call", GetParam().refusal);
  EXPECT_THAT(answer_of(server, kRefusedCall), HasSubstr(GetParam().words));
  EXPECT_EQ(server.count("tools/call"), 1);
}

INSTANTIATE_TEST_SUITE_P(
    Refusals, ARefusedCall,
    testing::Values(
        NotRepeated{"TooLate", {429, "7"}, "answered HTTP 429 Status; try again in 7 seconds (it says: slow down)"},
        NotRepeated{"MuchTooLate", {503, "3600"}, "try again in 60 minutes"},
        NotRepeated{"WithoutATime", {429, ""}, "answered HTTP 429 Status; try again later (it says: slow down)"},
        NotRepeated{"ByAGateway", {502, "1"}, "; whether the request was carried out is not known"},
        NotRepeated{"ByAGatewayThatDidNotWait", {504, ""}, "; whether the request was carried out is not known"},
        NotRepeated{"WithoutATimeByAGateway", {503, ""}, "; whether the request was carried out is not known"},
        NotRepeated{"AfterAFailure", {500, "1"}, "; whether the request was carried out is not known"},
        NotRepeated{"TimedOut", {408, "1"}, "; whether the request was carried out is not known"},
        NotRepeated{"WithItsAnswer",
                    {429, "1", R"({"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"slow down"}})"},
                    "slow down (the server at "},
        NotRepeated{"WithItsResult",
                    {503, "1", R"({"jsonrpc":"2.0","id":ID,"result":{"content":"half of it","isError":true}})"},
                    "half of it"},
        NotRepeated{"WithAnErrorThatNamesNoRequest",
                    {429, "60", R"({"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"slow down"}})"},
                    "slow down (the server at "}),
    [](const testing::TestParamInfo<NotRepeated>& row) { return std::string(row.param.name); });

TEST(AnErrorThatNamesNoRequest, SaysWhetherTheRequestMayHaveBeenCarriedOut) {
  struct Row {
    int status;
    int code;
    bool may_have_begun;
  };
  for (const Row& row : {Row{504, -32000, true}, Row{500, -32603, true}, Row{200, -32603, true},
                         Row{200, -32600, false}, Row{400, -32603, false}, Row{429, -32000, false}}) {
    const std::string error =
        R"("error":{"code":)" + std::to_string(row.code) + R"(,"message":"timed out)";  // and what may follow
    BusyServer server("tools/call", {row.status, "", R"({"jsonrpc":"2.0","id":null,)" + error + "\"}}"});
    const std::string remark = row.may_have_begun ? " (whether the request was carried out is not known)" : "";
    EXPECT_EQ(answer_of(server, kRefusedCall), R"({"jsonrpc":"2.0","id":2,)" + error + remark + "\"}}") << row.status;
    EXPECT_EQ(server.count("tools/call"), 1);
  }
}

TEST(ARefusedList, IsNotRepeatedWithoutEnd) {
  BusyServer server("tools/list", {429, "0"}, 100);
  EXPECT_THAT(answer_of(server, kRefusedList), HasSubstr("answered HTTP 429"));
  EXPECT_EQ(server.count("tools/list"), 4);
}

TEST(ACallThatWaits, IsCancelledWithoutBeingSentAgain) {
  BusyServer server("tools/call", {429, "1"});
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(kRefusedCall);
  ASSERT_TRUE(fixture.run_until([&] { return fixture.has_logged("which is sent again in 1 s"); }));
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  fixture.send(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"another"}})");
  ASSERT_TRUE(fixture.receives(2));
  bool is_over = false;
  const EventLoop::Timer timer = fixture.loop.after(1500ms, [&] { is_over = true; });
  ASSERT_TRUE(fixture.run_until([&] { return is_over; }));
  EXPECT_EQ(server.count("\"name\":\"t\""), 1);
  EXPECT_EQ(server.count("notifications/cancelled"), 0) << "the server knows nothing of the call";
  EXPECT_EQ(fixture.observer.messages.size(), 2U);
}

// --- the other requests ----------------------------------------------------------------------------------------------

TEST(ARefusedListeningStream, IsNotOpenedBeforeTheTimeThatTheServerNames) {
  std::mutex mutex;
  std::vector<std::chrono::steady_clock::time_point> opened;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.method != "GET") return static_cast<void>(answer_initialization(request, reply));
    const std::lock_guard lock(mutex);
    opened.push_back(std::chrono::steady_clock::now());
    reply.send(429, "text/plain", "later", {"Retry-After: 2"});
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  ASSERT_TRUE(fixture.run_until([&] {
    const std::lock_guard lock(mutex);
    return opened.size() == 2;
  }));
  fixture.connection.reset();
  EXPECT_GE(opened.at(1) - opened.at(0), 1990ms);
}

TEST(ARefusedStreamOfHttpSse, IsOpenedWhenTheServerSays) {
  std::atomic<int> opened = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.method == "POST") return reply.accepted();
    if (++opened == 1) return reply.send(503, "text/plain", "later", {"Retry-After: 1"});
    reply.begin_events();
    reply.event("event: endpoint\ndata: /messages");
    reply.event(R"(data: {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{}}})");
    EXPECT_TRUE(reply.wait_for_end());
  });
  TransportFixture fixture(http::transport::FirstProtocol::http_sse);
  fixture.connect(server.url());
  fixture.send(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\""));
  EXPECT_EQ(opened, 2);
  fixture.connection.reset();
}

/// The session is checked with a ping, which may be refused for now as well.
TEST(ARefusedPing, IsRepeatedBeforeTheSessionIsJudged) {
  std::atomic<int> pings = 0;
  std::atomic<int> calls = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (answer_initialization(request, reply, "s-1")) return;
    if (request.has("\"ping\"")) {
      return ++pings == 1 ? reply.send(429, "", "", {"Retry-After: 1"}) : reply.result(request, "{}");
    }
    ++calls;
    reply.send(400, "text/plain", "the reason");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(kRefusedCall);
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("the reason"));
  EXPECT_EQ(pings, 2);
  EXPECT_EQ(calls, 1);
}

/// The status says what the server thinks, whatever becomes of the rest.
class ARefusalThatIsCutOff : public testing::TestWithParam<std::string> {};

TEST_P(ARefusalThatIsCutOff, IsStillARefusal) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.raw("HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\n" + GetParam() + "\r\n\r\nnot you");
    reply.close();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), AllOf(HasSubstr("answered HTTP 403 Forbidden"), Not(HasSubstr("lost"))));
}

INSTANTIATE_TEST_SUITE_P(Bodies, ARefusalThatIsCutOff,
                         testing::Values("Content-Length: 100", "Content-Length: 7\r\nContent-Encoding: br",
                                         "Content-Length: 7\r\nContent-Encoding: gzip",
                                         "Content-Length: 7\r\nContent-Encoding: compress"));

// --- redirects -------------------------------------------------------------------------------------------------------

struct Redirect {
  const char* name;
  int status;
  const char* location;
  bool is_followed;
};

class ARedirect : public testing::TestWithParam<Redirect> {};

TEST_P(ARedirect, OfAPostIsFollowedWhereItCanOnlyMeanTheSameServer) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.target == "/mcp?key=secret") {
      return reply.send(GetParam().status, "", "", {std::string("Location: ") + GetParam().location});
    }
    reply.result(request, "{\"is_fine\":true}");
  });
  TransportFixture fixture;
  Options options;
  options.set("headers", Options::TextMap{{"Authorization", "Bearer x"}});
  fixture.connect(server.url("/mcp?key=secret"), options);
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(fixture.last_message().find("\"is_fine\":true") != std::string::npos, GetParam().is_followed)
      << fixture.last_message();
  EXPECT_THAT(fixture.last_message(), Not(HasSubstr("secret")));
  EXPECT_EQ(server.requests().size(), GetParam().is_followed ? 2U : 1U);
  EXPECT_EQ(server.requests().back().header("authorization"), "Bearer x");
}

INSTANTIATE_TEST_SUITE_P(Locations, ARedirect,
                         testing::Values(Redirect{"With307", 307, "/mcp/?key=secret", true},
                                         Redirect{"With308ToAnotherPath", 308, "/other", true},
                                         Redirect{"With301ToTheSlash", 301, "/mcp/?key=secret", true},
                                         Redirect{"With302ToTheSlash", 302, "/mcp/?key=secret", true},
                                         Redirect{"With301ToAnotherPath", 301, "/other", false},
                                         Redirect{"With302ToALogin", 302, "/login?key=secret", false},
                                         Redirect{"With302WithoutTheQuery", 302, "/mcp/", false},
                                         Redirect{"With303ToTheSlash", 303, "/mcp/?key=secret", false},
                                         Redirect{"With307ToAnotherHost", 307, "http://elsewhere.test/mcp/", false},
                                         Redirect{"WithoutALocation", 302, "", false}),
                         [](const testing::TestParamInfo<Redirect>& row) { return std::string(row.param.name); });

TEST(RedirectsOfTwoPosts, AreFollowedFromWhereEachWasSent) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.target == "/mcp") return reply.send(307, "", "", {"Location: mcp/"});
    reply.result(request, "{\"is_fine\":true}");
  });
  TransportFixture fixture;
  fixture.connect(server.url("/mcp"));
  fixture.send_modern(1, "tools/call");
  fixture.send_modern(2, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  std::vector<std::string> targets;
  for (const SeenRequest& seen : server.requests()) targets.push_back(seen.target);
  EXPECT_THAT(targets, testing::UnorderedElementsAre("/mcp", "/mcp", "/mcp/", "/mcp/"));
}

}  // namespace
}  // namespace workbench::test
