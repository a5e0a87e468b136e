#include "session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace workbench::demo {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string initialize(std::string_view version) {
  return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" + std::string(version) +
         R"(","capabilities":{},"clientInfo":{"name":"test","version":"1"}}})";
}

class DemoSession : public testing::Test {
 protected:
  std::string ask(std::string line) { return session_.answer(std::move(line)); }
  void begin(std::string_view version) { ASSERT_THAT(ask(initialize(version)), HasSubstr("result")); }

  std::ostringstream log_;
  Session session_{log_};
};

TEST_F(DemoSession, AnswersInTheRequestedRevision) {
  EXPECT_THAT(ask(initialize("2024-11-05")), HasSubstr(R"("protocolVersion":"2024-11-05")"));
}

TEST_F(DemoSession, AnswersAnUnknownRevisionWithTheLatest) {
  EXPECT_THAT(ask(initialize("2026-07-28")), HasSubstr(R"("protocolVersion":"2025-11-25")"));
}

TEST_F(DemoSession, AnswersPingBeforeAnythingElse) {
  EXPECT_EQ(ask(R"({"jsonrpc":"2.0","id":"p","method":"ping"})"), R"({"jsonrpc":"2.0","id":"p","result":{}})");
}

TEST_F(DemoSession, RefusesASecondInitialize) {
  begin("2025-11-25");
  EXPECT_THAT(ask(initialize("2025-11-25")), HasSubstr("-32600"));
}

TEST_F(DemoSession, RefusesRequestsBeforeInitialize) {
  EXPECT_THAT(ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"), HasSubstr("Send 'initialize' before"));
}

TEST_F(DemoSession, RefusesUnknownMethods) {
  EXPECT_THAT(ask(R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}})"), HasSubstr("-32601"));
}

TEST_F(DemoSession, AnswersNoNotificationAndNoBlankLine) {
  EXPECT_EQ(ask(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), "");
  EXPECT_EQ(ask(R"({"jsonrpc":"2.0","method":"tools/list"})"), "");
  EXPECT_EQ(ask("\r"), "");
}

TEST_F(DemoSession, ListsDefinitionsWithTheMembersOfTheLatestRevision) {
  begin("2025-11-25");
  EXPECT_THAT(ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"),
              AllOf(HasSubstr(R"("name":"add","title":"Add numbers")"), HasSubstr(R"("outputSchema":)"),
                    HasSubstr(R"("annotations":{"readOnlyHint":true)")));
}

TEST_F(DemoSession, LeavesOutMembersThatAnOlderRevisionDoesNotHave) {
  begin("2024-11-05");
  EXPECT_THAT(ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"),
              AllOf(HasSubstr(R"("name":"add","description")"), Not(HasSubstr("outputSchema")),
                    Not(HasSubstr("\"annotations\""))));
}

TEST_F(DemoSession, RefusesEveryCursor) {
  begin("2025-11-25");
  EXPECT_THAT(ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}})"), HasSubstr("-32602"));
}

TEST_F(DemoSession, AnswersWithStructuredContentAndTheSameAsText) {
  begin("2025-06-18");
  EXPECT_EQ(
      ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"numbers":[1,2.5]}}})"),
      R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"sum\":3.5,\"count\":2}"}],)"
      R"("structuredContent":{"sum":3.5,"count":2}}})");
}

TEST_F(DemoSession, AnswersWithTextAloneBeforeStructuredContent) {
  begin("2025-03-26");
  EXPECT_THAT(
      ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"numbers":[1]}}})"),
      Not(HasSubstr("structuredContent")));
}

TEST_F(DemoSession, ReportsWrongArgumentsToTheModel) {
  begin("2025-11-25");
  EXPECT_THAT(
      ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"numbers":7}}})"),
      AllOf(HasSubstr("must be an array of numbers, not a number"), HasSubstr(R"("isError":true)")));
}

TEST_F(DemoSession, RefusesAnUnknownTool) {
  begin("2025-11-25");
  EXPECT_THAT(ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"subtract"}})"),
              AllOf(HasSubstr("-32602"), HasSubstr("Unknown tool: subtract")));
}

TEST_F(DemoSession, RefusesMalformedCalls) {
  begin("2025-11-25");
  EXPECT_THAT(ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})"), HasSubstr("-32602"));
  EXPECT_THAT(ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":[]}})"),
              HasSubstr("'arguments' must be an object"));
  EXPECT_THAT(ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","name":"add"}})"),
              HasSubstr("only once"));
}

TEST_F(DemoSession, LogsUnreadableInputWhereAnErrorMustHaveAnId) {
  begin("2025-06-18");
  EXPECT_EQ(ask("hello"), "");
  EXPECT_THAT(log_.str(), HasSubstr("cannot read a message"));
}

TEST_F(DemoSession, AnswersUnreadableInputWhereAnErrorMayHaveNoId) {
  begin("2025-11-25");
  EXPECT_THAT(ask("hello"), AllOf(HasSubstr("-32700"), Not(HasSubstr("\"id\""))));
}

TEST_F(DemoSession, AnswersABatchInTheRevisionThatHasBatches) {
  begin("2025-03-26");
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  const std::string note = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
  EXPECT_EQ(ask("[" + ping + "," + note + "]"), R"([{"jsonrpc":"2.0","id":1,"result":{}}])");
  EXPECT_EQ(ask("[" + note + "]"), "");
}

TEST_F(DemoSession, RefusesABatchInOtherRevisions) {
  begin("2025-11-25");
  EXPECT_THAT(ask(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])"), HasSubstr("-32600"));
}

}  // namespace
}  // namespace workbench::demo
