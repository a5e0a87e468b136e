#include "gateway/exposure/automatic_backend.hpp"

#include "gateway/exposure/effective_mode.hpp"
#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using config::ToolMode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

gateway::HostProfile host_that_defers(std::optional<bool> defers) {
  gateway::HostProfile host;
  host.defers_tools = defers;
  return host;
}

TEST(EffectiveMode, IsTheConfiguredOneForEveryHost) {
  for (const auto defers : {std::optional<bool>(), std::optional(false), std::optional(true)}) {
    for (const ToolMode mode : {ToolMode::proxy, ToolMode::dynamic, ToolMode::flat}) {
      EXPECT_EQ(gateway::effective_mode(mode, host_that_defers(defers)), mode);
    }
  }
}

TEST(EffectiveMode, IsFlatForHostsThatAreKnownToDeferToolsAndProxyForAllOthers) {
  EXPECT_EQ(gateway::effective_mode(ToolMode::automatic, host_that_defers(true)), ToolMode::flat);
  EXPECT_EQ(gateway::effective_mode(ToolMode::automatic, host_that_defers(false)), ToolMode::proxy);
  EXPECT_EQ(gateway::effective_mode(ToolMode::automatic, host_that_defers({})), ToolMode::proxy);
}

TEST(EffectiveMode, IsExplainedForPeople) {
  EXPECT_EQ(gateway::reason_for_mode(ToolMode::flat, host_that_defers(true)), "\"toolMode\" is flat");
  EXPECT_EQ(gateway::reason_for_mode(ToolMode::automatic, host_that_defers({})),
            "it is not known to defer tools itself");
  gateway::HostProfile with_code = host_that_defers(true);
  with_code.has_code_mode = true;
  EXPECT_EQ(gateway::reason_for_mode(ToolMode::automatic, with_code),
            "it defers tools itself, and its model can call them from code");
}

/// toolMode auto, with one server.
class AutomaticMode : public WorkspaceFixture {
 protected:
  AutomaticMode() {
    config_.tool_mode = ToolMode::automatic;
    add_server("dev", "files").tools = {"read"};
  }

  static std::string info(const std::string& name, const std::string& version) {
    return R"({"name":")" + name + R"(","version":")" + version + "\"}";
  }
  std::unique_ptr<TestClient> legacy(const std::string& name, const std::string& version) {
    client_info_ = info(name, version);
    return legacy_client();
  }
  std::unique_ptr<TestClient> modern(const std::string& name, const std::string& version) {
    client_info_ = info(name, version);
    return modern_client();
  }
};

TEST_F(AutomaticMode, ShowsToolsNativelyToHostsThatDeferThemAndTheMetaToolsToAllOthers) {
  const auto meta_tools = ElementsAre("open_toolbox", "use_tool", "describe_tools");
  EXPECT_THAT(legacy("claude-code", "2.1.330")->listed_tools(), ElementsAre("read"));
  EXPECT_THAT(legacy("codex-mcp-client", "0.169.0")->listed_tools(), ElementsAre("read"));
  EXPECT_THAT(legacy("opencode", "2.0.1")->listed_tools(), ElementsAre("read"));
  EXPECT_THAT(legacy("opencode", "1.18.33")->listed_tools(), meta_tools);
  EXPECT_THAT(legacy("claude-code", "2.0.9")->listed_tools(), meta_tools);
  EXPECT_THAT(legacy("some-new-agent", "9")->listed_tools(), meta_tools);
}

TEST_F(AutomaticMode, IsDecidedByEachRequestOfAModernClient) {
  const auto claude = modern("claude-code", "2.1.330");
  const auto other = modern("some-new-agent", "1");
  ASSERT_EQ(&claude->workspace(), &other->workspace()) << "one workspace serves both";
  EXPECT_THAT(claude->listed_tools(), ElementsAre("read"));
  EXPECT_THAT(other->listed_tools(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));
  EXPECT_THAT(claude->listed_tools(), ElementsAre("read"));
  client_info_ = info("claude-code", "2.1.330");
  EXPECT_THAT(modern_client_on_stdio()->listed_tools(), ElementsAre("read"));
}

