// Arguments and results pass unchanged to the byte; invalid messages do not pass.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class PassThrough : public testing::Test {
 protected:
  PassThrough() : client_(dev_toolbox(fake_server("s"))) {
    client_.initialize();
    client_.open("dev");
  }

  WorkbenchClient client_;
};

class UnusualJson : public PassThrough, public testing::WithParamInterface<std::string> {};
INSTANTIATE_TEST_SUITE_P(
    PassThrough, UnusualJson,
    testing::Values(R"({"n":1.0})", R"({"n":[1e2,1E+2,-0,-0.0,1.10,1e400,123456789012345678901234]})",
                    R"({"z":1,"a":2,"m":3})", R"({"twice":1,"twice":2})",
                    R"({"s":"\u00e9\/\ud83d\ude00\u0000 é 😀 \"\\"})",
                    R"({ "blanks" : [ 1 ,	2 ] , "nested":{"deep":[[[[{}]]]]} })",
                    R"({"":"","tool":{"toolbox":"other"},"arguments":null,"_meta":{"progressToken":1}})"));

TEST_P(UnusualJson, InArgumentsReachesTheServerToTheByte) {
  EXPECT_EQ(member(client_.use("dev", "s", "echo", GetParam()), "echo"), GetParam());
}

TEST_P(UnusualJson, InAResultReachesTheClientToTheByte) {
  const std::string result = R"({ "content":[ ],"later":)" + GetParam() + "}";
  EXPECT_EQ(client_.use("dev", "s", "raw_result", "{\"result\":" + result + "}"), result);
}

TEST_F(PassThrough, HalfOfASurrogatePairReachesTheServerAsItIsAndTheClientAsACharacter) {
  EXPECT_EQ(
      client_.use("dev", "s", "raw_result", R"({"result":{"content":[],"cut":"a \ud83d","pair":"\ud83d\ude00"}})"),
      R"({"content":[],"cut":"a \ufffd","pair":"\ud83d\ude00"})");
}

TEST_F(PassThrough, AResultThatIsNotValidIsMadeValid) {
  EXPECT_EQ(client_.use("dev", "s", "raw_result", R"({"result":{"content":["a",null],"isError":null}})"),
            R"({"content":[{"type":"text","text":"a"}]})");
}

TEST_F(PassThrough, ToolErrorsReachTheClientToTheByte) {
  const std::string result =
      R"({"content":[{"type":"text","text":"no"}],"isError":true,"structuredContent":{"why":1.0}})";
  EXPECT_EQ(client_.use("dev", "s", "raw_result", "{\"result\":" + result + "}"), result);
}

TEST_F(PassThrough, ClientMetaReachesTheServerWithoutWhatBelongsToTheSession) {
  client_.request("tools/call",
                  use_tool_params("dev", "s", "echo", "{}",
                                  R"("_meta":{"com.example/trace":1.0,"io.modelcontextprotocol/logLevel":"debug"})"));
  EXPECT_THAT(member(client_.use("dev", "s", "last_call_params"), "params._meta"),
              AllOf(HasSubstr(R"({"com.example/trace":1.0,"progressToken":)"), Not(HasSubstr("logLevel"))));
}

TEST_F(PassThrough, ProgressIsAskedForAndNotReportedIfTheClientGaveNoToken) {
  client_.use("dev", "s", "progress", R"({"count":3})");
  EXPECT_NE(member(client_.use("dev", "s", "last_call_params"), "params._meta.progressToken"), "");
  EXPECT_THAT(client_.notifications(), IsEmpty());
}

class ProgressToken : public PassThrough, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Progress, ProgressToken, testing::Values("7", "\"7\"", "\"\\u0061 token\"", "1.0"));

