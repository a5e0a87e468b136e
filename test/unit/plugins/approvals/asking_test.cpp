// Calls that wait for a person, and the answers of the inbox.

#include "approvals_fixture.hpp"

#include <set>

namespace workbench::approvals {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

using AskingTest = ApprovalsTest;

TEST_F(AskingTest, PassesOnWhatNeedsNoApproval) {
  client.toolboxes.policy = {};
  call(client);
  request(client);

  EXPECT_THAT(client.passed, SizeIs(1));
  EXPECT_THAT(client.passed_requests, SizeIs(1));
  EXPECT_EQ(text(desk->waiting({})), "[]");
}

TEST_F(AskingTest, PassesACallOnWhenAPersonAgrees) {
  call(client);
  EXPECT_THAT(client.passed, IsEmpty());

  answer_all(Decision::once);
  ASSERT_THAT(client.passed, SizeIs(1));
  EXPECT_EQ(client.passed.front().arguments().text(), R"({"title":"a"})");
  EXPECT_EQ(text(desk->waiting({})), "[]");
}

TEST_F(AskingTest, AsksAgainAfterAYesForOneCall) {
  call(client);
  answer_all(Decision::once);
  call(client);

  EXPECT_THAT(client.passed, SizeIs(1));
  EXPECT_THAT(waiting("id"), SizeIs(1));
}

TEST_F(AskingTest, RefusesACallWithThePersonsReason) {
  call(client);
  answer_all(Decision::no, "not on a Friday");

  EXPECT_THAT(client.passed, IsEmpty());
  EXPECT_EQ(client.answer(), "error: a person has refused this call of dev/github/create_issue: not on a Friday");
}

TEST_F(AskingTest, RefusesARequestOfAnotherMethodWithAJsonRpcError) {
  request(client);
  EXPECT_THAT(waiting("method"), ElementsAre("prompts/get"));
  EXPECT_THAT(waiting("name"), ElementsAre("triage"));
  answer_all(Decision::no);

  EXPECT_THAT(client.passed_requests, IsEmpty());
  EXPECT_THAT(client.answer(), StartsWith("JSON-RPC error: a person has refused this call of prompts/get dev/github/"));
}

TEST_F(AskingTest, PassesOnARequestOfAnotherMethodWhenAPersonAgrees) {
  request(client, "resources/read");
  answer_all(Decision::once);

  EXPECT_THAT(client.passed_requests, SizeIs(1));
}

TEST_F(AskingTest, ShowsWhatAPersonHasToKnow) {
  client.client.identity.principal = std::make_shared<Principal>(Principal{"ada", {}, {}});
  client.toolboxes.policy.annotations.destructive_hint = true;
  client.toolboxes.policy.title = "Create an issue";
  call(client, R"({"title":"a)"
               "\xE2\x80\xAE\"}");

  const Json shown = desk->waiting({});
  EXPECT_THAT(std::string(shown.text()),
              AllOf(HasSubstr(R"("principal":"ada","client":"agent","toolbox":"dev","server":"github",)"),
                    HasSubstr(R"("tool":"create_issue","title":"Create an issue")"),
                    HasSubstr(R"_("hints":["destructive","open-world (by default)"])_"),
                    HasSubstr(R"("rules":["create_*"])"), HasSubstr(R"("waitingSeconds":0,)")));
  EXPECT_THAT(waiting("arguments"), ElementsAre(R"({"title":"a\u{202E}"})"));
}

TEST_F(AskingTest, SaysThatTheHintsOfAToolThatIsNotListedAreUnknown) {
  client.toolboxes.policy.is_listed = false;
  call(client);

  EXPECT_THAT(waiting("hints"), ElementsAre(HasSubstr("not listed it yet")));
}

