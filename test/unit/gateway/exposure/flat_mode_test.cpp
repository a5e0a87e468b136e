#include "gateway/exposure/flat_mode.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;

class FlatMode : public WorkspaceFixture {
 protected:
  FlatMode() { config_.tool_mode = config::ToolMode::flat; }
};

TEST_F(FlatMode, ShowsTheToolsOfAllServersAsOneServersAndStartsThemForThat) {
  add_server("dev", "files").tools = {"read", "find"};
  add_server("other", "web").tools = {"fetch", "find"};
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("read", "files__find", "fetch", "web__find"));
}

TEST_F(FlatMode, SendsACallToTheServerThatHasTheToolUnderItsOwnName) {
  ScriptedServer& files = add_server("dev", "files");
  ScriptedServer& web = add_server("other", "web");
  const auto client = legacy_client();
  EXPECT_EQ(client->result_of(client->call("web__echo", R"({"n":1.10})")), R"({"content":[]})");
  EXPECT_THAT(web.run().latest("tools/call").params.text(),
              testing::StartsWith(R"({"name":"echo","arguments":{"n":1.10},)"));
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

// A replica that has known both servers from the start shows the same names.
TEST_F(FlatMode, ShowsNamesThatDoNotDependOnWhichServerWasThereFirst) {
  ScriptedServer& files = add_server("dev", "files");
  add_server("dev", "web");
  files.refuse("initialize");
  const auto client = legacy_client();
  ASSERT_THAT(client->listed_tools(), ElementsAre("echo"));
  files.answer_normally("initialize");
  EXPECT_THAT(client->listed_tools(), ElementsAre("files__echo", "web__echo"));
}

TEST_F(FlatMode, TakesANameForWhatItMeantInTheListThatWasShownLast) {
  ScriptedServer& files = add_server("dev", "files");
  ScriptedServer& web = add_server("dev", "web");
  files.tools = {"read"};
  const auto client = legacy_client();
  ASSERT_THAT(client->listed_tools(), ElementsAre("read", "echo"));

  files.tools = {"echo"};
  web.tools = {"echo", "read"};
  for (ScriptedServer* server : {&files, &web}) server->run().notify("notifications/tools/list_changed");
  ASSERT_TRUE(run_until([&] { return !client->received_of("notifications/tools/list_changed").empty(); }));
  client->result_of(client->call("echo"));
  EXPECT_EQ(web.run().count("tools/call"), 1U);
  EXPECT_THAT(client->result_of(client->call("read")), HasSubstr("Unknown tool: read")) << "it was that of files";

  ASSERT_THAT(client->listed_tools(), ElementsAre("files__echo", "web__echo", "read"));
  client->result_of(client->call("read"));
  EXPECT_THAT(web.run().latest("tools/call").params.text(), testing::StartsWith(R"({"name":"read","arguments":{},)"));
  EXPECT_THAT(client->result_of(client->call("echo")), HasSubstr("Unknown tool: echo"));
}

TEST_F(FlatMode, PassesTheErrorOfTheServerAsItIs) {
  add_server("dev", "files").refuse("tools/call", -32099, "no disk");
  const auto client = legacy_client();
  EXPECT_EQ(client->result_of(client->call("echo")), R"(error: {"code":-32099,"message":"no disk"})");
}

TEST_F(FlatMode, SaysInWordsWhichUrlToVisitToAClientWithoutThatMode) {
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"tools":{},"prompts":{}})";
  files.lists["prompts/list"] = {R"({"name":"greet"})"};
  for (const char* method : {"tools/call", "prompts/get"}) {
    files.handle(method, [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.send(jsonrpc::write_error(
          request.id, Json(R"({"code":-32042,"message":"Not signed in","data":{"elicitations":[{"mode":"url",)"
                           R"("elicitationId":"e","url":"https://example.com","message":"m"}]}})")));
    });
  }
  const auto unable = legacy_client();
  EXPECT_THAT(first_text(unable->result_of(unable->call("echo"))),
              HasSubstr("Not signed in; visit https://example.com"));
  EXPECT_EQ(unable->result_of(unable->request("prompts/get", R"("name":"greet")")),
            R"x(error: {"code":-32603,"message":"Not signed in; visit https://example.com first (m)"})x");
  const auto able = legacy_client(R"({"elicitation":{"url":{}}})");
  EXPECT_THAT(able->result_of(able->call("echo")), HasSubstr(R"("code":-32042)"));
}

// Another principal may not see the server at all.
TEST_F(FlatMode, LetsNoCacheShareWhatAPrincipalReads) {
  ScriptedServer& files = add_server("dev", "files", "modern");
  files.capabilities = R"({"tools":{},"resources":{}})";
  files.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})"};
  files.lists["resources/templates/list"] = {};
  files.handle("resources/read", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"resultType":"complete","contents":[],"ttlMs":9,"cacheScope":"public"})");
  });
  const auto scope_for = [](TestClient& client) {
    return member(client.result_of(client.request("resources/read", R"("uri":"file:///a")")), "cacheScope");
  };
  EXPECT_EQ(scope_for(*modern_client("{}", principal("ada"))), "\"private\"");
  EXPECT_EQ(scope_for(*modern_client()), "\"public\"");
}

TEST_F(FlatMode, AnswersAnUnknownToolWithTheServersThatAreMissing) {
  add_server("dev", "files");
  add_server("other", "broken").refuse("initialize", -32603, "out of memory");
  const auto client = legacy_client();
  const std::string error = client->result_of(client->call("juggle"));
  EXPECT_THAT(error, HasSubstr("tools/call: Unknown tool: juggle; Failed to connect to server 'broken' in toolbox "
                               "'other': "));
  EXPECT_THAT(error, HasSubstr("out of memory"));
}

// --- a broken toolbox and a healthy one ------------------------------------------------------------------------------

TEST_F(FlatMode, ACallOfAHealthyToolDoesNotStartABrokenServerAgain) {
  add_server("good", "files");
  ScriptedServer& broken = add_server("bad", "broken");
  broken.refuse("initialize");
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo"));
  const std::size_t starts = broken.starts();
  for (int time = 0; time != 5; ++time) {
    EXPECT_EQ(client->result_of(client->call("echo")), R"({"content":[]})");
  }
  EXPECT_EQ(broken.starts(), starts);
}

TEST_F(FlatMode, ACallOfAHealthyToolDoesNotWaitForAServerThatHangs) {
  ScriptedServer& files = add_server("good", "files");
  ScriptedServer& hanging = add_server("bad", "hanging");
  hanging.leave_unanswered("initialize");
  const auto client = legacy_client();
  client->request("tools/list");  // waits for limits.openPatience
  run_until_quiet();
  ASSERT_EQ(hanging.starts(), 1U);
  EXPECT_EQ(client->result_of(client->call("echo")), R"({"content":[]})");
  EXPECT_EQ(files.run().count("tools/call"), 1U);
  EXPECT_EQ(hanging.starts(), 1U);
}

TEST_F(FlatMode, ACallOfAnUnknownToolStartsABrokenServerOnlyAsItsBackoffAllows) {
  ScriptedServer& broken = add_server("bad", "broken");
  broken.refuse("initialize");
  const auto client = legacy_client();
  for (int time = 0; time != 5; ++time) {
    EXPECT_THAT(client->result_of(client->call("juggle")), HasSubstr("Unknown tool: juggle"));
  }
  EXPECT_EQ(broken.starts(), 2U);  // the first restart is allowed at once, the second after 200 ms
}

// --- a host that does not list again ---------------------------------------------------------------------------------

/// Flat mode for a host of which the table says that it ignores notifications of changed lists.
class AHostThatIgnoresChanges : public FlatMode {
 protected:
  std::unique_ptr<TestClient> client() { return legacy_client("{}", nullptr, "codex-mcp-client"); }
  /// The response, which waits for servers until the patience is over.
  std::string answer_in_time(TestClient& client, int request) {
    EXPECT_TRUE(run_until([&] { return !client.response_to(request).empty(); }));
    return client.response_to(request);
  }
};

// It would never see what is missing in its only list.
TEST_F(AHostThatIgnoresChanges, GetsItsListWhenTheLastServerHasStartedIfItConnectsForEachCall) {
  host_.changeable_limits.open_patience = std::chrono::milliseconds(300);
  add_server("dev", "files").tools = {"read"};
  ScriptedServer& late = add_server("other", "late");
  late.tools = {"fetch"};
  late.leave_unanswered("initialize");
  const auto mcporter = legacy_client("{}", nullptr, "mcporter");
  const int list = mcporter->request("tools/list");
  ASSERT_TRUE(run_until([&] { return late.starts() == 1; }));
  const auto other = legacy_client();
  const std::string listed = answer_in_time(*other, other->request("tools/list"));
  EXPECT_THAT(listed, testing::AllOf(HasSubstr("\"read\""), testing::Not(HasSubstr("\"fetch\""))));
  EXPECT_EQ(mcporter->response_to(list), "") << "it does not list again when it is notified";
  late.run(0).answer(
      "initialize",
      R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"late","version":"1"}})");
  EXPECT_THAT(mcporter->result_of(list), testing::AllOf(HasSubstr("\"read\""), HasSubstr("\"fetch\"")));
}

