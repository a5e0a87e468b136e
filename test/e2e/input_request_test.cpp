// What a server asks the client's user in the middle of a call, and what becomes of the question.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kForms = R"({"elicitation":{}})";
constexpr const char* kUrls = R"({"elicitation":{"url":{}}})";

constexpr const char* kSendsToAUrl =
    R"({"code":-32042,"message":"Not signed in","data":{"elicitations":[{"mode":"url","elicitationId":"e1",)"
    R"("url":"https://example.com/in","message":"Sign in"}]}})";

class AQuestion : public testing::Test {
 protected:
  void begin(std::string_view revision, std::string_view capabilities) {
    client.initialize(revision, capabilities);
    client.open("dev");
  }

  WorkbenchClient client{toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s") + "}}")};
};

TEST_F(AQuestion, ThatTheServerTakesBackIsTakenBackFromTheClient) {
  begin("2025-11-25", kForms);
  EXPECT_EQ(client.use_text("dev", "s", "cancel_elicitation"), "cancelled");
  ASSERT_EQ(client.notifications().size(), 2U);
  const std::string& input_request = client.notifications()[0];
  EXPECT_EQ(member(input_request, "method"), "\"elicitation/create\"");
  EXPECT_EQ(client.notifications()[1], R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
                                           member(input_request, "id") + "}}");
}

TEST_F(AQuestion, IsTakenBackFromTheClientThatCancelsTheCall) {
  begin("2025-11-25", kForms);
  const int call = client.send(
      "tools/call", R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"elicit"}}})");
  const std::string input_request = client.next_line();
  EXPECT_EQ(member(input_request, "method"), "\"elicitation/create\"");
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(call) + "}");
  EXPECT_EQ(client.next_line(), R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
                                    member(input_request, "id") + "}}");
  EXPECT_EQ(client.use_text("dev", "s", "cancel_count"), "1");
}

TEST_F(AQuestion, ThatWasAnsweredAtItsUrlIsToldToBeComplete) {
  begin("2025-11-25", kUrls);
  client.use("dev", "s", "complete_elicitation");
  EXPECT_THAT(client.notifications(), ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete",)"
                                                  R"("params":{"elicitationId":"e1"}})"));
}

TEST_F(AQuestion, ThatWasAnsweredAtItsUrlIsNothingToAnOlderRevision) {
  begin("2025-06-18", kForms);
  client.use("dev", "s", "complete_elicitation");
  EXPECT_THAT(client.notifications(), ElementsAre());
}

/// Members of the `_meta` of a modern request.
std::string modern(const std::string& capabilities) {
  return R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},)"
         R"("io.modelcontextprotocol/clientCapabilities":)" +
         capabilities + "}";
}

TEST(AQuestionOfAnotherWorkbenchsServer, ComesThroughBothAndItsAnswerGoesBack) {
  const test_support::TemporaryFolder folder;
  const auto inner = folder.write(
      "inner.json", R"({"toolMode":"flat",)" +
                        toolboxes_file(R"("d":{"description":"d","mcpServers":{)" + fake_server("s") + "}}").substr(1));
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"d","mcpServers":{"inner":{"command":")" +
                                        std::string(WORKBENCH_PROGRAM) + R"(","args":["--config",")" + inner.string() +
                                        "\"]}}}"));
  const std::string use =
      R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"inner","tool":"elicit"}},)" + modern(kForms);
  const std::string asked = client.request("tools/call", use + "}");
  const std::string state = member(asked, "requestState");
  ASSERT_THAT(asked, HasSubstr(R"("inputRequests":{"q1":{"method":"elicitation/create")"));
  const std::string answered = client.request(
      "tools/call", use + R"(,"inputResponses":{"q1":{"action":"decline"}},"requestState":)" + state + "}");
  EXPECT_EQ(first_text(answered), R"({"action":"decline"})");
}

class AnErrorThatSendsToAUrl : public AQuestion {
 protected:
  [[nodiscard]] static std::string use() {
    return std::string(R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"jsonrpc_error"},)"
                       R"("arguments":)") +
           kSendsToAUrl + "}";
  }

  std::string use_stateless(const std::string& capabilities) {
    return client.request("tools/call", "{" + use() + "," + modern(capabilities) + "}");
  }
};

TEST_F(AnErrorThatSendsToAUrl, ReachesAClientThatCanSendItsUserThere) {
  begin("2025-11-25", kUrls);
  EXPECT_EQ(client.request("tools/call", "{" + use() + "}"), std::string("error: ") + kSendsToAUrl);
}

TEST_F(AnErrorThatSendsToAUrl, TellsEveryoneElseWhereToGo) {
  begin("2025-06-18", kForms);
  const std::string result = client.request("tools/call", "{" + use() + "}");
  EXPECT_EQ(first_text(result),
            "[dev/s/jsonrpc_error] Error: Not signed in; visit https://example.com/in first (Sign in)");
  EXPECT_EQ(member(result, "isError"), "true");
}

TEST_F(AnErrorThatSendsToAUrl, IsAQuestionToAClientOfTheStatelessEra) {
  EXPECT_THAT(use_stateless(kUrls),
              HasSubstr(R"("inputRequests":{"u1":{"method":"elicitation/create","params":)"
                        R"({"mode":"url","message":"Sign in","url":"https://example.com/in"}}})"));
  EXPECT_THAT(use_stateless(kForms), StartsWith(R"(error: {"code":-32021,"message":"Not signed in")"));
}

}  // namespace
