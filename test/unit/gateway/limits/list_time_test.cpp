// How long a list of tools that are shown natively may take while servers start: hosts leave out a server whose first
// list takes longer than they wait.

#include "manual_time.hpp"
#include "timed_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kListChanged = "notifications/tools/list_changed";

struct ListCase {
  std::string name;
  config::ToolMode mode;
  bool is_modern;
  std::string client;
};

/// A toolbox of a server that answers at once, and one that does not answer `initialize`, in a first run.
class AFirstList : public WorkspaceFixture, public testing::WithParamInterface<ListCase> {
 protected:
  AFirstList() {
    config_.tool_mode = GetParam().mode;
    host_.changeable_limits.list_patience = base::ProcessLimits().list_patience;
    add_server("dev", "files").tools = {"read"};
    late_.tools = {"fetch"};
    late_.leave_unanswered("initialize");
    client_info_ = R"({"name":")" + GetParam().client + R"(","version":"2.1.330"})";
  }

  std::unique_ptr<TestClient> client() { return GetParam().is_modern ? modern_client() : legacy_client(); }

  void pass(std::chrono::milliseconds time) {
    constexpr std::chrono::milliseconds kStep{100};
    for (; time.count() > 0; time -= kStep) {
      test_support::pass_time(std::min(time, kStep));
      run_until_quiet();
    }
  }

  /// The late server answers after all.
  void start_late() {
    late_.run().answer(
        "initialize",
        R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"late","version":"1"}})");
    run_until_quiet();
    pass(100ms);
  }

  [[nodiscard]] static bool lists_again() { return GetParam().client != "codex-mcp-client"; }

  ScriptedServer& late_ = add_server("other", "late");
};

TEST_P(AFirstList, IsAnsweredWithinASecondWhateverAServerDoes) {
  const auto host = client();
  const int list = host->request("tools/list");
  run_until_quiet();
  EXPECT_EQ(host->response_to(list), "") << "a server that starts soon is waited for";
  pass(900ms);
  EXPECT_THAT(host->response_to(list), AllOf(HasSubstr("\"read\""), Not(HasSubstr("\"fetch\""))));
}

TEST_P(AFirstList, OfAHostThatListsOnceHasTheMetaToolsByWhichLateToolsAreReached) {
  const auto host = client();
  const int list = host->request("tools/list");
  run_until_quiet();
  pass(900ms);
  const std::string listed = host->response_to(list);
  if (lists_again()) {
    EXPECT_THAT(listed, AllOf(Not(HasSubstr("\"use_tool\"")), Not(HasSubstr("about_missing_tools"))));
    return;
  }
  EXPECT_THAT(listed,
              AllOf(HasSubstr("\"open_toolbox\""), HasSubstr("\"use_tool\""), HasSubstr("about_missing_tools")));
  start_late();
  EXPECT_THAT(host->result_of(host->open_toolbox("other")), HasSubstr("fetch"));
  const int call = host->call("use_tool", R"({"tool":{"toolbox":"other","server":"late","tool":"fetch"}})");
  EXPECT_THAT(host->result_of(call), HasSubstr(R"("content":[])"));
}

TEST_P(AFirstList, IsFollowedByANotificationWhenAServerIsReadyAfterThreeSeconds) {
  const auto host = client();
  if (GetParam().is_modern) host->request("subscriptions/listen", R"("notifications":{"toolsListChanged":true})");
  host->request("tools/list");
  run_until_quiet();
  pass(3s);
  EXPECT_TRUE(host->received_of(kListChanged).empty());
  start_late();
  EXPECT_EQ(host->received_of(kListChanged).size(), 1U);
  EXPECT_THAT(host->listed_tools(), testing::UnorderedElementsAre("read", "fetch"));
}

INSTANTIATE_TEST_SUITE_P(
    Of, AFirstList,
    testing::Values(ListCase{"FlatLegacy", config::ToolMode::flat, false, "claude-code"},
                    ListCase{"FlatModern", config::ToolMode::flat, true, "claude-code"},
                    ListCase{"FlatLegacyOfAnUnknownHost", config::ToolMode::flat, false, "some-new-agent"},
                    ListCase{"FlatLegacyThatListsOnce", config::ToolMode::flat, false, "codex-mcp-client"},
                    ListCase{"AutoLegacy", config::ToolMode::automatic, false, "claude-code"},
                    ListCase{"AutoModern", config::ToolMode::automatic, true, "claude-code"},
                    ListCase{"AutoLegacyThatListsOnce", config::ToolMode::automatic, false, "codex-mcp-client"},
                    ListCase{"AutoModernThatListsOnce", config::ToolMode::automatic, true, "codex-mcp-client"}),
    [](const auto& one) { return one.param.name; });

}  // namespace
