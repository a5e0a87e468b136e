// What the answer to the ping shows of a session that is in doubt.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "session_server.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

class AnswerToThePing : public testing::TestWithParam<Refusal> {
 protected:
  /// Sends a call that the first session refuses like this, while it answers pings with the parameter, in which ID is
  /// the id of the request. Returns the answer.
  std::string call(int refused_with) {
    server_.ping = [](const SeenRequest& request, Reply& reply) {
      std::string body = GetParam().body;
      if (const std::size_t at = body.find("ID"); at != std::string::npos) body.replace(at, 2, request.id());
      std::vector<std::string> headers;
      if (GetParam().status == 401) headers.emplace_back("WWW-Authenticate: Bearer");
      reply.send(GetParam().status, GetParam().type, body, headers);
    };
    server_.answer = [refused_with](const SeenRequest& request, Reply& reply) {
      if (request.header("mcp-session-id") == "s-1") return reply.send(refused_with, "text/plain", "the reason");
      reply.result(request, "{\"is_fine\":true}");
    };
    fixture_.connect(server_.url());
    fixture_.initialize();
    fixture_.send(kSessionCall);
    return answer_to(fixture_, "2");
  }

  SessionServer server_{[](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); }};
  TransportFixture fixture_;
};

class AnswerThatShowsTheSession : public AnswerToThePing {};

TEST_P(AnswerThatShowsTheSession, KeepsIt) {
  EXPECT_THAT(call(409), HasSubstr("the reason"));
  EXPECT_EQ(server_.count("\"ping\""), 1);
  EXPECT_EQ(server_.count("\"initialize\""), 1);
}

std::string error_of_ping(const std::string& id, int code) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":)" + std::to_string(code) + R"(,"message":"m"}})";
}

INSTANTIATE_TEST_SUITE_P(Known, AnswerThatShowsTheSession,
                         testing::Values(Refusal{"NoSuchMethod", 200, kJsonType, error_of_ping("ID", -32601)},
                                         Refusal{"NoSuchMethodWith404", 404, kJsonType, error_of_ping("ID", -32601)},
                                         Refusal{"InvalidParams", 200, kJsonType, error_of_ping("ID", -32602)},
                                         Refusal{"InternalError", 200, kJsonType, error_of_ping("ID", -32603)},
                                         Refusal{"InternalErrorWith500", 500, kJsonType, error_of_ping("ID", -32603)},
                                         Refusal{"AnErrorOfItsOwn", 200, kJsonType, error_of_ping("ID", 17)},
                                         Refusal{"Accepted", 202, "", ""}, Refusal{"AText", 200, "text/plain", "pong"},
                                         Refusal{"AStreamWithoutAnAnswer", 200, "text/event-stream", ": nothing\n\n"},
                                         Refusal{"AFailure", 500, "text/plain", "oops"}, Refusal{"NotNow", 503, "", ""},
                                         Refusal{"TooManyRequests", 429, "", ""}, Refusal{"AChallenge", 401, "", ""}),
                         [](const testing::TestParamInfo<Refusal>& row) { return row.param.name; });

class AnswerThatShowsNoSession : public AnswerToThePing {};

TEST_P(AnswerThatShowsNoSession, LeadsToANewOne) {
  EXPECT_THAT(call(409), HasSubstr("\"is_fine\":true"));
  EXPECT_EQ(server_.count("\"initialize\""), 2);
}

INSTANTIATE_TEST_SUITE_P(
    Lost, AnswerThatShowsNoSession,
    testing::Values(Refusal{"AText", 400, "text/plain", "no"}, Refusal{"NotFound", 404, "", ""},
                    Refusal{"Forbidden", 403, "", ""},
                    Refusal{"AnErrorOfTheServer", 200, kJsonType, error_of_ping("ID", -32001)},
                    Refusal{"AnErrorOfTheServerWith404", 404, kJsonType, error_of_ping("ID", -32001)},
                    Refusal{"AnErrorThatNamesNoRequest", 200, kJsonType, error_of_ping("null", -32000)},
                    Refusal{"AnErrorWithAnIdOfTheServers", 200, kJsonType, error_of_ping("\"server-error\"", -32600)},
                    Refusal{"AnErrorInAStream", 200, "text/event-stream",
                            "data: " + error_of_ping("null", -32000) + "\n\n"}),
    [](const testing::TestParamInfo<Refusal>& row) { return row.param.name; });

}  // namespace
}  // namespace workbench::test
