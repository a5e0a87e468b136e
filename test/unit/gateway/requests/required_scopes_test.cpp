// What a client may use of toolboxes, servers and tools that require scopes (`requires`), in every mode and era.

#include "gateway/requests/required_scopes.hpp"

#include "gateway_fixture.hpp"
#include "scripted_logins.hpp"

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

  /// An error about the missing scope `missing`.
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

// --- a client that comes back with a weaker authorization ------------------------------------------------------------

/// A client of either era whose messages have authorizations of their own.
class AWeakerAuthorization : public RequiredScopes, public testing::WithParamInterface<bool> {
 protected:
  std::unique_ptr<TestClient> client(const std::string& capabilities = "{}") {
    auto made = GetParam() ? modern_client(capabilities, granted(std::nullopt))
                           : legacy_client(capabilities, granted(std::nullopt));
    made->authorize({"mcp:echo", "more"});
    return made;
  }
  void require_scope_for_echo() {
    config::ToolEntry& echo = server_entry("dev").tools.emplace_back();
    echo.own_name = "echo";
    echo.required_scopes = {"mcp:echo"};
  }
};

INSTANTIATE_TEST_SUITE_P(All, AWeakerAuthorization, testing::Bool(),
                         [](const auto& is_modern) { return is_modern.param ? "Modern" : "Legacy"; });

TEST_P(AWeakerAuthorization, DoesNotReadWhatAToolThatItMayNotCallHasReturned) {
  ScriptedServer& files = add_server("dev", "files");
  server_entry("dev").max_result_tokens = 30;
  toolbox_entry("dev").auto_open = true;
  require_scope_for_echo();
  files.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    std::string lines;
    for (int line = 0; line < 10'000; ++line) lines.append(20, 'x').append("\\n");
    run.result(request.id, R"({"content":[{"type":"text","text":")" + lines + R"("}]})");
  });
  const auto ada = client();
  const std::string result = ada->result_of(ada->use_tool("dev", "files"));
  const std::string uri = json::characters(json::member(json::elements(Json(member(result, "content"))).at(1), "uri"));
  const auto read_page = [&] {
    return ada->result_of(ada->call("read_result", R"({"uri":")" + uri + R"(","page":2})"));
  };
  const auto find = [&] { return ada->result_of(ada->call("read_result", R"({"uri":")" + uri + R"(","find":"x"})")); };
  const auto read_resource = [&] { return ada->result_of(ada->request("resources/read", R"("uri":")" + uri + "\"")); };
  ada->authorize({"more"});
  for (const std::string& refused : {read_page(), find()}) {
    EXPECT_THAT(refused, AllOf(HasSubstr("does not grant: mcp:echo"), Not(HasSubstr("xxx"))));
  }
  EXPECT_THAT(read_resource(), refusal_for("mcp:echo"));
  ada->authorize({"mcp:echo"});
  for (const std::string& read : {read_page(), find(), read_resource()}) EXPECT_THAT(read, HasSubstr("xxx"));
}

TEST_P(AWeakerAuthorization, SeesNoTasksOfToolsThatItMayNotCall) {
  config_.tool_mode = config::ToolMode::flat;
  ScriptedServer& files = add_server("dev", "files");
  require_scope_for_echo();
  const std::string task = R"("taskId":"t1","status":"working","createdAt":"2025-11-25T10:30:00Z",)"
                           R"("lastUpdatedAt":"2025-11-25T10:30:00Z","ttl":60000)";
  files.capabilities = R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";
  files.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"tools":[{"name":"echo","inputSchema":{"type":"object"},)"
                           R"("execution":{"taskSupport":"optional"}}]})");
  });
  files.handle("tools/call", [task](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"task":{)" + task + "}}");
  });
  if (GetParam()) return;  // modern clients have no list, and the rest is the same
  const auto ada = client();
  ada->listed_tools();
  const std::string created = ada->result_of(ada->request("tools/call", R"("name":"echo","task":{})"));
  const std::string id = R"("taskId":)" + member(created, "task.taskId");
  ada->authorize({"more"});
  for (const char* method : {"tasks/get", "tasks/result", "tasks/cancel"}) {
    EXPECT_THAT(ada->result_of(ada->request(method, id)), refusal_for("mcp:echo")) << method;
  }
  EXPECT_EQ(ada->result_of(ada->request("tasks/list")), R"({"tasks":[]})");
  ada->authorize({"mcp:echo"});
  EXPECT_THAT(ada->result_of(ada->request("tasks/list")), HasSubstr("working"));
}

