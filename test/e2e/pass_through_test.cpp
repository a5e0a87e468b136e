// Arguments and results cross unchanged to the byte, and what is no valid message crosses not at all.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::HasSubstr;
using testing::StartsWith;

class PassThrough : public testing::Test {
 protected:
  PassThrough() : client_(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s") + "}}")) {
    client_.initialize();
    client_.open("dev");
  }

  WorkbenchClient client_;
};

constexpr const char* kPeculiar[] = {
    R"({"n":1.0})",
    R"({"n":[1e2,1E+2,-0,-0.0,1.10,1e400,123456789012345678901234]})",
    R"({"z":1,"a":2,"m":3})",
    R"({"twice":1,"twice":2})",
    R"({"s":"\u00e9\/\ud83d\ude00\u0000\ud800 é 😀 \"\\"})",
    R"({ "blanks" : [ 1 ,	2 ] , "nested":{"deep":[[[[{}]]]]} })",
    R"({"":"","tool":{"toolbox":"other"},"arguments":null,"_meta":{"progressToken":1}})",
};

TEST_F(PassThrough, ArgumentsReachTheServerToTheByte) {
  for (const char* arguments : kPeculiar) {
    EXPECT_EQ(member(client_.use("dev", "s", "echo", arguments), "echo"), arguments);
  }
}

TEST_F(PassThrough, ResultsReachTheClientToTheByte) {
  for (const char* result : kPeculiar) {
    const std::string answer = client_.use("dev", "s", "raw_result", "{\"result\":" + std::string(result) + "}");
    EXPECT_EQ(answer, result);
  }
}

TEST_F(PassThrough, AToolErrorStaysTheToolsOwn) {
  const std::string result =
      R"({"content":[{"type":"text","text":"no"}],"isError":true,"structuredContent":{"why":1.0}})";
  EXPECT_EQ(client_.use("dev", "s", "raw_result", "{\"result\":" + result + "}"), result);
}

TEST_F(PassThrough, MetaOfTheClientTravelsButForWhatBelongsToItsOwnSession) {
  client_.request("tools/call",
                  R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"echo"}},)"
                  R"("_meta":{"com.example/trace":1.0,"io.modelcontextprotocol/logLevel":"debug"}})");
  EXPECT_EQ(member(client_.use("dev", "s", "last_call_params"), "params._meta"), R"({"com.example/trace":1.0})");
}

TEST_F(PassThrough, WithoutAProgressTokenOfTheClientNoneIsInvented) {
  client_.use("dev", "s", "echo");
  EXPECT_EQ(member(client_.use("dev", "s", "last_call_params"), "params"), R"({"name":"echo","arguments":{}})");
}

class ProgressToken : public PassThrough, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Progress, ProgressToken, testing::Values("7", "\"7\"", "\"\\u0061 token\"", "1.0"));

TEST_P(ProgressToken, ComesBackAsItWasSpelledWithEveryReportBeforeTheAnswer) {
  const std::string token = GetParam();
  client_.request("tools/call",
                  R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"progress"},)"
                  R"("arguments":{"count":3}},"_meta":{"progressToken":)" +
                      token + "}}");
  ASSERT_EQ(client_.notifications().size(), 3U);
  for (const std::string& notification : client_.notifications()) {
    EXPECT_EQ(member(notification, "method"), R"("notifications/progress")");
    EXPECT_EQ(member(notification, "params.progressToken"), token);
  }
  EXPECT_EQ(member(client_.notifications().front(), "params.progress"), "1.0");
}

TEST_F(PassThrough, AServersTokenIsOursAndNotTheClients) {
  client_.request("tools/call",
                  R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"echo"}},)"
                  R"("_meta":{"progressToken":"the client's"}})");
  EXPECT_EQ(client_.use("dev", "s", "last_call_params").find("the client's"), std::string::npos);
}

