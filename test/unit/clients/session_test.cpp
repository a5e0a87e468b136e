// A client session over a connection in memory, with a meta-tool that keeps its calls: what e2e tests cannot time.

#include "session_ground.hpp"

namespace {

using namespace session_ground;
using testing::HasSubstr;

TEST_F(ClientSessionTest, AnswersACallWhenItsToolAnswers) {
  call_keeper("5");
  EXPECT_TRUE(heard_.messages.empty());
  offer_.keeper.calls.at(0).reply(ToolResult::text("done"));
  settle();
  ASSERT_EQ(heard_.messages.size(), 1U);
  EXPECT_EQ(heard_.messages[0], R"({"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"done"}]}})");
}

TEST_F(ClientSessionTest, AnswersACallThatIsDroppedWithAnInternalError) {
  call_keeper("5");
  offer_.keeper.calls.clear();
  settle();
  ASSERT_EQ(heard_.messages.size(), 1U);
  EXPECT_THAT(heard_.messages[0], HasSubstr(R"("id":5,"error":{"code":-32603)"));
}

TEST_F(ClientSessionTest, TellsWhoWorksOnACallThatItIsCancelledAndDropsTheAnswer) {
  call_keeper("5");
  std::string reason;
  offer_.keeper.calls.at(0).caller().on_cancel([&](const Json& given) { reason = given.text(); });
  say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"never mind"}})");
  EXPECT_EQ(reason, R"("never mind")");
  offer_.keeper.calls.at(0).reply(ToolResult::text("too late"));
  settle();
  EXPECT_TRUE(heard_.messages.empty());
}

TEST_F(ClientSessionTest, ACancellationMeansTheIdOfItsTypeAlone) {
  call_keeper("5");
  say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"5"}})");
  offer_.keeper.calls.at(0).reply(ToolResult::text("done"));
  settle();
  EXPECT_EQ(heard_.messages.size(), 1U);
}

TEST_F(ClientSessionTest, TwoCallsOfOneIdGetTwoAnswers) {
  call_keeper("5");
  call_keeper("5");
  offer_.keeper.calls.at(1).reply(ToolResult::text("second"));
  offer_.keeper.calls.at(0).reply(ToolResult::text("first"));
  settle();
  ASSERT_EQ(heard_.messages.size(), 2U);
  EXPECT_THAT(heard_.messages[0], HasSubstr("second"));
  EXPECT_THAT(heard_.messages[1], HasSubstr("first"));
}

TEST_F(ClientSessionTest, RefusesCallsBeyondTheLimitAndKeepsTheOthers) {
  host_.changeable_limits.calls_in_flight = 1;
  call_keeper("1");
  call_keeper("2");
  ASSERT_EQ(heard_.messages.size(), 1U);
  EXPECT_THAT(heard_.messages[0], HasSubstr(R"("id":2,"error":{"code":-32603,"message":"Too many calls at once)"));
  EXPECT_EQ(offer_.keeper.calls.size(), 1U);
}

TEST_F(ClientSessionTest, PausesTheServersWhileTheClientDoesNotReadAndResumesThem) {
  host_.changeable_limits.client_backlog_bytes = 1000;
  client_->pause_reading(true);
  call_keeper("1");
  offer_.keeper.calls.at(0).reply(ToolResult::text(std::string(2000, 'x')));
  settle();
  EXPECT_EQ(offer_.pauses, std::vector<bool>{true});
  client_->pause_reading(false);
  settle();
  EXPECT_EQ(offer_.pauses, (std::vector<bool>{true, false}));
}

TEST_F(ClientSessionTest, CancelsWhatIsRunningWhenTheClientIsGone) {
  call_keeper("1");
  bool is_cancelled = false;
  offer_.keeper.calls.at(0).caller().on_cancel([&](const Json&) { is_cancelled = true; });
  client_.reset();
  settle();
  EXPECT_TRUE(is_cancelled);
  EXPECT_EQ(events_.gone, 1);
}

TEST_F(ClientSessionTest, ReportsProgressOnlyToAClientThatAskedForIt) {
  call_keeper("1");
  EXPECT_FALSE(offer_.keeper.calls.at(0).caller().wants_progress());
  offer_.keeper.calls.at(0).caller().report_progress(R"("progress":1)");
  say(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"keep","_meta":{"progressToken":"t"}}})");
  offer_.keeper.calls.at(1).caller().report_progress(R"("progress":1.50)");
  settle();
  ASSERT_EQ(heard_.messages.size(), 1U);
  EXPECT_EQ(heard_.messages[0],
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1.50}})");
}

}  // namespace
