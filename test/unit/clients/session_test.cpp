// The life of a request and of a session, in an order that tests of the program cannot enforce.

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;

using ASession = Fixture;

const protocol::PlainKind* const kElicitationComplete = protocol::find_plain_kind("notifications/elicitation/complete");

TEST_F(LegacySession, AnswersACallWhenItsToolAnswers) {
  send(legacy_call("5"));
  EXPECT_TRUE(received_.messages.empty());
  call(0).result(ToolResult::text("done"));
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(received_.messages[0], R"({"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"done"}]}})");
}

TEST_F(LegacySession, AnswersACallThatIsDroppedWithAnInternalError) {
  send(legacy_call("5"));
  backend_.tool.calls.clear();
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(received_.messages[0], HasSubstr(R"("id":5,"error":{"code":-32603)"));
}

TEST_F(LegacySession, ReportsACancellationToTheToolAndDropsItsAnswer) {
  send(legacy_call("5"));
  std::string reason;
  call(0).caller().on_cancel([&](const Json& given) { reason = given.text(); });
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"never mind"}})");
  EXPECT_EQ(reason, R"("never mind")");
  call(0).result(ToolResult::text("too late"));
  run_until_idle();
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(LegacySession, ReportsACancellationAtOnceToAToolThatAsksForItTooLate) {
  send(legacy_call("5"));
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"never mind"}})");
  std::vector<std::string> reasons;
  call(0).caller().on_cancel([&](const Json& given) { reasons.emplace_back(given.text()); });
  EXPECT_EQ(reasons, std::vector<std::string>{R"("never mind")"});
}

TEST_F(LegacySession, ACallMayBeDroppedWhereItsCancellationIsReportedAtOnce) {
  send(legacy_call("5"));
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  call(0).caller().on_cancel([&](const Json&) { backend_.tool.calls.clear(); });
  run_until_idle();
  EXPECT_TRUE(backend_.tool.calls.empty());
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(LegacySession, ACancellationMeansTheIdOfItsTypeAlone) {
  send(legacy_call("5"));
  send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"5"}})");
  call(0).result(ToolResult::text("done"));
  run_until_idle();
  EXPECT_EQ(received_.messages.size(), 1U);
}

TEST_F(LegacySession, TwoCallsOfOneIdGetTwoAnswers) {
  send(legacy_call("5"));
  send(legacy_call("5"));
  call(1).result(ToolResult::text("second"));
  call(0).result(ToolResult::text("first"));
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 2U);
  EXPECT_THAT(received_.messages[0], HasSubstr("second"));
  EXPECT_THAT(received_.messages[1], HasSubstr("first"));
}

// It would end a call that is not meant, or that another conversation of the client waits for.
TEST_F(LegacySession, ACancellationOfAnIdThatTwoCallsHaveCancelsNeither) {
  send(legacy_call("5"));
  send(legacy_call("5"));
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  answer(0, "first");
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  answer(1, "second");
  ASSERT_EQ(received_.messages.size(), 1U) << "the second cancellation means the only call that is left";
  EXPECT_THAT(received_.messages[0], HasSubstr("first"));
}

