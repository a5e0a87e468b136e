#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "session_server.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

std::string session_of_last_call(const SessionServer& server) {
  std::string session;
  for (const SeenRequest& seen : server.requests()) {
    if (seen.has("\"tools/call\"")) session = seen.header("mcp-session-id");
  }
  return session;
}

class RefusedSession : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedSession, IsBegunAnewAndTheRefusedCallIsSentOnceMore) {
  SessionServer server(
      [](const SeenRequest&, Reply& reply) { reply.send(GetParam().status, GetParam().type, GetParam().body); });
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("\"is_fine\":true"));
  EXPECT_EQ(server.count("\"initialize\""), 2);
  EXPECT_EQ(server.count("notifications/initialized"), 2);
  EXPECT_EQ(server.count("\"tools/call\""), 2);
  EXPECT_EQ(session_of_last_call(server), "s-2");
  EXPECT_FALSE(fixture.observer.is_closed());
}

INSTANTIATE_TEST_SUITE_P(
    Lost, RefusedSession,
    testing::Values(
        Refusal{"With404", 404, "", ""},
        Refusal{"With404AndAnError", 404, kJsonType,
                R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}})"},
        Refusal{"With404AndAnIdOfTheServers", 404, kJsonType,
                R"({"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Session not found"}})"},
        Refusal{"With400AndAnError", 400, kJsonType,
                R"({"jsonrpc":"2.0","error":{"code":-32000,"message":"No valid session ID provided"},"id":null})"},
        Refusal{"With400AndAText", 400, "text/plain", "No valid session"},
        Refusal{"With403", 403, "text/plain", "not your session"}, Refusal{"With409", 409, "", ""},
        Refusal{"With410", 410, "text/plain", "Gone"},
        Refusal{"With422", 422, kJsonType, R"({"detail":"expect initialize request"})"},
        Refusal{"With200AndAnError", 200, kJsonType,
                R"({"jsonrpc":"2.0","error":{"code":-32000,"message":"Server not initialized"},"id":null})"},
        Refusal{"WithAnErrorInAStream", 200, "text/event-stream",
                "data: {\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"no session\"},\"id\":null}\n\n"}),
    [](const testing::TestParamInfo<Refusal>& row) { return row.param.name; });

/// An error response to the very request; ID stands for its id.
std::string error_of(int code) {
  return R"({"jsonrpc":"2.0","id":ID,"error":{"code":)" + std::to_string(code) + R"(,"message":"who?"}})";
}

/// How a server that has lost the session answers a call.
class AnswerOfALostSession : public testing::TestWithParam<Refusal> {
 protected:
  AnswerOfALostSession() {
    fixture_.connect(server_.url());
    begin_session(fixture_, server_);
    server_.forget();
    fixture_.send(kSessionCall);
  }

  static void refuse(const SeenRequest& request, Reply& reply) {
    std::string body = GetParam().body;
    body.replace(body.find("ID"), 2, request.id());
    reply.send(GetParam().status, GetParam().type, body);
  }

  SessionServer server_{refuse};
  TransportFixture fixture_;
};

class AnswerThatDoubtsTheSession : public AnswerOfALostSession {};

TEST_P(AnswerThatDoubtsTheSession, IsTheAnswerAndTheNextCallHasANewSession) {
  EXPECT_THAT(answer_to(fixture_, "2"), HasSubstr("who?"));
  ASSERT_TRUE(fixture_.run_until([&] { return server_.count("notifications/initialized") == 2; }));
  fixture_.send(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"t"}})");
  EXPECT_THAT(answer_to(fixture_, "3"), HasSubstr("\"is_fine\":true"));
  EXPECT_EQ(server_.count("\"tools/call\""), 2) << "an answered call is not sent again";
}

INSTANTIATE_TEST_SUITE_P(Lost, AnswerThatDoubtsTheSession,
                         testing::Values(Refusal{"With400", 400, kJsonType, error_of(-32000)},
                                         Refusal{"With404", 404, kJsonType, error_of(-32001)},
                                         Refusal{"With200", 200, kJsonType, error_of(-32000)},
                                         Refusal{"With200LastOfServers", 200, kJsonType, error_of(-32099)},
                                         Refusal{"With200InvalidRequest", 200, kJsonType, error_of(-32600)},
                                         Refusal{"With200InAStream", 200, "text/event-stream",
                                                 "data: " + error_of(-32000) + "\n\n"}),
                         [](const testing::TestParamInfo<Refusal>& row) { return row.param.name; });