TEST_F(AutomaticMode, RefusesAToolThatThisHostIsNotShown) {
  const auto claude = modern("claude-code", "2.1.330");
  const auto other = modern("some-new-agent", "1");
  ASSERT_THAT(claude->listed_tools(), ElementsAre("read"));
  EXPECT_THAT(claude->result_of(claude->call("read")), HasSubstr(R"("content":[])"));
  EXPECT_THAT(other->result_of(other->call("read")), HasSubstr("Unknown tool: read"));
  EXPECT_THAT(claude->result_of(claude->open_toolbox("dev")), HasSubstr("Unknown tool: open_toolbox"));
}

TEST_F(AutomaticMode, FollowsCorrectionsOfTheTable) {
  config::HostEntry entry;
  entry.name = "my-agent";
  entry.version = ">=3";
  entry.defers_tools = true;
  config_.hosts = {entry};
  EXPECT_THAT(legacy("my-agent", "3.1")->listed_tools(), ElementsAre("read"));
  EXPECT_THAT(legacy("my-agent", "2.9")->listed_tools(), Not(testing::Contains("read")));
}

TEST_F(AutomaticMode, GivesNamesThatTheHostAcceptsWithItsPrefix) {
  const std::string own(60, 'n');
  add_server("dev", "long").tools = {own};
  const auto cursor = legacy("cursor-vscode", "3.0");
  const std::vector<std::string> names = cursor->listed_tools();
  ASSERT_EQ(names.size(), 2U);
  EXPECT_LE(names[1].size(), 50U) << "60 with `workbench_`";
  EXPECT_EQ(cursor->result_of(cursor->call(names[1])), R"({"content":[]})");
  const auto claude = legacy("claude-code", "2.1.330");
  EXPECT_LE(claude->listed_tools()[1].size(), 48U);
}

TEST_F(AutomaticMode, ShowsPromptsWhereItShowsToolsNatively) {
  ScriptedServer& words = add_server("dev", "words");
  words.capabilities = R"({"tools":{},"prompts":{}})";
  words.lists["prompts/list"] = {R"({"name":"greet"})"};
  const auto claude = legacy("claude-code", "2.1.330");
  EXPECT_THAT(claude->result_of(claude->request("prompts/list")), HasSubstr("greet"));
  const auto other = legacy("some-new-agent", "1");
  EXPECT_EQ(other->result_of(other->request("prompts/list")), R"({"prompts":[]})");
}

TEST_F(AutomaticMode, StaysThatOfTheSessionWhenTheTableIsCorrected) {
  const auto codex = legacy("codex-mcp-client", "0.169.0");
  ASSERT_THAT(codex->listed_tools(), ElementsAre("read"));
  config::HostEntry entry;
  entry.name = "codex-mcp-client";
  entry.defers_tools = false;
  config_.hosts = {entry};
  ASSERT_TRUE(workspaces().apply(config_));
  EXPECT_THAT(codex->listed_tools(), ElementsAre("read"));
  EXPECT_THAT(legacy("codex-mcp-client", "0.169.0")->listed_tools(), testing::Contains("open_toolbox"));
}

TEST_F(AutomaticMode, NotifiesNoClientOfMetaToolsThatTheToolsOfAServerHaveChanged) {
  ScriptedServer& web = add_server("dev", "web");
  const auto other = legacy("some-new-agent", "1");
  other->result_of(other->open_toolbox("dev"));
  web.tools = {"fetch"};
  web.run().notify("notifications/tools/list_changed");
  run_until_quiet();
  wait_a_moment();
  EXPECT_THAT(other->received_of("notifications/tools/list_changed"), IsEmpty());
}

TEST_F(AutomaticMode, IsInTheOverview) {
  const auto claude = legacy("claude-code", "2.1.330");
  const auto other = legacy("some-new-agent", "1");
  const auto overview = workspaces().overview();
  ASSERT_EQ(overview.workspaces.size(), 2U);
  EXPECT_EQ(overview.workspaces[0].mode, "flat");
  EXPECT_EQ(overview.workspaces[1].mode, "proxy");
}

}  // namespace