TEST_F(AHostThatIgnoresChanges, GetsItsPromptsWhenTheLastServerHasStarted) {
  host_.changeable_limits.open_patience = std::chrono::milliseconds(300);
  ScriptedServer& late = add_server("dev", "late");
  late.lists["prompts/list"] = {R"({"name":"greet"})"};
  late.leave_unanswered("initialize");
  const auto codex = client();
  const int list = codex->request("prompts/list");
  ASSERT_TRUE(run_until([&] { return late.starts() == 1; }));
  const auto other = legacy_client();
  EXPECT_THAT(answer_in_time(*other, other->request("prompts/list")), HasSubstr(R"({"prompts":[]})"));
  EXPECT_EQ(codex->response_to(list), "");
  late.run(0).answer("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{}},)"
                                   R"("serverInfo":{"name":"late","version":"1"}})");
  EXPECT_EQ(codex->result_of(list), R"({"prompts":[{"name":"greet"}]})");
}

TEST_F(AHostThatIgnoresChanges, GetsItsListWithWhatIsStillStarting) {
  host_.changeable_limits.open_patience = std::chrono::milliseconds(50);
  add_server("dev", "files").tools = {"read"};
  ScriptedServer& late = add_server("other", "late");
  late.tools = {"fetch"};
  late.leave_unanswered("initialize");
  const auto codex = client();
  const std::string listed = answer_in_time(*codex, codex->request("tools/list"));
  EXPECT_THAT(listed, testing::AllOf(HasSubstr("\"read\""), HasSubstr("\"about_missing_tools\""),
                                     HasSubstr("server 'late' in toolbox 'other' is still starting")));
  EXPECT_EQ(late.starts(), 1U);
  late.run().answer(
      "initialize",
      R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"late","version":"1"}})");
  run_until_quiet();
  EXPECT_THAT(codex->listed_tools(), ElementsAre("read", "fetch")) << "its start has continued";
}