// The code alone does not say that, but the status may: 400 is what a server answers that knows no such session.
TEST(AnswerWithStatus400AboutACall, LeadsToAPingWhoseAnswerKeepsTheSession) {
  SessionServer server([](const SeenRequest& request, Reply& reply) {
    std::string body = error_of(-32602);
    body.replace(body.find("ID"), 2, request.id());
    reply.send(400, kJsonType, body);
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("who?"));
  ASSERT_TRUE(fixture.run_until([&] { return server.count("\"ping\"") == 1; }));
  fixture.wait_briefly();
  EXPECT_EQ(server.count("\"initialize\""), 1);
}

class AnswerOfACall : public AnswerOfALostSession {};

TEST_P(AnswerOfACall, AsksForNoSession) {
  EXPECT_THAT(answer_to(fixture_, "2"), HasSubstr("who?"));
  fixture_.wait_briefly();
  EXPECT_EQ(server_.count("\"ping\""), 0);
  EXPECT_EQ(server_.count("\"initialize\""), 1);
}

// An error whose code has one meaning, about the call, with the status of a success.
INSTANTIATE_TEST_SUITE_P(Lost, AnswerOfACall,
                         testing::Values(Refusal{"InvalidParams", 200, kJsonType, error_of(-32602)},
                                         Refusal{"InternalError", 200, kJsonType, error_of(-32603)},
                                         Refusal{"MethodNotFound", 200, kJsonType, error_of(-32601)},
                                         Refusal{"CodeOfAnApplication", 200, kJsonType, error_of(7)}),
                         [](const testing::TestParamInfo<Refusal>& row) { return row.param.name; });

TEST(LostSession, IsToldWhatTheOldOneHadBeenTold) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(R"({"jsonrpc":"2.0","id":5,"method":"logging/setLevel","params":{"level":"info"}})");
  fixture.send(R"({"jsonrpc":"2.0","id":6,"method":"resources/subscribe","params":{"uri":"file:///a"}})");
  fixture.send(R"({"jsonrpc":"2.0","id":7,"method":"resources/subscribe","params":{"uri":"file:///b"}})");
  for (const char* id : {"5", "6", "7"}) ASSERT_FALSE(answer_to(fixture, id).empty());
  fixture.send(R"({"jsonrpc":"2.0","id":8,"method":"resources/unsubscribe","params":{"uri":"file:///b"}})");
  ASSERT_FALSE(answer_to(fixture, "8").empty());
  server.forget();
  fixture.send(kSessionCall);
  ASSERT_FALSE(answer_to(fixture, "2").empty());
  EXPECT_TRUE(fixture.run_until([&] { return server.count("file:///a") == 2; }));
  EXPECT_EQ(server.count("logging/setLevel"), 2);
  EXPECT_EQ(server.count("file:///b"), 2) << "subscribed to and unsubscribed from once";
  EXPECT_THAT(fixture.observer.messages,
              testing::Contains(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"))
      << "the lists may have changed meanwhile";
}

std::string subscription(int id, const std::string& uri) {
  return "{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(id) + R"(,"method":"resources/subscribe","params":{"uri":")" +
         uri + "\"}}";
}

TEST(LostSession, IsNotToldOfWhatTheServerHadRefused) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.answer = [](const SeenRequest& request, Reply& reply) {
    if (!request.has("file:///no")) return reply.result(request, "{}");
    reply.json(R"({"jsonrpc":"2.0","id":)" + request.id() + R"(,"error":{"code":-32602,"message":"no"}})");
  };
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(subscription(5, "file:///no"));
  fixture.send(subscription(6, "file:///z"));
  for (const char* id : {"5", "6"}) ASSERT_FALSE(answer_to(fixture, id).empty());
  server.forget();
  fixture.send(kSessionCall);
  ASSERT_FALSE(answer_to(fixture, "2").empty());
  EXPECT_TRUE(fixture.run_until([&] { return server.count("file:///z") == 2; }));
  EXPECT_EQ(server.count("file:///no"), 1);
}

TEST(LostSession, HoldsNoCallUntilTheServerHasAnsweredWhatItIsTold) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.answer = [](const SeenRequest& request, Reply& reply) {
    const bool is_told_again = request.has("resources/subscribe") && request.header("mcp-session-id") == "s-2";
    if (!is_told_again) return reply.result(request, "{\"is_fine\":true}");
    EXPECT_TRUE(reply.wait_for_end());
    reply.close();
  };
  TransportFixture fixture;
  fixture.host.changeable_limits.call = std::chrono::milliseconds(1000);
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(subscription(5, "file:///a"));
  fixture.send(subscription(6, "file:///b"));
  for (const char* id : {"5", "6"}) ASSERT_FALSE(answer_to(fixture, id).empty());
  server.forget();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("\"is_fine\":true"));
  EXPECT_FALSE(fixture.has_logged("has not set in time")) << "the call has waited";
  EXPECT_TRUE(fixture.run_until([&] { return fixture.has_logged("has not set in time"); }));
}

TEST(LostSession, LeavesCallsThatAreUnderWayAlone) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  std::atomic<bool> may_answer = false;
  server.answer = [&](const SeenRequest& request, Reply& reply) {
    if (request.has("\"slow\"")) {
      while (!may_answer) std::this_thread::yield();
    }
    reply.result(request, request.has("\"slow\"") ? "{\"is_slow\":true}" : "{\"is_fine\":true}");
  };
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"slow"}})");
  ASSERT_TRUE(fixture.run_until([&] { return server.count("\"slow\"") == 1; }));
  server.forget();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("\"is_fine\":true"));
  may_answer = true;
  EXPECT_THAT(answer_to(fixture, "9"), HasSubstr("\"is_slow\":true"));
  EXPECT_EQ(server.count("\"slow\""), 1);
}

