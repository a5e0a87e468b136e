// Clients that can ask nothing: the call is answered, a person decides, and the client repeats it.

#include "approvals_fixture.hpp"

namespace workbench::approvals {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

class RepeatedCallTest : public ApprovalsTest {
 protected:
  RepeatedCallTest() { options.set("hold", std::string("0")); }

  /// Makes a call that is answered before a person has decided.
  void announce(std::string arguments = R"({"title":"a","body":[1, 2]})") {
    const std::size_t before = client.client.answers.size();
    call(client, std::move(arguments));
    ASSERT_TRUE(is_answered(client, before + 1));
  }
};

TEST_F(RepeatedCallTest, SaysWhatThePersonHasToDoAndNothingThatAModelCouldApproveWith) {
  announce();
  const std::string id = only_id();

  EXPECT_THAT(client.answer(),
              AllOf(StartsWith("error: needs a person's approval: dev/github/create_issue waits for it; "),
                    HasSubstr("ask the person to decide with `mcp-workbench approve`"),
                    HasSubstr("repeat this call with the same arguments afterwards"), Not(HasSubstr(id.substr(0, 4)))));
  EXPECT_THAT(waiting("state"), ElementsAre("announced"));
  EXPECT_FALSE(answer({id.substr(0, 4)}, Decision::once));  // what the log has of the id
}

TEST_F(RepeatedCallTest, WaitsForThePersonBeforeThat) {
  options.set("hold", std::string("10 m"));
  call(client);
  host.run_what_is_due();

  EXPECT_THAT(client.client.answers, IsEmpty());
  EXPECT_THAT(client.client.progress, SizeIs(1));
}

TEST_F(RepeatedCallTest, PassesOnceAfterAYes) {
  announce();
  answer_all(Decision::once);
  EXPECT_THAT(client.passed, IsEmpty());

  call(client, R"({"title":"a","body":[1, 2]})");
  EXPECT_THAT(client.passed, SizeIs(1));
  call(client, R"({"title":"a","body":[1, 2]})");
  EXPECT_THAT(client.passed, SizeIs(1));
  EXPECT_THAT(waiting("state"), ElementsAre("held"));
}

TEST_F(RepeatedCallTest, HasTheSameArgumentsInAnyOrderOfKeysAndWithOtherWhiteSpace) {
  announce();
  answer_all(Decision::once);

  call(client, R"({ "body":[1,2], "title":"\u0061" })");
  EXPECT_THAT(client.passed, SizeIs(1));
}

TEST_F(RepeatedCallTest, IsAskedForWithOtherArguments) {
  announce();
  answer_all(Decision::once);

  for (const char* arguments : {R"({"title":"a","body":[2,1]})", R"({"title":"a","body":[1,2.0]})",
                                R"({"title":"b","body":[1,2]})", R"({"title":"a"})", "{}"}) {
    call(client, arguments);
  }
  call(client, R"({"title":"a","body":[1,2]})", "create_repository");
  EXPECT_THAT(client.passed, IsEmpty());
  EXPECT_THAT(waiting("id"), SizeIs(6));
}

TEST_F(RepeatedCallTest, IsRefusedOnceWithTheReasonAfterANo) {
  announce();
  answer_all(Decision::no, "the title is wrong");

  announce();
  EXPECT_THAT(client.answer(), HasSubstr("refused this call of dev/github/create_issue: the title is wrong"));
  EXPECT_EQ(text(desk->waiting({})), "[]");
  call(client, R"({"title":"a","body":[1, 2]})");
  EXPECT_THAT(waiting("id"), SizeIs(1));
}

TEST_F(RepeatedCallTest, WaitsUnderTheSameQuestion) {
  announce();
  const std::string id = only_id();
  call(client, R"({"title":"a","body":[1, 2]})");
  EXPECT_EQ(only_id(), id);
  EXPECT_THAT(waiting("state"), ElementsAre("held"));

  answer_all(Decision::once);
  EXPECT_THAT(client.passed, SizeIs(1));
}

TEST_F(RepeatedCallTest, PassesUnderADecisionForTheSession) {
  announce();
  answer_all(Decision::tool);

  call(client, R"({"title":"other"})");
  EXPECT_THAT(client.passed, SizeIs(1));
}

TEST_F(RepeatedCallTest, IsOfTheSameWorkspace) {
  TestClient& other = another_client();
  announce();
  answer_all(Decision::once);

  call(other, R"({"title":"a","body":[1, 2]})");
  EXPECT_THAT(other.passed, IsEmpty());
  EXPECT_THAT(waiting("id"), SizeIs(1));
}

TEST_F(RepeatedCallTest, IsAskedForAgainIfTheToolHasChangedMeanwhile) {
  announce();
  answer_all(Decision::once);
  client.toolboxes.definition = Json(R"({"name":"create_issue","description":"And more."})");

  call(client, R"({"title":"a","body":[1, 2]})");
  EXPECT_THAT(client.passed, IsEmpty());
  EXPECT_THAT(waiting("id"), SizeIs(1));
}

TEST_F(RepeatedCallTest, PassesIfTheToolWasNotListedWhenThePersonAgreedAndIsNow) {
  const Json listed = std::exchange(client.toolboxes.definition, Json());
  announce();
  answer_all(Decision::once);
  client.toolboxes.definition = listed;

  call(client, R"({"title":"a","body":[1, 2]})");
  EXPECT_THAT(client.passed, SizeIs(1));
}

TEST_F(RepeatedCallTest, PassesAlsoIfTheDefinitionIsWrittenInAnotherOrder) {
  client.toolboxes.definition = Json(R"({"name":"create_issue","title":"t"})");
  announce();
  answer_all(Decision::once);
  client.toolboxes.definition = Json(R"({"title":"t", "name":"create_issue"})");

  call(client, R"({"title":"a","body":[1, 2]})");
  EXPECT_THAT(client.passed, SizeIs(1));
}

TEST_F(RepeatedCallTest, TheQuestionLeavesTheInboxWhenItsWorkspaceEnds) {
  auto other = std::make_unique<TestClient>(host);
  call(*other);
  ASSERT_TRUE(is_answered(*other));
  const std::string id = only_id();
  other.reset();

  EXPECT_EQ(text(desk->waiting({})), "[]");
  EXPECT_THAT(answer({id}, Decision::once).error().message, HasSubstr("session has ended"));
}

TEST_F(RepeatedCallTest, NeedsItsWorkspaceUntilItIsMade) {
  const auto is_needed = [this] {
    const ExtensionId claim{"mcp-workbench/approvals-claim", 1};
    return client.toolboxes.plugin_state(claim).use_count() > 1;
  };
  announce();
  EXPECT_TRUE(is_needed()) << "for the question";
  answer_all(Decision::once);
  EXPECT_TRUE(is_needed()) << "for the answer";
  call(client, R"({"title":"a","body":[1, 2]})");
  EXPECT_FALSE(is_needed());
}

TEST_F(RepeatedCallTest, IsNotAskedForWhereItsSessionWillHaveEnded) {
  client.toolboxes.profile.is_one_shot = true;
  announce();

  EXPECT_THAT(client.answer(),
              AllOf(HasSubstr("there was no decision about dev/github/create_issue while the call waited"),
                    HasSubstr("repeat this call while the person is there")));
}

TEST_F(RepeatedCallTest, IsAskedForAgainIfThereIsNoRoomForItsAnswerAndTheLogSaysSo) {
  options.set("maxWaitingPerPrincipal", std::int64_t{2});
  for (const char* arguments : {"[1]", "[2]", "[3]"}) {
    announce(arguments);
    answer_all(Decision::once);
  }
  EXPECT_THAT(host.logged(), testing::Contains(HasSubstr("maxWaitingPerPrincipal")));
  for (const char* arguments : {"[1]", "[2]", "[3]"}) call(client, arguments);

  EXPECT_THAT(client.passed, SizeIs(2));
  EXPECT_THAT(waiting("id"), SizeIs(1));
}

TEST_F(RepeatedCallTest, TheQuestionExpires) {
  options.set("timeout", std::string("1 s"));
  announce();
  ASSERT_TRUE(host.run_until([&] { return desk->waiting({}).is_absent() || waiting("id").empty(); }));

  call(client, R"({"title":"a","body":[1, 2]})");
  EXPECT_THAT(client.passed, IsEmpty());
  EXPECT_THAT(waiting("id"), SizeIs(1));
}

TEST_F(RepeatedCallTest, ARequestOfAnotherMethodIsRepeatedInTheSameWay) {
  request(client);
  ASSERT_TRUE(is_answered(client));
  EXPECT_THAT(client.answer(), StartsWith("JSON-RPC error: needs a person's approval: prompts/get dev/github/triage"));
  answer_all(Decision::once);
  request(client, "resources/read");
  EXPECT_THAT(client.passed_requests, IsEmpty());
  request(client);
  EXPECT_THAT(client.passed_requests, SizeIs(1));
}

TEST_F(RepeatedCallTest, PassesAgainWithTheInputThatItsModernServerHasAskedFor) {
  client.client.identity.is_modern = true;
  announce();
  answer_all(Decision::once);
  const std::string arguments = R"({"title":"a","body":[1, 2]})";
  call(client, arguments);
  ASSERT_THAT(client.passed, SizeIs(1));
  client.passed.back().result(
      ToolResult::passed_on(Json(R"({"resultType":"input_required","inputRequests":{},"requestState":"x"})")));

  call(client, arguments);
  ASSERT_THAT(client.passed, SizeIs(2));
  client.passed.back().result(ToolResult::text("done"));
  call(client, arguments);
  EXPECT_THAT(client.passed, SizeIs(2)) << "the yes was for one call";
}

}  // namespace
}  // namespace workbench::approvals
