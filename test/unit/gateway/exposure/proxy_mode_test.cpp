#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;

using ProxyMode = WorkspaceFixture;

TEST_F(ProxyMode, ShowsTheMetaToolsAloneWhateverIsOpen) {
  add_server("dev", "files");
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));
  client->result_of(client->open_toolbox("dev"));
  EXPECT_THAT(client->listed_tools(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));
  EXPECT_THAT(client->received_of("notifications/tools/list_changed"), ElementsAre());
}

TEST_F(ProxyMode, ShowsTheMetaToolsThatAreChosenInTheirOrder) {
  add_server("dev", "files");
  options_.meta_tools = {"use_tool", "list_toolboxes"};
  EXPECT_THAT(legacy_client()->listed_tools(), ElementsAre("use_tool", "list_toolboxes"));
}

TEST_F(ProxyMode, RefusesToStartWithAMetaToolThatNoPluginProvides) {
  options_.meta_tools = {"juggle"};
  const auto workspace = workspaces().find_for(AcceptedClient{});
  ASSERT_FALSE(workspace);
  EXPECT_THAT(workspace.error().message, HasSubstr("'juggle'"));
}

TEST_F(ProxyMode, CallsAToolOfAnOpenToolboxWithUseTool) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_EQ(client->result_of(client->use_tool("dev", "files", R"({"n":1.10})")), R"({"content":[]})");
  EXPECT_THAT(files.run().latest("tools/call").params.text(),
              testing::StartsWith(R"({"name":"echo","arguments":{"n":1.10},)"));
}

TEST_F(ProxyMode, RefusesAToolThatIsCalledByItsOwnName) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_EQ(
      client->result_of(client->call("echo")),
      R"(error: {"code":-32602,"message":"tools/call: Unknown tool: echo; the tools of a toolbox are called with )"
      R"(use_tool, after open_toolbox"})");
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(ProxyMode, NamesTheToolboxesInTheInstructionsAndStartsNothing) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = modern_client();
  EXPECT_THAT(client->result_of(client->request("server/discover")), HasSubstr(R"(- dev: d (1 server))"));
  EXPECT_EQ(files.starts(), 0U);
}

TEST_F(ProxyMode, HasNoContent) {
  ScriptedServer& files = add_server("dev", "files");
  const auto legacy = legacy_client();
  EXPECT_EQ(legacy->result_of(legacy->request("prompts/list")), R"({"prompts":[]})");
  EXPECT_EQ(legacy->result_of(legacy->request("resources/list")), R"({"resources":[]})");
  EXPECT_EQ(legacy->result_of(legacy->request("resources/templates/list")), R"({"resourceTemplates":[]})");
  EXPECT_THAT(legacy->result_of(legacy->request("prompts/get", R"("name":"a")")), HasSubstr("Method not found"));
  const auto modern = modern_client();
  EXPECT_THAT(modern->result_of(modern->request("prompts/list")), HasSubstr("-32601"));
  EXPECT_EQ(files.starts(), 0U);
}

TEST_F(ProxyMode, AnswersTheCallOfAServerThatEndsWithTheReason) {
  ScriptedServer& files = add_server("dev", "files");
  files.leave_unanswered("tools/call");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  const int call = client->use_tool("dev", "files");
  run_until_quiet();
  files.run().exit("the server exited with code 7");
  const std::string result = client->result_of(call);
  EXPECT_THAT(first_text(result), testing::StartsWith("[dev/files/echo] Error: "));
  EXPECT_THAT(first_text(result),
              HasSubstr("the server exited with code 7; whether the request was carried out is not known"));
  EXPECT_EQ(member(result, "isError"), "true");
}

}  // namespace
