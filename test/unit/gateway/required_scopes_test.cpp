// What a client may use of toolboxes, servers and tools that require scopes (`requires`), in every mode and era.

#include "gateway/required_scopes.hpp"

#include "gateway_fixture.hpp"

namespace gateway_fixture {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using testing::Not;

class RequiredScopes : public WorkspaceFixture {
 protected:
  static std::shared_ptr<const Principal> granted(std::optional<Scopes> scopes) {
    return std::make_shared<const Principal>(Principal{"ada", std::nullopt, std::move(scopes)});
  }

  /// An error that says that the scope `missing` is.
  static auto refusal_for(const std::string& missing) {
    return AllOf(HasSubstr("error: "), HasSubstr("\"code\":-32600"), HasSubstr("does not grant: " + missing));
  }

  config::ServerEntry& server_entry(const std::string& toolbox) { return toolbox_entry(toolbox).servers.front(); }
};

TEST_F(RequiredScopes, OfAToolboxAreNeededToOpenItAndToCallItsTools) {
  ScriptedServer& deploy = add_server("prod", "deploy");
  toolbox_entry("prod").required_scopes = {"mcp:prod"};
  toolbox_entry("prod").auto_open = true;
  const auto eve = legacy_client("{}", granted(Scopes{"mcp:dev"}));
  EXPECT_THAT(eve->result_of(eve->open_toolbox("prod")), refusal_for("mcp:prod"));
  EXPECT_THAT(eve->result_of(eve->use_tool("prod", "deploy")), refusal_for("mcp:prod"));
  EXPECT_THAT(eve->result_of(eve->call("describe_tools", R"({"toolbox":"prod"})")), refusal_for("mcp:prod"));
  EXPECT_EQ(deploy.starts(), 0U);
  const auto ada = legacy_client("{}", granted(Scopes{"mcp:dev", "mcp:prod"}));
  EXPECT_THAT(ada->result_of(ada->open_toolbox("prod")), HasSubstr("servers_connected"));
  EXPECT_THAT(ada->result_of(ada->use_tool("prod", "deploy")), Not(HasSubstr("error")));
}

TEST_F(RequiredScopes, OfARenamedToolAreNeededByWhicheverName) {
  add_server("prod", "deploy");
  config::ToolEntry renamed;
  renamed.own_name = "write_file";
  renamed.name = "save";
  renamed.required_scopes = {"w"};
  server_entry("prod").tools = {renamed};
  for (const char* name : {"save", "write_file"}) {
    EXPECT_THAT(gateway::required_scopes(toolbox_entry("prod"), {"prod", "deploy", name}), ElementsAre("w")) << name;
  }
  EXPECT_THAT(gateway::required_scopes(toolbox_entry("prod"), {"prod", "deploy", "other"}), IsEmpty());
}

TEST_F(RequiredScopes, LeaveTheToolboxVisible) {
  add_server("prod", "deploy");
  toolbox_entry("prod").required_scopes = {"mcp:prod"};
  options_.meta_tools = {"open_toolbox", "use_tool", "list_toolboxes"};
  const auto eve = legacy_client("{}", granted(Scopes{}));
  EXPECT_THAT(eve->result_of(eve->call("list_toolboxes")), HasSubstr("prod"));
}

TEST_F(RequiredScopes, DoNotLimitClientsWhoseAuthenticationKnowsNone) {
  add_server("prod", "deploy");
  toolbox_entry("prod").required_scopes = {"mcp:prod"};
  for (const auto& principal : {std::shared_ptr<const Principal>(), granted(std::nullopt)}) {
    const auto client = legacy_client("{}", principal);
    EXPECT_THAT(client->result_of(client->open_toolbox("prod")), HasSubstr("servers_connected"));
    EXPECT_THAT(client->result_of(client->use_tool("prod", "deploy")), Not(HasSubstr("error")));
  }
}

TEST_F(RequiredScopes, OfToolboxServerAndToolAreAllNeeded) {
  add_server("prod", "deploy");
  toolbox_entry("prod").required_scopes = {"mcp:prod"};
  server_entry("prod").required_scopes = {"mcp:deploy", "mcp:prod"};
  config::ToolEntry& echo = server_entry("prod").tools.emplace_back();
  echo.own_name = "own";
  echo.name = "echo";
  echo.required_scopes = {"mcp:echo"};
  EXPECT_THAT(gateway::required_scopes(toolbox_entry("prod"), {"prod", "deploy", "echo"}),
              ElementsAre("mcp:prod", "mcp:deploy", "mcp:echo"));
  EXPECT_THAT(gateway::required_scopes(toolbox_entry("prod"), {"prod", "deploy", "other"}),
              ElementsAre("mcp:prod", "mcp:deploy"));
  EXPECT_THAT(gateway::required_scopes(toolbox_entry("prod"), {"prod", {}, {}}), ElementsAre("mcp:prod"));

  const auto eve = legacy_client("{}", granted(Scopes{"mcp:prod", "mcp:deploy"}));
  EXPECT_THAT(eve->result_of(eve->open_toolbox("prod")), HasSubstr("servers_connected"));
  EXPECT_THAT(eve->result_of(eve->use_tool("prod", "deploy")), refusal_for("mcp:echo"));
}

TEST_F(RequiredScopes, HoldForNativeCallsOfDynamicMode) {
  config_.tool_mode = config::ToolMode::dynamic;
  add_server("prod", "deploy");
  server_entry("prod").required_scopes = {"mcp:deploy"};
  const auto eve = legacy_client("{}", granted(Scopes{}));
  EXPECT_THAT(eve->result_of(eve->open_toolbox("prod")), HasSubstr("servers_connected"));
  EXPECT_THAT(eve->listed_tools(), Contains("prod__deploy__echo"));
  EXPECT_THAT(eve->result_of(eve->call("prod__deploy__echo")), refusal_for("mcp:deploy"));
}

TEST_F(RequiredScopes, HoldForNativeCallsOfFlatMode) {
  config_.tool_mode = config::ToolMode::flat;
  add_server("prod", "deploy");
  server_entry("prod").required_scopes = {"mcp:deploy"};
  const auto eve = legacy_client("{}", granted(Scopes{}));
  EXPECT_THAT(eve->listed_tools(), Contains("echo"));
  EXPECT_THAT(eve->result_of(eve->call("echo")), refusal_for("mcp:deploy"));
}

TEST_F(RequiredScopes, HoldForPromptsResourcesAndSubscriptions) {
  config_.tool_mode = config::ToolMode::flat;
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"prompts":{},"resources":{"subscribe":true}})";
  files.lists["prompts/list"] = {R"({"name":"greet"})"};
  files.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})"};
  files.lists["resources/templates/list"] = {};
  server_entry("dev").required_scopes = {"mcp:files"};
  const auto eve = legacy_client("{}", granted(Scopes{}));
  EXPECT_THAT(eve->result_of(eve->request("prompts/list")), HasSubstr("greet"));
  EXPECT_THAT(eve->result_of(eve->request("prompts/get", R"("name":"greet")")), refusal_for("mcp:files"));
  EXPECT_THAT(eve->result_of(eve->request("resources/read", R"("uri":"file:///a")")), refusal_for("mcp:files"));
  EXPECT_THAT(eve->result_of(eve->request("resources/subscribe", R"("uri":"file:///a")")), refusal_for("mcp:files"));
  const auto modern = modern_client("{}", granted(Scopes{}));
  modern->request("subscriptions/listen", R"("notifications":{"resourceSubscriptions":["file:///a"]})");
  run_until_quiet();
  EXPECT_THAT(modern->received_of("notifications/subscriptions/acknowledged"),
              Contains(HasSubstr(R"("resourceSubscriptions":[])")));
}

TEST_F(RequiredScopes, HoldForMethodsOfVendors) {
  config_.tool_mode = config::ToolMode::flat;
  add_server("dev", "files");
  server_entry("dev").required_scopes = {"mcp:files"};
  const auto eve = legacy_client("{}", granted(Scopes{}));
  EXPECT_THAT(eve->result_of(eve->request("com.acme/search")), refusal_for("mcp:files"));
}

TEST_F(RequiredScopes, AreNamedInTheMessageOfTheRefusal) {
  add_server("prod", "deploy");
  toolbox_entry("prod").required_scopes = {"mcp:prod"};
  const auto entry = toolbox_entry("prod");
  const auto refusal = gateway::refuse_without_scopes(entry, {"prod", {}, {}}, {"mcp:dev"});
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->kind, ErrorKind::forbidden);
  EXPECT_THAT(refusal->scopes, ElementsAre("mcp:prod"));
  EXPECT_FALSE(gateway::refuse_without_scopes(entry, {"prod", {}, {}}, {"mcp:prod"}));
}

}  // namespace
}  // namespace gateway_fixture
