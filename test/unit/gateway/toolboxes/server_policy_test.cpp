// What `approve` and `labels` demand of requests to one server, with the real filters.

#include "gateway/toolboxes/server_policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using gateway::ServerPolicy;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class AServerPolicy : public GatewayFixture {
 protected:
  ServerPolicy& policy() {
    if (!policy_) policy_.emplace(ServerPolicy::from(configured_, registry_).value());
    return *policy_;
  }
  void list(const std::vector<std::string>& definitions) {
    std::vector<protocol::ListedItem> items;
    for (const std::string& definition : definitions) {
      items.push_back({json::characters(json::member(Json(definition), "name")), Json(definition)});
    }
    catalog().update(protocol::ListKind::tools, items, std::nullopt);
  }
  servers::Catalog& catalog() {
    if (!catalog_) catalog_.emplace(host_, "dev/files", servers::ToolFilters(), entries_);
    return *catalog_;
  }
  std::vector<std::string> asked_for(std::string_view tool) { return policy().of_tool(tool, catalog()).approve; }

  config::CallPolicy configured_;
  std::vector<config::ToolEntry> entries_;

 private:
  std::optional<ServerPolicy> policy_;
  std::optional<servers::Catalog> catalog_;
};

TEST_F(AServerPolicy, NamesTheEntriesThatMatchOnceEach) {
  configured_.approve = {"create_*", "create_*", "create_issue", "delete"};
  list({R"({"name":"create_issue"})", R"({"name":"read"})"});
  EXPECT_THAT(asked_for("create_issue"), ElementsAre("create_*", "create_issue"));
  EXPECT_THAT(asked_for("read"), IsEmpty());
  EXPECT_TRUE(policy().of_tool("read", catalog()).empty());
}

TEST_F(AServerPolicy, TakesBackWhatEarlierEntriesHaveAndNoLaterOnes) {
  configured_.approve = {"*", "!create_draft", "!create_note", "create_note"};
  list({R"({"name":"create_draft"})", R"({"name":"create_note"})"});
  EXPECT_THAT(asked_for("create_draft"), IsEmpty());
  EXPECT_THAT(asked_for("create_note"), ElementsAre("create_note"));
}

TEST_F(AServerPolicy, ReadsHintsOfListedTools) {
  configured_.approve = {"destructive:"};
  list({R"({"name":"read","annotations":{"readOnlyHint":true}})", R"({"name":"wipe"})"});
  EXPECT_THAT(asked_for("read"), IsEmpty());
  EXPECT_THAT(asked_for("wipe"), ElementsAre("destructive:"));
  EXPECT_TRUE(policy().of_tool("wipe", catalog()).is_listed);
}

TEST_F(AServerPolicy, ReadsHintsAsTheConfigurationCorrectsThem) {
  configured_.approve = {"destructive:"};
  config::ToolEntry entry;
  entry.own_name = "wipe";
  entry.annotations.destructive_hint = false;
  entries_.push_back(entry);
  list({R"({"name":"wipe","annotations":{"destructiveHint":true}})"});
  EXPECT_THAT(asked_for("wipe"), IsEmpty());
  EXPECT_EQ(policy().of_tool("wipe", catalog()).annotations.destructive_hint, false);
}

TEST_F(AServerPolicy, AssumesTheWorstOfAToolThatIsNotListed) {
  configured_.approve = {"writes:", "!destructive:"};
  const ToolPolicy unknown = policy().of_tool("anything", catalog());
  EXPECT_THAT(unknown.approve, ElementsAre("writes:")) << "what its hints would take back is not known";
  EXPECT_FALSE(unknown.is_listed);
}

TEST_F(AServerPolicy, IsComputedAnewWhenTheListChanges) {
  configured_.approve = {"destructive:"};
  list({R"({"name":"sync","annotations":{"destructiveHint":false}})"});
  EXPECT_THAT(asked_for("sync"), IsEmpty());
  list({R"({"name":"sync","annotations":{"destructiveHint":true}})"});
  policy().forget_tools();
  EXPECT_THAT(asked_for("sync"), ElementsAre("destructive:"));
}

TEST_F(AServerPolicy, MatchesTheShownNameAndTheServersOwn) {
  configured_.approve = {"ugly", "nice", "other"};
  configured_.tool_labels["ugly"].sends = true;
  config::ToolEntry entry;
  entry.own_name = "ugly";
  entry.name = "nice";
  entries_.push_back(entry);
  list({R"({"name":"ugly"})"});
  EXPECT_THAT(asked_for("nice"), ElementsAre("ugly", "nice"));
  EXPECT_TRUE(policy().of_tool("nice", catalog()).labels.sends);
}

TEST_F(AServerPolicy, OfOtherRequestsMatchesNamesAlone) {
  configured_.approve = {"destructive:", "open-world:", "secret*", "flow:"};
  configured_.labels.is_private = true;
  EXPECT_THAT(policy().of_request("secret_prompt").approve, ElementsAre("secret*"));
  EXPECT_THAT(policy().of_request("file:///x").approve, IsEmpty());
  EXPECT_TRUE(policy().of_request("file:///x").labels.is_private);
  EXPECT_TRUE(policy().of_request("file:///x").approves_flows);
}

TEST_F(AServerPolicy, HasFlowsApprovedUnlessThatIsTakenBack) {
  configured_.approve = {"flow:", "!*"};
  EXPECT_TRUE(policy().of_tool("x", catalog()).approves_flows);
  configured_.approve.emplace_back("!flow:");
  EXPECT_FALSE(ServerPolicy::from(configured_, registry_).value().of_tool("x", catalog()).approves_flows);
}

TEST_F(AServerPolicy, LabelsAToolAsItsEntrySaysAndAllOthersAsTheServers) {
  configured_.labels.is_private = true;
  configured_.tool_labels["public"] = {};
  list({R"({"name":"public"})", R"({"name":"read"})"});
  EXPECT_TRUE(policy().of_tool("public", catalog()).labels.empty());
  EXPECT_TRUE(policy().of_tool("read", catalog()).labels.is_private);
}

TEST_F(AServerPolicy, NamesEntriesThatMatchNoTool) {
  configured_.approve = {"reed", "read", "!x*", "flow:"};
  list({R"({"name":"read"})"});
  EXPECT_THAT(policy().entries_without_tool(catalog()), ElementsAre("reed", "!x*"));
}

TEST_F(AServerPolicy, RefusesAnEntryThatMakesNoSense) {
  configured_.approve = {"regex:x"};
  const auto made = ServerPolicy::from(configured_, registry_);
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("approve entry 'regex:x'"));
}

}  // namespace