TEST_F(PassThrough, AnswersOfConcurrentCallsAreNeverMixedUp) {
  constexpr int kCalls = 300;
  std::vector<int> ids;
  for (int index = 0; index < kCalls; ++index) {
    const std::string arguments = "{\"n\":" + std::to_string(index) + ",\"ms\":" + std::to_string(index % 7) + "}";
    ids.push_back(client_.send(
        "tools/call", R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":")" +
                          std::string(index % 3 == 0 ? "sleep" : "echo") + R"("},"arguments":)" + arguments + "}}"));
  }
  for (int index = kCalls - 1; index >= 0; --index) {
    const std::string result = member(client_.answer_to(ids[static_cast<std::size_t>(index)]), "result");
    if (index % 3 == 0) {
      EXPECT_EQ(member(result, "isError"), "") << result;
    } else {
      EXPECT_EQ(member(result, "echo.n"), std::to_string(index));
    }
  }
}

TEST_F(PassThrough, AnAnswerThatIsNoJsonIsAnErrorForItsCallAndNobodyElse) {
  const int waiting =
      client_.send("tools/call", R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s",)"
                                 R"("tool":"sleep"},"arguments":{"ms":50}}})");
  EXPECT_THAT(client_.use_text("dev", "s", "bad_json"),
              StartsWith("[dev/s/bad_json] Error: the answer could not be read: "));
  EXPECT_EQ(member(client_.answer_to(waiting), "result.isError"), "");
}

TEST_F(PassThrough, AnAnswerThatIsNoUtf8DoesNotReachTheClient) {
  EXPECT_THAT(client_.use_text("dev", "s", "bad_utf8"),
              StartsWith("[dev/s/bad_utf8] Error: the answer could not be read: "));
}

TEST_F(PassThrough, ASecondAnswerToACallIsDropped) {
  client_.use("dev", "s", "two_answers");
  EXPECT_EQ(member(client_.use("dev", "s", "echo", R"({"n":2})"), "echo"), R"({"n":2})");
  EXPECT_TRUE(client_.notifications().empty());
}

TEST_F(PassThrough, AnswersThatNobodyWaitsForAreDropped) {
  client_.use("dev", "s", "answer_unknown_id");
  EXPECT_EQ(member(client_.use("dev", "s", "echo", R"({"n":3})"), "echo"), R"({"n":3})");
}

TEST_F(PassThrough, ARequestThatIsNoUtf8NeverReachesTheServer) {
  client_.use("dev", "s", "echo", R"({"before":1})");
  client_.send_raw(
      "{\"jsonrpc\":\"2.0\",\"id\":\"bad\",\"method\":\"tools/call\",\"params\":{\"name\":\"use_tool\",\"arguments\":"
      "{\"tool\":{\"toolbox\":\"dev\",\"server\":\"s\",\"tool\":\"echo\"},\"arguments\":{\"x\":\"\xC3\x28\"}}}}");
  EXPECT_THAT(client_.next_line(), HasSubstr(R"("id":"bad","error":{"code":-32700)"));
  EXPECT_EQ(member(client_.use("dev", "s", "last_call_params"), "params.arguments"), R"({"before":1})");
}

TEST(Garbage, BetweenAServersMessagesIsSkipped) {
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" +
                                        fake_server("s", {"--garbage-before-answers"}) + "}}"));
  client.initialize();
  client.open("dev");
  EXPECT_EQ(member(client.use("dev", "s", "echo", R"({"n":1})"), "echo"), R"({"n":1})");
}

TEST(ServerCapabilities, NothingIsPromisedToAServerThatIsNotKept) {
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s") + "}}"));
  client.initialize();
  client.open("dev");
  const std::string params = member(client.use("dev", "s", "initialize_params"), "params");
  EXPECT_EQ(member(params, "capabilities"), "{}");
  EXPECT_EQ(member(params, "protocolVersion"), R"("2025-11-25")");
  EXPECT_EQ(member(params, "clientInfo.name"), R"("mcp-workbench")");
}

}  // namespace