TEST_F(FlatMode, ShowsWhatIsMissingToHostsThatListOnceAndToNoOther) {
  add_server("dev", "files");
  add_server("other", "broken").refuse("initialize", -32603, "out of memory");
  for (const char* name : {"codex-mcp-client", "nanocoder-mcp-client", "qwen-code-mcp-client"}) {
    EXPECT_THAT(legacy_client("{}", nullptr, name)->listed_tools(),
                ElementsAre("echo", "open_toolbox", "use_tool", "describe_tools", "about_missing_tools"))
        << name;
  }
  for (const char* name : {"kilo", "opencode", "some-new-agent"}) {
    EXPECT_THAT(legacy_client("{}", nullptr, name)->listed_tools(), ElementsAre("echo")) << name;
  }
}

TEST_F(AHostThatIgnoresChanges, IsShownWhatIsMissingInItsList) {
  add_server("dev", "files").tools = {"read"};
  ScriptedServer& broken = add_server("other", "broken");
  broken.refuse("initialize", -32603, "out of memory");
  EXPECT_THAT(legacy_client()->listed_tools(), ElementsAre("read")) << "a host that lists again";

  const auto codex = client();
  ASSERT_THAT(codex->listed_tools(),
              ElementsAre("read", "open_toolbox", "use_tool", "describe_tools", "about_missing_tools"));
  const std::string list = codex->result_of(codex->request("tools/list"));
  EXPECT_THAT(list,
              HasSubstr("Not all tools are in this list: Failed to connect to server 'broken' in toolbox 'other'"));
  EXPECT_THAT(list, HasSubstr("out of memory"));
  EXPECT_THAT(first_text(codex->result_of(codex->call("about_missing_tools"))), HasSubstr("Still missing: Failed"));

  broken.answer_normally("initialize");
  EXPECT_THAT(codex->listed_tools(), ElementsAre("read", "echo"));
  EXPECT_THAT(first_text(codex->result_of(codex->call("about_missing_tools"))),
              HasSubstr("All servers have been reached by now"));
}

