// What is sent once more in a new session, and what is not, because it may have been carried out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "session_server.hpp"
#include "token_endpoint.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

const std::string kNoSession =
    R"({"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Server not initialized"}})";

/// A server that has lost its sessions, and what it answers to a call; to anything else it answers 404.
struct AnswerToACall {
  std::string name;
  std::string type;
  std::string body;
  std::string resumed = {};  ///< what the client gets that resumes the stream; empty: nothing
};

SessionServer::Respond answer_calls_with(const AnswerToACall& answer) {
  return [answer](const SeenRequest& request, Reply& reply) {
    if (request.method == "GET") return reply.send(200, "text/event-stream", answer.resumed);
    if (!request.has("\"tools/call\"")) return reply.send(404, "text/plain", "no such session");
    reply.send(200, answer.type, answer.body);
  };
}

class CallThatMayHaveBeenCarriedOut : public testing::TestWithParam<AnswerToACall> {};

TEST_P(CallThatMayHaveBeenCarriedOut, IsNotSentAgainInTheNewSession) {
  SessionServer server(answer_calls_with(GetParam()));
  TransportFixture fixture;
  fixture.host.changeable_limits.message_bytes = 4000;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("whether the request was carried out is not known"));
  EXPECT_EQ(server.count("\"tools/call\""), 1);
  EXPECT_EQ(server.count("\"initialize\""), 2);
}

std::string events_of(const std::vector<std::string>& messages) {
  std::string events;
  for (const std::string& message : messages) events.append("data: ").append(message).append("\n\n");
  return events;
}

const std::string kStreamType = "text/event-stream";
const std::string kProgress = R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}})";
const std::string kQuestion = R"({"jsonrpc":"2.0","id":9,"method":"roots/list"})";
const std::string kInternal = R"({"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"shutting down"}})";
const std::string kNoCode = R"({"jsonrpc":"2.0","id":null,"error":{"message":"shutting down"}})";

INSTANTIATE_TEST_SUITE_P(
    Answered, CallThatMayHaveBeenCarriedOut,
    testing::Values(
        AnswerToACall{"WithProgressBefore", kStreamType, events_of({kProgress, kNoSession})},
        AnswerToACall{"WithARequestBefore", kStreamType, events_of({kQuestion, kNoSession})},
        AnswerToACall{"WithAMessageAfter", kStreamType, events_of({kNoSession, kProgress})},
        AnswerToACall{"WithABatch", "application/json", "[" + kProgress + "," + kNoSession + "]"},
        AnswerToACall{"WithAnEventThatIsNotJson", kStreamType, events_of({"{]", kNoSession})},
        AnswerToACall{"WithAnEventThatIsTooLong", kStreamType, events_of({std::string(5000, 'x'), kNoSession})},
        AnswerToACall{"WithAnInternalError", "application/json", kInternal},
        AnswerToACall{"WithTwoErrors", kStreamType, events_of({kInternal, kNoSession})},
        AnswerToACall{"WithAnErrorWithoutACode", "application/json", kNoCode},
        AnswerToACall{"OnAStreamThatWasResumed", kStreamType, "id: e1\nretry: 1\ndata:\n\n", events_of({kNoSession})}),
    [](const testing::TestParamInfo<AnswerToACall>& row) { return row.param.name; });

// --- what the first attempt has left ---------------------------------------------------------------------------------

/// Answers a call with `stream`, and with its result what resumes that after the event `resumed_after`.
SessionServer::Respond answer_in_streams(const std::string& stream, const std::string& resumed_after) {
  return [=](const SeenRequest& request, Reply& reply) {
    if (request.method == "POST") return reply.send(200, "text/event-stream", stream);
    EXPECT_EQ(request.header("last-event-id"), resumed_after);
    EXPECT_EQ(request.header("mcp-session-id"), "s-2");
    reply.send(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"is_resumed\":true}}\n\n");
  };
}

TEST(SecondAttempt, MayEndItsStreamToBeResumed) {
  SessionServer server(answer_calls_with({"", kStreamType, events_of({kNoSession})}));
  server.answer = answer_in_streams("id: e1\nretry: 1\ndata:\n\n", "e1");
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("\"is_resumed\":true"));
}

TEST(SecondAttempt, IsNotResumedAfterAnEventOfTheFirst) {
  SessionServer server(answer_calls_with({"", kStreamType, "id: old\nretry: 1\n" + events_of({kNoSession})}));
  server.answer = answer_in_streams(": nothing\n\n", "(none)");
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("the response was lost"));
  EXPECT_EQ(server.count("\"tools/call\""), 2);
}

