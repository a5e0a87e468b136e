#include "gateway/exposure/dynamic_mode.hpp"
#include "gateway/exposure/registered_definition.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kListChanged = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";

class DynamicMode : public WorkspaceFixture {
 protected:
  DynamicMode() { config_.tool_mode = config::ToolMode::dynamic; }

  /// Until the response has come, and what is sent within a moment after it.
  void wait_for_response_and_batch(TestClient& client, int id) {
    ASSERT_TRUE(run_until([&] { return !client.response_to(id).empty(); }));
    bool is_later = false;
    const auto timer = loop_.after(30ms, [&] { is_later = true; });
    ASSERT_TRUE(run_until([&] { return is_later; }));
  }
};

TEST_F(DynamicMode, ShowsTheToolsOfOpenToolboxesBesideTheMetaTools) {
  add_server("dev", "files");
  add_server("other", "web");
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));
  client->result_of(client->open_toolbox("dev"));
  EXPECT_THAT(client->listed_tools(), ElementsAre("open_toolbox", "use_tool", "describe_tools", "dev__files__echo"));
}

TEST_F(DynamicMode, ShowsAModernClientTheMetaToolsAlone) {
  add_server("dev", "files");
  const auto client = modern_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_THAT(client->listed_tools(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));
}

TEST_F(DynamicMode, CallsARegisteredToolWithTheArgumentsToTheByte) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_EQ(client->result_of(client->call("dev__files__echo", R"({"n":1.10})")), R"({"content":[]})");
  EXPECT_THAT(files.run().latest("tools/call").params.text(),
              testing::StartsWith(R"({"name":"echo","arguments":{"n":1.10},)"));
}

TEST_F(DynamicMode, AnswersANameThatIsNotRegisteredWithTheTextsOfTheContract) {
  add_server("dev", "files");
  const auto client = legacy_client();
  EXPECT_EQ(first_text(client->result_of(client->call("echo"))),
            "Error: Invalid tool name format 'echo'. Expected format: {toolbox}__{server}__{tool}");
  EXPECT_THAT(
      first_text(client->result_of(client->call("dev__files__echo"))),
      testing::StartsWith("Error: Toolbox 'dev' not found among the open ones; open it first with open_toolbox"));
}

TEST_F(DynamicMode, NotifiesOfAnOpenedToolboxBeforeItAnswersAndOnce) {
  add_server("dev", "files");
  const auto client = legacy_client();
  const int opening = client->open_toolbox("dev");
  wait_for_response_and_batch(*client, opening);
  ASSERT_EQ(client->received().size(), 2U);
  EXPECT_EQ(client->received()[0], kListChanged);
  EXPECT_EQ(client->received()[1], client->response_to(opening));
}

TEST_F(DynamicMode, NotifiesOfAServerThatAnotherOpeningHasReachedBeforeItAnswers) {
  add_server("dev", "files");
  ScriptedServer& broken = add_server("dev", "broken");
  broken.refuse("initialize");
  const auto client = legacy_client();
  wait_for_response_and_batch(*client, client->open_toolbox("dev"));
  client->received().clear();
  broken.answer_normally("initialize");
  const int again = client->open_toolbox("dev");
  wait_for_response_and_batch(*client, again);
  ASSERT_EQ(client->received().size(), 2U);
  EXPECT_EQ(client->received()[0], kListChanged);
  EXPECT_EQ(client->received()[1], client->response_to(again));
  EXPECT_THAT(client->listed_tools(), testing::Contains("dev__broken__echo"));
}

TEST_F(DynamicMode, NotifiesOfNewToolsThatAnOpeningHasWaitedForBeforeItAnswers) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  wait_for_response_and_batch(*client, client->open_toolbox("dev"));
  client->received().clear();
  files.leave_unanswered("tools/list");
  files.run().notify("notifications/tools/list_changed");
  run_until_quiet();
  const int again = client->open_toolbox("dev");
  run_until_quiet();
  EXPECT_THAT(client->received(), ElementsAre());
  files.run().answer("tools/list", R"({"tools":[{"name":"new","inputSchema":{"type":"object"}}]})");
  wait_for_response_and_batch(*client, again);
  ASSERT_EQ(client->received().size(), 2U);
  EXPECT_EQ(client->received()[0], kListChanged);
  EXPECT_EQ(client->received()[1], client->response_to(again));
}

TEST_F(DynamicMode, DoesNotNotifyOfAnOpeningThatChangesNothing) {
  add_server("dev", "files");
  add_server("dev", "broken").refuse("initialize");
  const auto client = legacy_client();
  wait_for_response_and_batch(*client, client->open_toolbox("dev"));
  client->received().clear();
  wait_for_response_and_batch(*client, client->open_toolbox("dev"));
  EXPECT_THAT(client->received_of("notifications/tools/list_changed"), ElementsAre());
}

TEST_F(DynamicMode, NotifiesOfAClosedToolboxWhoseToolsAreGone) {
  add_server("dev", "files");
  options_.meta_tools = {"open_toolbox", "use_tool", "close_toolbox"};
  const auto client = legacy_client();
  wait_for_response_and_batch(*client, client->open_toolbox("dev"));
  client->received().clear();
  wait_for_response_and_batch(*client, client->call("close_toolbox", R"({"toolbox_name":"dev"})"));
  EXPECT_EQ(client->received_of("notifications/tools/list_changed").size(), 1U);
  EXPECT_THAT(client->listed_tools(), ElementsAre("open_toolbox", "use_tool", "close_toolbox"));
}

TEST_F(DynamicMode, NotifiesOfAServerThatIsReadyAfterTheAnswer) {
  host_.changeable_limits.open_patience = 0ms;
  ScriptedServer& slow = add_server("dev", "slow");
  slow.leave_unanswered("initialize");
  const auto client = legacy_client();
  wait_for_response_and_batch(*client, client->open_toolbox("dev"));
  client->received().clear();
  slow.run().answer("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}}})");
  EXPECT_TRUE(run_until([&] { return !client->received().empty(); }));
  EXPECT_THAT(client->received(), ElementsAre(kListChanged));
}

TEST(ARegisteredDefinition, SaysWhereTheToolComesFromAndKeepsTheRestToTheByte) {
  EXPECT_EQ(
      gateway::registered_definition("dev__files__read", {"dev", "files", "read"},
                                     Json(R"({"inputSchema":{"type" : "object"},"name":"read","description":"Reads.",)"
                                          R"("execution":{"taskSupport":"optional"},"_meta":{"a":1.0},"x":1e2})")),
      R"({"name":"dev__files__read","description":"[dev/files] Reads.","inputSchema":{"type" : "object"},"x":1e2,)"
      R"("_meta":{"source_server":"files","toolbox_name":"dev","original_name":"read","a":1.0}})");
}

TEST(ARegisteredDefinition, DescribesAToolThatDoesNotDescribeItself) {
  EXPECT_EQ(gateway::registered_definition("dev__files__read", {"dev", "files", "read"},
                                           Json(R"({"name":"read","inputSchema":{}})")),
            R"({"name":"dev__files__read","description":"[dev/files] ","inputSchema":{},)"
            R"("_meta":{"source_server":"files","toolbox_name":"dev","original_name":"read"}})");
}

}  // namespace