TEST_F(AHostThatIgnoresChanges, CallsAToolOfAServerThatHasTheNameOfTheNotice) {
  ScriptedServer& files = add_server("dev", "files");
  files.tools = {"about_missing_tools"};
  add_server("other", "broken").refuse("initialize");
  const auto codex = client();
  EXPECT_THAT(codex->listed_tools(), ElementsAre("about_missing_tools"));
  codex->result_of(codex->call("about_missing_tools"));
  EXPECT_EQ(files.run().count("tools/call"), 1U);
}

// --- cancelled requests ----------------------------------------------------------------------------------------------

TEST_F(FlatMode, NeverSendsACallThatIsCancelledWhileTheServersAreBeingStarted) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  const int call = client->call("echo");
  client->cancel(call);
  run_until_quiet();
  ASSERT_EQ(files.starts(), 1U);
  EXPECT_EQ(files.run().count("tools/call"), 0U);
  EXPECT_EQ(client->response_to(call), "");
}

TEST_F(FlatMode, NeverSendsACallOfAModernClientThatIsGone) {
  ScriptedServer& files = add_server("dev", "files");
  auto client = modern_client();
  client->call("echo");
  ASSERT_TRUE(run_until([&] { return files.starts() == 1; }));
  client.reset();
  run_until_quiet();
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

// --- content ---------------------------------------------------------------------------------------------------------

TEST_F(FlatMode, ShowsPromptsAndResourcesAndReadsThemWhereTheyAre) {
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"tools":{},"prompts":{},"resources":{}})";
  files.lists["prompts/list"] = {R"({"name":"greet"})"};
  files.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})"};
  files.lists["resources/templates/list"] = {};
  files.handle("prompts/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"messages":[]})");
  });
  files.handle("resources/read", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"contents":[]})");
  });
  const auto client = legacy_client();
  EXPECT_EQ(client->result_of(client->request("prompts/list")), R"({"prompts":[{"name":"greet"}]})");
  EXPECT_EQ(client->result_of(client->request("resources/list")), R"({"resources":[{"uri":"file:///a","name":"a"}]})");
  EXPECT_EQ(client->result_of(client->request("prompts/get", R"("name":"greet","arguments":{"a":"b"})")),
            R"({"messages":[]})");
  EXPECT_THAT(files.run().latest("prompts/get").params.text(),
              testing::StartsWith(R"({"name":"greet","arguments":{"a":"b"},)"));
  EXPECT_EQ(client->result_of(client->request("resources/read", R"("uri":"file:///a")")), R"({"contents":[]})");
}

TEST_F(FlatMode, RefusesAPromptThatNoServerHas) {
  add_server("dev", "files");
  const auto client = legacy_client();
  EXPECT_EQ(client->result_of(client->request("prompts/get", R"("name":"greet")")),
            R"(error: {"code":-32602,"message":"prompts/get: Unknown prompt: greet"})");
}

// --- failures --------------------------------------------------------------------------------------------------------

TEST_F(FlatMode, AnswersTheListWithTheReasonsIfEveryServerHasFailed) {
  add_server("dev", "broken").refuse("initialize", -32603, "out of memory");
  const auto client = legacy_client();
  EXPECT_THAT(client->result_of(client->request("tools/list")),
              HasSubstr("Failed to connect to server 'broken' in toolbox 'dev': "));
}

TEST_F(FlatMode, LogsEachFailureToTheSessionOnce) {
  add_server("good", "files");
  add_server("bad", "broken").refuse("initialize", -32603, "out of memory");
  const auto client = legacy_client();
  client->listed_tools();
  client->listed_tools();
  const auto logged = client->received_of("notifications/message");
  ASSERT_EQ(logged.size(), 1U);
  EXPECT_THAT(logged[0], HasSubstr(R"("logger":"bad/broken","data":"Failed to connect to server 'broken')"));
}

}  // namespace
