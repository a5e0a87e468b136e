// What operators may request about waiting calls.

#include "requests/approval_requests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scripted_inbox.hpp"

namespace workbench::app {
namespace {

using test_support::ScriptedInbox;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class TestedRequests : public testing::Test {
 protected:
  std::string respond(std::string_view method, const std::string& params = "{}") {
    std::string text;
    requests_.respond({method, Json(params), peer_, pending_}, [&](const Result<Json>& result) {
      text = result ? std::string(result->text()) : "error: " + result.error().message;
    });
    return text;
  }

  ScriptedInbox inbox_;
  ApprovalRequests requests_{&inbox_};
  Operator peer_{"ada"};
  RequestWorkPlace pending_;
};

TEST_F(TestedRequests, ListTheWaitingCallsAndShowOne) {
  inbox_.add("q1");
  inbox_.add("q2");
  EXPECT_EQ(respond("workbench/approvals"), R"({"waiting":[{"id":"q1","toolbox":"dev","server":"s","tool":"echo"},)"
                                            R"({"id":"q2","toolbox":"dev","server":"s","tool":"echo"}]})");
  EXPECT_EQ(respond("workbench/approvals", R"({"id":"q2"})"),
            R"({"id":"q2","toolbox":"dev","server":"s","tool":"echo"})");
  EXPECT_THAT(respond("workbench/approvals", R"({"id":"q3"})"), HasSubstr("no call waits under q3"));
}

TEST_F(TestedRequests, AnswerWithTheUserOfTheConnectionAndNotWithANameInTheParams) {
  inbox_.add("q1");
  inbox_.add("q2");
  EXPECT_EQ(
      respond("workbench/approve", R"({"ids":["q1","q2","q9"],"decision":"no","reason":"not today","who":"root"})"),
      R"({"answered":2})");
  ASSERT_EQ(inbox_.answers().size(), 1U);
  const ApprovalAnswer& answer = inbox_.answers().front();
  EXPECT_THAT(answer.ids, ElementsAre("q1", "q2", "q9"));
  EXPECT_EQ(answer.decision, ApprovalAnswer::Decision::no);
  EXPECT_EQ(answer.reason, "not today");
  EXPECT_EQ(answer.who, "ada");
  EXPECT_EQ(answer.how, "terminal");
}

TEST_F(TestedRequests, KnowEachDecision) {
  using Decision = ApprovalAnswer::Decision;
  const std::vector<std::pair<std::string, Decision>> words{{"once", Decision::once},
                                                            {"same_arguments", Decision::same_arguments},
                                                            {"tool", Decision::tool},
                                                            {"no", Decision::no}};
  for (const auto& [word, decision] : words) {
    inbox_.add("q");
    EXPECT_EQ(respond("workbench/approve", R"({"ids":["q"],"how":"console","decision":")" + word + "\"}"),
              R"({"answered":1})");
    EXPECT_EQ(inbox_.answers().back().decision, decision);
    EXPECT_EQ(inbox_.answers().back().how, "console");
  }
}

TEST_F(TestedRequests, RefuseParamsThatAreNotValidAndAnswerNothing) {
  inbox_.add("q1");
  EXPECT_THAT(respond("workbench/approve", R"({"ids":["q1"]})"), HasSubstr(R"("decision" must be)"));
  EXPECT_THAT(respond("workbench/approve", R"({"ids":["q1"],"decision":"yes"})"), HasSubstr(R"("decision" must be)"));
  EXPECT_THAT(respond("workbench/approve", R"({"ids":[],"decision":"once"})"), HasSubstr("at least one call"));
  EXPECT_THAT(respond("workbench/approve", R"({"ids":[1],"decision":"once"})"), HasSubstr("array of strings"));
  EXPECT_THAT(respond("workbench/approve", R"({"ids":["q1"],"decision":"once","how":"elicitation"})"),
              HasSubstr(R"("how" must be)"));
  EXPECT_THAT(
      respond("workbench/approve", R"({"ids":["q1"],"decision":"no","reason":")" + std::string(2'001, 'x') + "\"}"),
      HasSubstr("more than 2000 bytes"));
  EXPECT_THAT(inbox_.answers(), IsEmpty());
}

TEST_F(TestedRequests, ListAndRevokeWhatStands) {
  inbox_.add_standing("d1");
  EXPECT_EQ(respond("workbench/approvals/standing"),
            R"({"standing":[{"id":"d1","toolbox":"dev","server":"s","tool":"echo"}]})");
  EXPECT_EQ(respond("workbench/approvals/revoke", R"({"id":"d1"})"), "{}");
  EXPECT_THAT(respond("workbench/approvals/revoke", R"({"id":"d1"})"), HasSubstr("no call waits under d1"));
  EXPECT_EQ(respond("workbench/approvals/standing"), R"({"standing":[]})");
}

TEST_F(TestedRequests, HideTheCallsOfOthersFromAnOperatorWhoSeesItsOwn) {
  inbox_.add("q1", R"("tool":"echo")", "ada\n");
  inbox_.add("q2", R"("tool":"echo")", "eve");
  inbox_.add_standing("d1", "eve");
  peer_.own = std::make_shared<const Principal>(Principal{"ada\n", {}, {}});
  EXPECT_EQ(respond("workbench/approvals"), R"({"waiting":[{"id":"q1","tool":"echo"}]})");
  EXPECT_THAT(respond("workbench/approvals", R"({"id":"q2"})"), HasSubstr("no call waits under q2"));
  EXPECT_THAT(respond("workbench/approve", R"({"ids":["q2"],"decision":"once"})"), HasSubstr("no call waits"));
  EXPECT_EQ(respond("workbench/approve", R"({"ids":["q1","q2"],"decision":"once"})"), R"({"answered":1})");
  EXPECT_EQ(respond("workbench/approvals/standing"), R"({"standing":[]})");
  EXPECT_THAT(respond("workbench/approvals/revoke", R"({"id":"d1"})"), HasSubstr("no call waits under d1"));
}

TEST_F(TestedRequests, SayThatNoPluginAsks) {
  ApprovalRequests without(nullptr);
  Result<Json> result = Json();
  without.respond({"workbench/approvals", {}, peer_, pending_},
                  [&](Result<Json> answer) { result = std::move(answer); });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::unavailable);
  EXPECT_THAT(result.error().message, HasSubstr("plugins.load"));
  EXPECT_EQ(without.on_change([] {}), nullptr);
  EXPECT_TRUE(without.counts(peer_).is_absent());
  EXPECT_TRUE(without.flows(peer_).is_absent());
}

TEST_F(TestedRequests, TurnAnExceptionOfThePluginIntoAnError) {
  inbox_.fail();
  EXPECT_THAT(respond("workbench/approvals"), HasSubstr("threw: no inbox today"));
  EXPECT_TRUE(requests_.counts(peer_).is_absent());
  EXPECT_EQ(requests_.waiting(), 0U);
}

TEST_F(TestedRequests, CountForTheStatus) {
  inbox_.add("q1");
  inbox_.add_standing("d1");
  inbox_.add_standing("d2");
  inbox_.set_flows(R"([{"client":"c","private":true}])");
  const Json counts = requests_.counts(peer_);
  const Json flows = requests_.flows(peer_);
  EXPECT_EQ(counts.text(), R"({"waiting":1,"standing":2})");
  EXPECT_EQ(flows.text(), R"([{"client":"c","private":true}])");
}

}  // namespace
}  // namespace workbench::app