TEST(LostSession, ThatCannotBeBegunAnewIsToldWithBothReasonsAndTriedAgain) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "text/plain", "no such session"); });
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  server.refuses_initialize = true;
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"),
              testing::AllOf(HasSubstr("does not know the session any more: it answered HTTP 404"),
                             HasSubstr("no such session"), HasSubstr("the request was not carried out"),
                             HasSubstr("a new session could not be begun"), HasSubstr("not today")));
  server.refuses_initialize = false;
  fixture.send(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"t"}})");
  EXPECT_THAT(answer_to(fixture, "3"), HasSubstr("\"is_fine\":true"));
}

TEST(LostSession, AtAnotherVersionOfTheServerEndsTheConnection) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  server.server_info = R"({"name":"s","version":"2"})";
  fixture.send(kSessionCall);
  EXPECT_THAT(fixture.close_reason(), HasSubstr("has ended the session, and has another version"));
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("the request was not carried out"));
}

TEST(LostSession, DoesNotRepeatACallThatTheServerFailedIn) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(500, "text/plain", "oops"); });
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), testing::AllOf(HasSubstr("HTTP 500"), HasSubstr("is not known")));
  EXPECT_EQ(server.count("\"tools/call\""), 1);
  EXPECT_EQ(server.count("\"initialize\""), 2);
}

TEST(LostSession, SendsACallOnceMoreAndNotTwice) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.answer = [](const SeenRequest&, Reply& reply) { reply.send(404, "text/plain", "no such thing"); };
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("no such thing"));
  EXPECT_EQ(server.count("\"tools/call\""), 2);
  EXPECT_EQ(server.count("\"initialize\""), 2);
}

/// What a server that knows the session answers to a call ends nothing.
class RefusedCall : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedCall, EndsNoSession) {
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.answer = [](const SeenRequest& request, Reply& reply) {
    if (request.has("\"other\"")) return reply.result(request, "{\"is_fine\":true}");
    reply.send(GetParam().status, GetParam().type, GetParam().body);
  };
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("the reason"));
  fixture.send(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"other"}})");
  EXPECT_THAT(answer_to(fixture, "3"), HasSubstr("\"is_fine\":true"));
  EXPECT_EQ(server.count("\"initialize\""), 1);
  EXPECT_EQ(server.count("\"params\":{\"name\":\"t\"}"), 1);
}

INSTANTIATE_TEST_SUITE_P(
    Known, RefusedCall,
    testing::Values(Refusal{"With404AndItsAnswer", 404, kJsonType,
                            R"({"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"the reason"}})"},
                    Refusal{"With400AndItsAnswer", 400, kJsonType,
                            R"({"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"the reason"}})"},
                    Refusal{"With200AndItsAnswer", 200, kJsonType,
                            R"({"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"the reason"}})"},
                    Refusal{"With404AndItsResult", 404, kJsonType,
                            R"({"jsonrpc":"2.0","id":2,"result":{"content":"the reason","isError":true}})"},
                    Refusal{"With400", 400, "text/plain", "the reason"},
                    Refusal{"With422", 422, "text/plain", "the reason"},
                    Refusal{"With429", 429, "text/plain", "the reason"},
                    Refusal{"With500", 500, "text/plain", "the reason"},
                    Refusal{"With503", 503, "text/plain", "the reason"},
                    Refusal{"With200AndAText", 200, "text/plain", "the reason"}),
    [](const testing::TestParamInfo<Refusal>& row) { return row.param.name; });

TEST(KnownSession, StaysIfANotificationIsRefused) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.has("notifications/")) return reply.send(404, "text/plain", "what?");
    if (!answer_initialization(request, reply, "s-1")) reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.initialize();
  fixture.send(kSessionCall);
  ASSERT_THAT(answer_to(fixture, "2"), HasSubstr("\"result\""));
  int begun = 0;
  for (const SeenRequest& seen : server.requests()) begun += seen.has("\"initialize\"") ? 1 : 0;
  EXPECT_EQ(begun, 1);
}

}  // namespace
}  // namespace workbench::test