TEST(SecondAttempt, MayBeAnsweredWithoutAStreamAlthoughTheFirstWasResumed) {
  SessionServer server([](const SeenRequest& request, Reply& reply) {
    if (request.method == "GET") return reply.send(200, "text/event-stream", events_of({kNoSession}));
    if (request.has("\"ping\"")) return reply.send(404, "", "");
    reply.send(200, "text/event-stream", "id: e1\nretry: 1\ndata:\n\n");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"file:///a"}})");
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("\"is_fine\":true"));
}

// --- no renewal leads to the next ------------------------------------------------------------------------------------

const std::string kListTools = R"({"jsonrpc":"2.0","id":5,"method":"tools/list"})";

int reports_of_changes(const TransportFixture& fixture) {
  const auto& messages = fixture.observer.messages;
  const auto is_report = [](const std::string& one) { return one.find("tools/list_changed") != std::string::npos; };
  return static_cast<int>(std::count_if(messages.begin(), messages.end(), is_report));
}

TEST(SessionThatIsLostAgain, IsNotReportedIfThatShowsInTheListing) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.answer = [](const SeenRequest& request, Reply& reply) {
    request.has("tools/list") ? reply.send(404, "", "") : reply.result(request, "{}");
  };
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(kSessionCall);
  ASSERT_FALSE(answer_to(fixture, "2").empty());
  ASSERT_TRUE(fixture.run_until([&] { return reports_of_changes(fixture) == 1; }));
  fixture.send(kListTools);
  EXPECT_THAT(answer_to(fixture, "5"), HasSubstr("HTTP 404"));
  EXPECT_EQ(server.count("\"initialize\""), 3);
  EXPECT_EQ(reports_of_changes(fixture), 1);
}

TEST(SessionThatIsLostAgain, IsNotReportedIfTheListingIsAnsweredWithAnErrorOfIt) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.ping = [](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); };
  server.answer = [](const SeenRequest& request, Reply& reply) {
    if (!request.has("tools/list")) return reply.result(request, "{}");
    reply.send(400, "application/json",
               R"({"jsonrpc":"2.0","id":)" + request.id() + R"(,"error":{"code":-32000,"message":"no session"}})");
  };
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(kListTools);
  EXPECT_THAT(answer_to(fixture, "5"), HasSubstr("no session"));
  ASSERT_TRUE(fixture.run_until([&] { return server.count("notifications/initialized") == 2; }));
  fixture.send(kSessionCall);
  ASSERT_FALSE(answer_to(fixture, "2").empty());
  EXPECT_EQ(reports_of_changes(fixture), 0);
}

TEST(SessionThatIsLostAgain, IsReplacedAfterAPauseThatDoubles) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  const auto begun = std::chrono::steady_clock::now();
  for (int call = 10; call != 14; ++call) {
    const std::string id = std::to_string(call);
    server.forget();
    fixture.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + R"(,"method":"tools/call","params":{"name":"t"}})");
    EXPECT_THAT(answer_to(fixture, id), HasSubstr("\"is_fine\":true"));
  }
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(50 + 100 + 200 - 10));
  EXPECT_EQ(server.count("\"initialize\""), 5);
}

// --- a result, whatever its status -----------------------------------------------------------------------------------

TEST(ResultWithTheStatusOfARefusal, IsTheAnswerHoweverLongItIs) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  const std::string text(100'000, 'x');
  server.answer = [&](const SeenRequest& request, Reply& reply) {
    reply.send(404, "application/json",
               R"({"jsonrpc":"2.0","id":)" + request.id() + R"(,"result":{"text":")" + text + "\"}}");
  };
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr(text));
  EXPECT_EQ(server.count("\"tools/call\""), 1);
}

/// A server that demands a token for its result.
class ResultThatDemandsAToken : public testing::TestWithParam<int> {};

TEST_P(ResultThatDemandsAToken, IsTheAnswerAndLeadsToNoSecondCall) {
  TokenEndpoint tokens;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (tokens.serve(request, reply)) return;
    if (answer_initialization(request, reply)) return;
    reply.send(GetParam(), "application/json", R"({"jsonrpc":"2.0","id":2,"result":{"content":[],"isError":true}})",
               {"WWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"more\""});
  });
  tokens.origin = server.url("");
  TransportFixture fixture;
  fixture.connect(server.url(), TokenEndpoint::options());
  fixture.initialize();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("\"isError\":true"));
  EXPECT_EQ(tokens.granted, 0);
  const auto requests = server.requests();
  EXPECT_EQ(std::count_if(requests.begin(), requests.end(), [](const auto& one) { return one.has("tools/call"); }), 1);
}

INSTANTIATE_TEST_SUITE_P(WithTheStatus, ResultThatDemandsAToken, testing::Values(401, 403),
                         [](const auto& row) { return std::to_string(row.param); });

}  // namespace
}  // namespace workbench::test