TEST_F(LegacySession, RefusesCallsBeyondTheLimitAndKeepsTheOthers) {
  host_.changeable_limits.calls_in_flight = 1;
  send(legacy_call("1"));
  send(legacy_call("2"));
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(received_.messages[0], HasSubstr(R"("id":2,"error":{"code":-32603,"message":"Too many calls at once)"));
  EXPECT_EQ(backend_.tool.calls.size(), 1U);
}

TEST_F(LegacySession, PausesTheServersWhileTheClientDoesNotReadAndResumesThem) {
  host_.changeable_limits.client_backlog_bytes = 1000;
  client_->pause_reading(true);
  send(legacy_call("1"));
  call(0).result(ToolResult::text(std::string(2000, 'x')));
  run_until_idle();
  EXPECT_EQ(backend_.pauses, std::vector<bool>{true});
  client_->pause_reading(false);
  run_until_idle();
  EXPECT_EQ(backend_.pauses, (std::vector<bool>{true, false}));
}

TEST_F(LegacySession, ReadsNothingFromAClientThatDoesNotReadItsResponses) {
  host_.changeable_limits.client_backlog_bytes = 1000;
  client_->pause_reading(true);
  for (int id = 0; id < 1000; ++id) send(request(std::to_string(id), "ping"));
  EXPECT_LT(backlog_of_client(), 2000U);
  client_->pause_reading(false);
  wait_for(1000);
}

TEST_F(LegacySession, DropsProgressForAClientThatDoesNotReadAlsoOfServersThatAreNotPaused) {
  host_.changeable_limits.client_backlog_bytes = 1000;
  client_->pause_reading(true);
  send(request("1", "tools/call", R"({"name":"keep","_meta":{"progressToken":"t"}})"));
  for (int step = 1; step <= 1000; ++step) call(0).caller().report_progress({static_cast<double>(step), {}, {}});
  EXPECT_LT(backlog_of_client(), 3000U);
  answer(0, "done");
  client_->pause_reading(false);
  for (int turns = 0; turns < 100; ++turns) run_until_idle();
  EXPECT_THAT(last(), testing::HasSubstr("done"));
}

TEST_F(LegacySession, AnswersWithAnErrorWhatAClientThatDoesNotReadHasNoRoomFor) {
  host_.changeable_limits.client_backlog_bytes = 1000;
  host_.changeable_limits.message_bytes = 100'000;
  for (int id = 0; id < 10; ++id) send(legacy_call(std::to_string(id)));
  client_->pause_reading(true);
  for (std::size_t id = 0; id < 10; ++id) call(id).result(ToolResult::text(std::string(90'000, 'x')));
  EXPECT_LT(backlog_of_client(), 300'000U);
  client_->pause_reading(false);
  wait_for(10);
  EXPECT_THAT(last(), testing::HasSubstr("does not read what it was sent before"));
}

TEST_F(LegacySession, RefusesCallsWhoseTextsAreTogetherLargerThanFourMessages) {
  host_.changeable_limits.message_bytes = 1000;
  const auto large_call = [](int id) {
    return request(std::to_string(id), "tools/call",
                   R"({"name":"keep","arguments":{"x":")" + std::string(700, 'x') + "\"}}");
  };
  for (int id = 0; id < 8; ++id) send(large_call(id));
  EXPECT_EQ(backend_.tool.calls.size(), 5U);
  EXPECT_THAT(last(), testing::HasSubstr("Too many bytes of calls at once (4 times limits.messageBytes = 4000)"));
  answer(0, "done");
  send(large_call(8));
  EXPECT_EQ(backend_.tool.calls.size(), 6U);
}

TEST_F(LegacySession, CancelsWhatIsRunningWhenTheClientIsGone) {
  send(legacy_call("1"));
  bool is_cancelled = false;
  call(0).caller().on_cancel([&](const Json&) { is_cancelled = true; });
  client_.reset();
  run_until_idle();
  EXPECT_TRUE(is_cancelled);
  EXPECT_EQ(observer_.gone, 1);
}

TEST_F(LegacySession, ReportsProgressOnlyToAClientThatAskedForIt) {
  send(legacy_call("1"));
  EXPECT_FALSE(call(0).caller().wants_progress());
  call(0).caller().report_progress({1, {}, {}});
  send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"keep","_meta":{"progressToken":"t"}}})");
  call(1).caller().report_progress({1.5, 3, "half"});
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(
      received_.messages[0],
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1.5,"total":3,"message":"half"}})");
}

TEST_F(LegacySession, DoesNotReportACancellationThatComesAfterTheAnswer) {
  send(legacy_call("5"));
  bool is_cancelled = false;
  call(0).caller().on_cancel([&](const Json&) { is_cancelled = true; });
  answer(0, "done");
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  EXPECT_FALSE(is_cancelled);
}

