// What is recorded of decisions, and what the record of reviewed items adds to a question.

#include "approvals_fixture.hpp"

#include <workbench/decision_log.hpp>
#include <workbench/locked_items.hpp>

namespace workbench::approvals {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class Decisions final : public DecisionLog {
 public:
  void record(DecisionRecord decision) override { records.push_back(std::move(decision)); }
  std::vector<DecisionRecord> records;
};

class Reviewed final : public LockedItems {
 public:
  std::optional<LockedItem> find(std::string_view, std::string_view, CatalogItemKind kind,
                                 std::string_view name) const override {
    asked_for = std::string(name) + (kind == CatalogItemKind::tool ? " tool" : " other");
    return item;
  }
  std::optional<LockedItem> item;
  mutable std::string asked_for;
};

class ReportTest : public ApprovalsTest {
 protected:
  ReportTest() { host.provide<DecisionLog>(decisions); }

  Decisions decisions;
  Reviewed reviewed;
};

TEST_F(ReportTest, RecordsEachDecisionWithWhoAndHow) {
  client.client.identity.principal = std::make_shared<Principal>(Principal{"agents", {}, {}});
  call(client);
  answer_all(Decision::no, "not now");

  ASSERT_THAT(decisions.records, SizeIs(1));
  const DecisionRecord& record = decisions.records.front();
  EXPECT_EQ(record.principal->name, "agents");
  EXPECT_EQ(record.client.name, "agent");
  EXPECT_EQ(record.method, "tools/call");
  EXPECT_EQ(record.target.tool, "create_issue");
  EXPECT_EQ(record.decision, "no");
  EXPECT_EQ(record.who, "ada");
  EXPECT_EQ(record.how, "terminal");
  EXPECT_EQ(record.reason, "not now");
}

TEST_F(ReportTest, RecordsHowAQuestionEndsWithoutAPerson) {
  call(client);
  client.client.cancel();
  call(client);
  middleware().on_ending();

  ASSERT_THAT(decisions.records, SizeIs(2));
  EXPECT_EQ(decisions.records[0].decision, "cancelled");
  EXPECT_EQ(decisions.records[1].decision, "closed");
  EXPECT_EQ(decisions.records[1].who, "");
}

TEST_F(ReportTest, LogsEachDecisionInOneLine) {
  call(client);
  answer_all(Decision::no, "two\nlines");

  EXPECT_THAT(host.logged(),
              Contains(AllOf(
                  HasSubstr("dev/github: approval "),
                  HasSubstr(R"( of dev/github/create_issue was answered with no by ada (terminal): two\u{A}lines)"))));
}

TEST_F(ReportTest, CountsWhatWaitsAndWhatWasDecided) {
  call(client);
  answer_all(Decision::tool);
  call(client);
  call(client, "{}", "create_other");

  EXPECT_THAT(host.metrics(), AllOf(HasSubstr("mcp_workbench_approvals_waiting 1"),
                                    HasSubstr(R"(mcp_workbench_approvals_decided_total{decision="tool"} 1)"),
                                    HasSubstr(R"(mcp_workbench_approvals_decided_total{decision="standing"} 1)")));
}

TEST_F(ReportTest, SaysSinceWhenTheTextOfATooHasBeenReviewed) {
  host.provide<LockedItems>(reviewed);
  reviewed.item = {"2026-11-27", false};
  call(client);
  EXPECT_EQ(reviewed.asked_for, "create_issue tool");
  reviewed.item = {"2026-11-27", true};
  call(client);
  reviewed.item.reset();
  call(client);

  EXPECT_THAT(waiting("since"),
              ElementsAre("reviewed 2026-11-27", "differs from workbench.lock", "not in workbench.lock"));
}

TEST_F(ReportTest, FindsTheRecordOfARenamedToolByTheServersOwnName) {
  host.provide<LockedItems>(reviewed);
  reviewed.item = {"2026-11-27", false};
  client.toolboxes.policy.own_name = "issue_write";
  call(client);

  EXPECT_EQ(reviewed.asked_for, "issue_write tool");
}

TEST_F(ReportTest, SaysNothingOfReviewsWithoutARecordOfThem) {
  call(client);
  EXPECT_THAT(waiting("since"), SizeIs(0));
}

}  // namespace
}  // namespace workbench::approvals