TEST_F(AskingTest, ShowsTheBeginningOfLongArgumentsAndAllOfThemOnDemand) {
  const std::string arguments = R"({"text":")" + std::string(10'000, 'x') + "\"}";
  call(client, arguments);

  EXPECT_THAT(waiting("arguments"), ElementsAre(HasSubstr("xxx... (10011 bytes, SHA-256 ")));
  EXPECT_THAT(waiting("argumentsAreCut"), ElementsAre("true"));
  const auto whole = desk->find(only_id(), {});
  ASSERT_TRUE(whole);
  EXPECT_THAT(std::string(whole->text()), HasSubstr(std::string(10'000, 'x')));
}

TEST_F(AskingTest, RefusesArgumentsThatNobodyCanJudge) {
  call(client, R"({"text":")" + std::string(9UL * 1024 * 1024, 'x') + "\"}");

  EXPECT_THAT(client.answer(), HasSubstr("too long for a person"));
  EXPECT_EQ(text(desk->waiting({})), "[]");
}

TEST_F(AskingTest, AnswersSeveralWaitingCallsAtOnce) {
  for (int count = 0; count != 3; ++count) call(client, "{\"n\":" + std::to_string(count) + "}");
  EXPECT_EQ(desk->count(), 3U);
  const auto ids = waiting("id");

  const auto answered = answer({ids[0], ids[2], ids[0], "nothing"}, Decision::once);
  ASSERT_TRUE(answered);
  EXPECT_EQ(*answered, 2U);
  EXPECT_THAT(client.passed, SizeIs(2));
  EXPECT_EQ(only_id(), ids[1]);
}

TEST_F(AskingTest, SaysWhatBecameOfACallThatDoesNotWaitAnyMore) {
  call(client);
  const std::string id = only_id();
  answer_all(Decision::no);

  const auto again = answer({id}, Decision::once);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::not_found);
  EXPECT_THAT(again.error().message, HasSubstr("was answered with no by ada (terminal)"));
  EXPECT_THAT(desk->find(id, {}).error().message, HasSubstr("was answered with no"));
  EXPECT_THAT(desk->find("0000000000000000", {}).error().message, HasSubstr("no call waits under this id"));
  EXPECT_THAT(client.passed, IsEmpty());
}

TEST_F(AskingTest, ForgetsACallThatItsClientHasCancelled) {
  call(client);
  client.client.cancel();

  EXPECT_EQ(text(desk->waiting({})), "[]");
  EXPECT_THAT(client.passed, IsEmpty());
}

TEST_F(AskingTest, UnansweredMeansNo) {
  options.set("timeout", std::string("1 s"));
  options.set("hold", std::string("1 s"));
  host.changeable_limits.call = std::chrono::minutes(1);
  call(client);

  ASSERT_TRUE(is_answered(client));
  EXPECT_THAT(client.answer(), AllOf(StartsWith("error: needs a person's approval: "),
                                     HasSubstr("there was no decision about dev/github/create_issue within 1 s")));
  EXPECT_EQ(text(desk->waiting({})), "[]");
}

TEST_F(AskingTest, AnswersWhatWaitsWhenTheWorkbenchIsEndingWithANoThatSaysToRepeat) {
  call(client);
  request(client);
  middleware().on_ending();

  ASSERT_THAT(client.client.answers, SizeIs(2));
  for (const auto& given : client.client.answers) {
    EXPECT_THAT(test::RecordingClient::text_of(given),
                AllOf(HasSubstr("the workbench is ending"), HasSubstr("repeat this call")));
  }
  EXPECT_EQ(text(desk->waiting({})), "[]");
}

TEST_F(AskingTest, AsksNobodyAnyMoreWhenTheWorkbenchIsEnding) {
  middleware().on_ending();
  call(client);

  EXPECT_THAT(client.answer(), HasSubstr("the workbench is ending"));
  EXPECT_EQ(text(desk->waiting({})), "[]");
}

TEST_F(AskingTest, GivesEachQuestionAnIdThatNobodyGuesses) {
  for (int count = 0; count != 100; ++count) call(client, "{\"n\":" + std::to_string(count) + "}");
  const auto ids = waiting("id");

  EXPECT_THAT(std::set<std::string>(ids.begin(), ids.end()), SizeIs(100));
  EXPECT_THAT(ids, testing::Each(SizeIs(16)));
}

TEST_F(AskingTest, OneTurnOfTheLoopNotifiesOfAllItsChanges) {
  int changes = 0;
  auto subscription = desk->on_change([&changes] { ++changes; });
  call(client);
  call(client, "{}");
  EXPECT_EQ(changes, 0);
  ASSERT_TRUE(host.run_until([&] { return changes > 0; }));
  EXPECT_EQ(changes, 1);

  subscription.reset();
  answer_all(Decision::no);
  host.run_what_is_due();
  EXPECT_EQ(changes, 1);
}

TEST_F(AskingTest, RefusesACallWhoseToolHasChangedWhileItWaited) {
  call(client);
  client.toolboxes.definition = Json(R"({"name":"create_issue","description":"And more."})");
  answer_all(Decision::once);

  EXPECT_THAT(client.passed, IsEmpty());
  EXPECT_THAT(client.answer(), HasSubstr("has changed since a person was asked"));
}

TEST_F(AskingTest, PassesACallOnWhoseToolIsListedWhileItWaits) {
  const Json listed = std::exchange(client.toolboxes.definition, Json());
  call(client);
  client.toolboxes.definition = listed;
  answer_all(Decision::once);

  EXPECT_THAT(client.passed, SizeIs(1));
}

TEST_F(AskingTest, PassesACallOnThatTheConfigurationNoLongerWantsApproved) {
  call(client);
  client.toolboxes.policy = {};
  answer_all(Decision::once);

  EXPECT_THAT(client.passed, SizeIs(1));
}

}  // namespace
}  // namespace workbench::approvals