TEST_F(LegacySession, DropsACancelledRequestWithoutAnErrorResponse) {
  send(legacy_call("5"));
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  backend_.tool.calls.clear();
  run_until_idle();
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(LegacySession, ACancelledCallMakesRoomForAnother) {
  host_.changeable_limits.calls_in_flight = 1;
  send(legacy_call("5"));
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  send(legacy_call("6"));
  EXPECT_EQ(backend_.tool.calls.size(), 2U);
}

TEST_F(LegacySession, AnswersATextThatIsNotARequestWithItsIdWhereItHasOne) {
  send(R"({"jsonrpc":"2.0","id":1})");
  EXPECT_THAT(last(), HasSubstr(R"("id":1,"error":{"code":-32600,"message":"Invalid request: A message needs)"));
  send(R"({"jsonrpc":"2.0","id":2,"method":)");
  EXPECT_THAT(last(), HasSubstr(R"("id":2,"error":{"code":-32700,"message":"Parse error: )"));
  send("[not JSON");
  EXPECT_THAT(last(), HasSubstr(R"({"jsonrpc":"2.0","error":{"code":-32600)"))
      << "a batch, of which there is none here";
}

TEST_F(LegacySession, ReportsToTheBackendThatItsClientIsReady) {
  const int before = backend_.initializations;
  send(notification("notifications/initialized"));
  EXPECT_EQ(backend_.initializations, before + 1);
}

TEST_F(LegacySession, ReportsChangedRootsToTheBackend) {
  send(notification("notifications/roots/list_changed"));
  EXPECT_EQ(backend_.roots_changes, 1);
}

TEST_F(LegacySession, ReceivesTheLogMessagesOfItsLevelAndAbove) {
  const auto receives = [this](const std::string& level) {
    received_.messages.clear();
    session_->notify(protocol::LogMessage{Json(R"({"level":")" + level + R"("})")});
    run_until_idle();
    return !received_.messages.empty();
  };
  EXPECT_TRUE(receives("debug")) << "until the client sets a level, the server decides";
  send(request("1", "logging/setLevel", R"({"level":"error"})"));
  EXPECT_FALSE(receives("warning"));
  EXPECT_TRUE(receives("alert"));
}

TEST_F(LegacySession, ReceivesWhatChangesWithoutASubscription) {
  session_->notify(protocol::ListChanged{protocol::ListKind::prompts});
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(received_.messages[0], R"({"jsonrpc":"2.0","method":"notifications/prompts/list_changed"})");
}

/// A session whose client visits URLs, and the completions of elicitations that it receives.
class AVisitor : public Fixture {
 protected:
  AVisitor() { initialize("2025-11-25", R"({"elicitation":{"url":{}}})"); }

  bool receives_completion_of(const std::string& params) {
    received_.messages.clear();
    session_->notify(protocol::PlainNotification{kElicitationComplete, Json(params)});
    run_until_idle();
    return !received_.messages.empty() &&
           last() == R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":)" + params + "}";
  }
};

TEST_F(AVisitor, ReceivesTheCompletionOfAnElicitationThatItWasAsked) {
  session_->ask({"elicitation/create", Json(R"({"mode":"url","elicitationId":"e","url":"https://a/","message":"m"})")},
                [](const InputResponse&) {});
  EXPECT_FALSE(receives_completion_of(R"({"elicitationId":"other"})"));
  EXPECT_TRUE(receives_completion_of(R"({"elicitationId":"\u0065","x":1})"));
  EXPECT_FALSE(receives_completion_of(R"({"elicitationId":"e"})")) << "it is complete";
}

TEST_F(AVisitor, ReceivesTheCompletionOfAnElicitationThatAnErrorHasNamed) {
  send(request("5", "prompts/get", R"({"name":"a"})"));
  const Json error(R"({"code":-32042,"message":"m","data":{"elicitations":[{"elicitationId":"e","url":"https://a/"},)"
                   R"({"elicitationId":"f","url":"https://b/"},{"url":"https://c/"}]}})");
  backend_.forwarded.back().request->error({error, "m"});
  EXPECT_TRUE(receives_completion_of(R"({"elicitationId":"f"})"));
  EXPECT_TRUE(receives_completion_of(R"({"elicitationId":"e"})"));
}

TEST_F(AVisitor, ReceivesNoCompletionOfWhatItWasNotAsked) {
  for (const char* params : {R"({"elicitationId":"e"})", R"({"elicitationId":7})", "{}", "[]"}) {
    EXPECT_FALSE(receives_completion_of(params)) << params;
  }
}

TEST_F(LegacySession, PassesWhatTheSpecificationDoesNotHaveIfItsBackendDoes) {
  const std::string touched = R"({"jsonrpc":"2.0","method":"notifications/acme/touched","params":{"n": 1}})";
  send(touched);
  EXPECT_TRUE(backend_.vendor_notifications.empty());
  send(request("1", "acme/reindex", "{}"));
  EXPECT_THAT(received_.messages.back(), HasSubstr("Method not found: acme/reindex"));

  backend_.passes_vendor = true;
  send(touched);
  EXPECT_THAT(backend_.vendor_notifications, testing::ElementsAre(R"(notifications/acme/touched {"n": 1})"));
  send(request("2", "acme/reindex", R"({"n":2})"));
  ASSERT_EQ(backend_.forwarded.size(), 1U);
  EXPECT_EQ(backend_.forwarded[0].method, "acme/reindex");
  session_->notify(protocol::VendorNotification{"notifications/acme/indexed", Json(R"({"n": 3})")});
  run_until_idle();
  EXPECT_EQ(received_.messages.back(), R"({"jsonrpc":"2.0","method":"notifications/acme/indexed","params":{"n": 3}})");
}

TEST_F(ASession, OfAnOlderRevisionReceivesNoNotificationThatIsNewer) {
  initialize("2025-06-18");
  session_->notify(protocol::PlainNotification{kElicitationComplete, Json("{}")});
  run_until_idle();
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(ASession, WithoutAnInitializeReceivesNoNotification) {
  session_->notify(protocol::ListChanged{protocol::ListKind::tools});
  session_->notify(protocol::LogMessage{Json(R"({"level":"emergency"})")});
  run_until_idle();
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(LegacySession, ClosesWhenItsLastCallIsAnswered) {
  send(legacy_call("1"));
  session_->close_when_idle();
  run_until_idle();
  EXPECT_EQ(observer_.gone, 0);
  answer(0, "done");
  EXPECT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(observer_.gone, 1);
}

TEST_F(LegacySession, CancelsItsCallsWhenItIsClosed) {
  send(legacy_call("1"));
  std::string reason;
  call(0).caller().on_cancel([&](const Json& given) { reason = given.text(); });
  session_->close();
  EXPECT_EQ(reason, R"("the workbench is ending")");
}

}  // namespace
