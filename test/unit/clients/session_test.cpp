// A client session over a connection in memory, with a meta-tool that keeps its calls: what e2e tests cannot time.

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;

TEST_F(SessionTest, AnswersACallWhenItsToolAnswers) {
  call_keeper("5");
  EXPECT_TRUE(received_.messages.empty());
  backend_.keeper.calls.at(0).result(ToolResult::text("done"));
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(received_.messages[0], R"({"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"done"}]}})");
}

TEST_F(SessionTest, AnswersACallThatIsDroppedWithAnInternalError) {
  call_keeper("5");
  backend_.keeper.calls.clear();
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(received_.messages[0], HasSubstr(R"("id":5,"error":{"code":-32603)"));
}

TEST_F(SessionTest, ReportsACancellationToTheToolAndDropsItsAnswer) {
  call_keeper("5");
  std::string reason;
  backend_.keeper.calls.at(0).caller().on_cancel([&](const Json& given) { reason = given.text(); });
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"never mind"}})");
  EXPECT_EQ(reason, R"("never mind")");
  backend_.keeper.calls.at(0).result(ToolResult::text("too late"));
  run_until_idle();
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(SessionTest, ACancellationMeansTheIdOfItsTypeAlone) {
  call_keeper("5");
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"5"}})");
  backend_.keeper.calls.at(0).result(ToolResult::text("done"));
  run_until_idle();
  EXPECT_EQ(received_.messages.size(), 1U);
}

TEST_F(SessionTest, TwoCallsOfOneIdGetTwoAnswers) {
  call_keeper("5");
  call_keeper("5");
  backend_.keeper.calls.at(1).result(ToolResult::text("second"));
  backend_.keeper.calls.at(0).result(ToolResult::text("first"));
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 2U);
  EXPECT_THAT(received_.messages[0], HasSubstr("second"));
  EXPECT_THAT(received_.messages[1], HasSubstr("first"));
}

TEST_F(SessionTest, RefusesCallsBeyondTheLimitAndKeepsTheOthers) {
  host_.changeable_limits.calls_in_flight = 1;
  call_keeper("1");
  call_keeper("2");
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(received_.messages[0], HasSubstr(R"("id":2,"error":{"code":-32603,"message":"Too many calls at once)"));
  EXPECT_EQ(backend_.keeper.calls.size(), 1U);
}

TEST_F(SessionTest, PausesTheServersWhileTheClientDoesNotReadAndResumesThem) {
  host_.changeable_limits.client_backlog_bytes = 1000;
  client_->pause_reading(true);
  call_keeper("1");
  backend_.keeper.calls.at(0).result(ToolResult::text(std::string(2000, 'x')));
  run_until_idle();
  EXPECT_EQ(backend_.pauses, std::vector<bool>{true});
  client_->pause_reading(false);
  run_until_idle();
  EXPECT_EQ(backend_.pauses, (std::vector<bool>{true, false}));
}

TEST_F(SessionTest, CancelsWhatIsRunningWhenTheClientIsGone) {
  call_keeper("1");
  bool is_cancelled = false;
  backend_.keeper.calls.at(0).caller().on_cancel([&](const Json&) { is_cancelled = true; });
  client_.reset();
  run_until_idle();
  EXPECT_TRUE(is_cancelled);
  EXPECT_EQ(observer_.gone, 1);
}

TEST_F(SessionTest, ReportsProgressOnlyToAClientThatAskedForIt) {
  call_keeper("1");
  EXPECT_FALSE(backend_.keeper.calls.at(0).caller().wants_progress());
  backend_.keeper.calls.at(0).caller().report_progress({1, {}, {}});
  send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"keep","_meta":{"progressToken":"t"}}})");
  backend_.keeper.calls.at(1).caller().report_progress({1.5, 3, "half"});
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(
      received_.messages[0],
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1.5,"total":3,"message":"half"}})");
}

}  // namespace