TEST_P(AWeakerAuthorization, DoesNotResumeASuspendedCall) {
  if (!GetParam()) return;  // sessions suspend nothing
  ScriptedServer& files = add_server("dev", "files");
  require_scope_for_echo();
  files.leave_unanswered("tools/call");
  const auto ada = client(R"({"elicitation":{}})");
  const std::string tool = R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"files","tool":"echo"}})";
  const int call = ada->request("tools/call", tool);
  run_until_quiet();
  files.run().request(7, "elicitation/create", R"({"message":"Sure?","requestedSchema":{"type":"object"}})");
  ASSERT_TRUE(run_until([&] { return !ada->response_to(call).empty(); }));
  const std::string repetition = tool + R"(,"requestState":)" + member(ada->result_of(call), "requestState") +
                                 R"(,"inputResponses":{"q1":{"action":"decline"}})";
  ada->authorize({"more"});
  EXPECT_THAT(ada->result_of(ada->request("tools/call", repetition)),
              AllOf(HasSubstr("\"code\":-32600"), HasSubstr("missing: mcp:echo")));
  EXPECT_EQ(files.run().find_response(7), nullptr);
  ada->authorize({"mcp:echo"});
  const int resumed = ada->request("tools/call", repetition);
  run_until_quiet();
  EXPECT_NE(files.run().find_response(7), nullptr) << "it could still be resumed";
  files.run().answer("tools/call", R"({"content":[]})");
  EXPECT_THAT(ada->result_of(resumed), HasSubstr("content"));
}

TEST_P(AWeakerAuthorization, DoesNotReadTheResultOfASuspendedCall) {
  if (!GetParam()) return;
  ScriptedServer& files = add_server("dev", "files");
  require_scope_for_echo();
  files.leave_unanswered("tools/call");
  const auto ada = client(R"({"elicitation":{}})");
  const std::string tool = R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"files","tool":"echo"}})";
  const int call = ada->request("tools/call", tool);
  run_until_quiet();
  files.run().request(7, "elicitation/create", R"({"message":"Sure?","requestedSchema":{"type":"object"}})");
  ASSERT_TRUE(run_until([&] { return !ada->response_to(call).empty(); }));
  files.run().answer("tools/call", R"({"content":["secret"]})");
  run_until_quiet();
  const std::string repetition = tool + R"(,"requestState":)" + member(ada->result_of(call), "requestState");
  ada->authorize({"more"});
  EXPECT_THAT(ada->result_of(ada->request("tools/call", repetition)),
              AllOf(HasSubstr("missing: mcp:echo"), Not(HasSubstr("secret"))));
  ada->authorize({"mcp:echo"});
  EXPECT_THAT(ada->result_of(ada->request("tools/call", repetition)), HasSubstr("secret"));
}

TEST_P(AWeakerAuthorization, BeginsNoLogin) {
  ScriptedLogins logins(loop_);
  logins_ = &logins;
  ScriptedServer& files = add_server("dev", "files");
  server_entry("dev").required_scopes = {"mcp:echo"};
  files.connect_error = Error{ErrorKind::login_required, "demands a login; run: mcp-workbench login dev/files"};
  const auto ada = client(R"({"elicitation":{"url":{}}})");
  ada->authorize({"more"});
  EXPECT_THAT(first_text(ada->result_of(ada->open_toolbox("dev"))), HasSubstr("run: mcp-workbench login dev/files"));
  EXPECT_EQ(logins.begun, 0);
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
