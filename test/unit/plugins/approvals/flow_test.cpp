// Labels that meet in a workspace: private data, text of others, and sending.

#include "approvals_fixture.hpp"

#include "workspace_flows.hpp"

namespace workbench::approvals {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class FlowTest : public ApprovalsTest {
 protected:
  FlowTest() {
    client.toolboxes.policies["read_mail"] = policy({true, false, false});
    client.toolboxes.policies["fetch"] = policy({false, true, false});
    client.toolboxes.policies["post"] = policy({false, false, true});
  }

  static ToolPolicy policy(FlowLabels labels) {
    ToolPolicy made;
    made.approves_flows = true;
    made.labels = labels;
    made.is_listed = true;
    return made;
  }
  /// A call that passes, and is answered.
  void pass(const std::string& tool) {
    const std::size_t before = client.passed.size();
    call(client, "{}", tool);
    ASSERT_THAT(client.passed, SizeIs(before + 1)) << tool;
    client.passed.back().result(ToolResult::text("done"));
  }
  [[nodiscard]] std::string flows() {
    const Json shown = desk->flows({});
    return std::string(shown.text());
  }
};

TEST_F(FlowTest, AsksForTheCallWithWhichTheThreeMeet) {
  pass("read_mail");
  pass("fetch");
  call(client, "{}", "post");

  EXPECT_THAT(client.passed, SizeIs(2));
  EXPECT_THAT(waiting("rules"), ElementsAre(R"(["flow:"])"));
  EXPECT_THAT(waiting("flow"), ElementsAre("private data (dev/github/read_mail), text that anyone may have written "
                                           "(dev/github/fetch), sending to others (this call)"));
  answer_all(Decision::once);
  EXPECT_THAT(client.passed, SizeIs(3));
}

TEST_F(FlowTest, AsksInWhicheverOrderTheyCome) {
  pass("post");
  pass("fetch");
  pass("post");
  call(client, "{}", "read_mail");

  EXPECT_THAT(waiting("tool"), ElementsAre("read_mail"));
}

TEST_F(FlowTest, AsksForEachCallThatSendsOnceTheyHaveMet) {
  pass("read_mail");
  pass("fetch");
  call(client, "{}", "post");
  answer_all(Decision::once);
  call(client, "{}", "post");
  EXPECT_THAT(waiting("tool"), ElementsAre("post"));

  pass("fetch");
  pass("read_mail");
}

TEST_F(FlowTest, ADecisionForTheSessionThatWasAskedForAFlowCoversFlows) {
  pass("read_mail");
  pass("fetch");
  call(client, "{}", "post");
  answer_all(Decision::tool);
  pass("post");
}

TEST_F(FlowTest, ADecisionForTheSessionThatWasAskedForAnotherReasonDoesNot) {
  client.toolboxes.policies["post"].approve = {"post"};
  call(client, "{}", "post");
  answer_all(Decision::tool);
  pass("post");
  pass("read_mail");
  client.toolboxes.policies["fetch"].approves_flows = false;
  pass("fetch");
  call(client, "{}", "post");

  EXPECT_THAT(waiting("rules"), ElementsAre(R"(["post","flow:"])"));
}

TEST_F(FlowTest, AnAnswerThatWasGivenBeforeTheyMetIsNotEnough) {
  client.toolboxes.policies["post"].approve = {"post"};
  call(client, "{}", "post");
  pass("read_mail");
  pass("fetch");
  answer_all(Decision::once);

  EXPECT_THAT(client.passed, SizeIs(2));
  EXPECT_THAT(waiting("rules"), ElementsAre(R"(["post","flow:"])"));
  answer_all(Decision::once);
  EXPECT_THAT(client.passed, SizeIs(3));
}

TEST_F(FlowTest, CallsInFlightCount) {
  call(client, "{}", "read_mail");
  call(client, "{}", "fetch");
  ASSERT_THAT(client.passed, SizeIs(2));
  call(client, "{}", "post");

  EXPECT_THAT(waiting("tool"), ElementsAre("post"));
}

TEST_F(FlowTest, ACallWhoseResultNeverCameDoesNotCount) {
  call(client, "{}", "read_mail");
  client.passed.back().fail({ErrorKind::unavailable, "the server has ended"});
  call(client, "{}", "read_mail");
  client.client.cancel();

  EXPECT_EQ(flows(), "[]");
}

TEST_F(FlowTest, ACallThatNeverLeftHasSentNothing) {
  for (const ErrorKind kind : {ErrorKind::not_found, ErrorKind::forbidden, ErrorKind::invalid_argument}) {
    call(client, "{}", "post");
    EXPECT_THAT(flows(), HasSubstr(R"("sends":true)")) << "in flight";
    client.passed.back().result(ToolResult::error("refused", kind));
    EXPECT_EQ(flows(), "[]");
  }
}

TEST_F(FlowTest, ACallWhoseOutcomeIsNotKnownMayHaveSent) {
  call(client, "{}", "post");
  client.passed.back().fail({ErrorKind::timed_out, "no answer in time"});

  EXPECT_THAT(flows(), HasSubstr(R"("sends":true)"));
}

TEST_F(FlowTest, AnErrorOfTheServerCountsBecauseItIsTextOfTheServer) {
  call(client, "{}", "fetch");
  client.passed.back().error({Json(R"({"code":-1,"message":"m"})"), "m"});

  EXPECT_THAT(flows(), HasSubstr(R"("untrusted":true)"));
}

TEST_F(FlowTest, ARefusedCallSetsNothing) {
  client.toolboxes.policies["post"].approve = {"post"};
  call(client, "{}", "post");
  answer_all(Decision::no);

  EXPECT_EQ(flows(), "[]");
}

TEST_F(FlowTest, ShowsWhatAWorkspaceHasReadAndSent) {
  pass("read_mail");
  EXPECT_EQ(flows(), R"([{"client":"agent","private":true,"untrusted":false,"sends":false,)"
                     R"("setBy":{"private":"dev/github/read_mail"}}])");
}

TEST_F(FlowTest, AskNothingWithoutFlowInTheConfiguration) {
  for (auto& [name, policy] : client.toolboxes.policies) policy.approves_flows = false;
  for (const char* tool : {"read_mail", "fetch", "post"}) pass(tool);

  EXPECT_THAT(flows(), HasSubstr(R"("private":true,"untrusted":true,"sends":true)"));
}

TEST_F(FlowTest, BelongToOneWorkspace) {
  pass("read_mail");
  pass("fetch");
  TestClient& other = another_client();
  other.toolboxes.policies = client.toolboxes.policies;
  call(other, "{}", "post");

  EXPECT_THAT(other.passed, SizeIs(1));
}

TEST_F(FlowTest, ConcernOtherRequestsToo) {
  pass("read_mail");
  pass("post");
  client.toolboxes.policy = policy({false, true, false});
  request(client, "resources/read");

  EXPECT_THAT(client.passed_requests, IsEmpty());
  EXPECT_THAT(waiting("rules"), ElementsAre(R"(["flow:"])"));
}

}  // namespace
}  // namespace workbench::approvals