TEST_P(ProgressToken, IsReturnedToTheByteBeforeTheResponse) {
  const std::string token = GetParam();
  client_.request("tools/call", use_tool_params("dev", "s", "progress", R"({"count":3})",
                                                R"("_meta":{"progressToken":)" + token + "}"));
  ASSERT_EQ(client_.notifications().size(), 3U);
  EXPECT_THAT(client_.notifications(), Each(AllOf(HasSubstr(R"("method":"notifications/progress")"),
                                                  HasSubstr(R"("progressToken":)" + token + ","))));
  EXPECT_EQ(member(client_.notifications().front(), "params.progress"), "1.0");
}

TEST_F(PassThrough, ServersGetAProgressTokenOfTheWorkbench) {
  client_.request("tools/call",
                  use_tool_params("dev", "s", "echo", "{}", R"("_meta":{"progressToken":"of the client"})"));
  EXPECT_EQ(client_.use("dev", "s", "last_call_params").find("of the client"), std::string::npos);
}

TEST_F(PassThrough, ResultsOfConcurrentCallsReachTheirCalls) {
  constexpr int kCalls = 300;
  std::vector<int> ids;
  for (int index = 0; index < kCalls; ++index) {
    const std::string arguments = "{\"n\":" + std::to_string(index) + ",\"ms\":" + std::to_string(index % 7) + "}";
    ids.push_back(
        client_.send("tools/call", use_tool_params("dev", "s", index % 3 == 0 ? "sleep" : "echo", arguments)));
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

TEST_F(PassThrough, AResponseThatIsNotJsonFailsItsCallAlone) {
  const int waiting = client_.send("tools/call", use_tool_params("dev", "s", "sleep", R"({"ms":50})"));
  EXPECT_THAT(client_.use_text("dev", "s", "bad_json"),
              StartsWith("[dev/s/bad_json] Error: the answer could not be read: "));
  EXPECT_EQ(member(client_.answer_to(waiting), "result.isError"), "");
}

TEST_F(PassThrough, BytesThatAreNotUtf8ReachTheClientAsReplacementCharacters) {
  EXPECT_EQ(client_.use_text("dev", "s", "bad_utf8"), "\uFFFD\uFFFD\uFFFD");
}

TEST_F(PassThrough, ASecondResponseIsDropped) {
  client_.use("dev", "s", "two_answers");
  EXPECT_EQ(member(client_.use("dev", "s", "echo", R"({"n":2})"), "echo"), R"({"n":2})");
  EXPECT_TRUE(client_.notifications().empty());
}

TEST_F(PassThrough, ResponsesToUnknownIdsAreDropped) {
  client_.use("dev", "s", "answer_unknown_id");
  EXPECT_EQ(member(client_.use("dev", "s", "echo", R"({"n":3})"), "echo"), R"({"n":3})");
}

TEST_F(PassThrough, ARequestThatIsNotUtf8DoesNotReachTheServer) {
  client_.use("dev", "s", "echo", R"({"before":1})");
  client_.send_raw(R"({"jsonrpc":"2.0","id":"bad","method":"tools/call","params":)" +
                   use_tool_params("dev", "s", "echo", "{\"x\":\"\xC3\x28\"}") + "}");
  EXPECT_THAT(client_.next_line(), HasSubstr(R"("id":"bad","error":{"code":-32700)"));
  EXPECT_EQ(member(client_.use("dev", "s", "last_call_params"), "params.arguments"), R"({"before":1})");
}

TEST(ServerOutput, ThatIsNotAMessageIsSkipped) {
  WorkbenchClient client(dev_toolbox(fake_server("s", {"--garbage-before-answers"})));
  client.initialize();
  client.open("dev");
  EXPECT_EQ(member(client.use("dev", "s", "echo", R"({"n":1})"), "echo"), R"({"n":1})");
}

TEST(ServerInitialization, DeclaresTheCapabilitiesOfTheClientAlone) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  const std::string params = member(client.use("dev", "s", "initialize_params"), "params");
  EXPECT_EQ(member(params, "capabilities"), "{}");
  EXPECT_EQ(member(params, "protocolVersion"), R"("2025-11-25")");
  EXPECT_EQ(member(params, "clientInfo.name"), R"("mcp-workbench")");
}

}  // namespace
