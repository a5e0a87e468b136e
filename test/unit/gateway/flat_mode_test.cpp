#include "gateway/modes/flat_mode.hpp"

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
  EXPECT_EQ(web.run().latest("tools/call").params.text(), R"({"name":"echo","arguments":{"n":1.10}})");
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(FlatMode, PassesTheErrorOfTheServerAsItIs) {
  add_server("dev", "files").refuse("tools/call", -32099, "no disk");
  const auto client = legacy_client();
  EXPECT_EQ(client->result_of(client->call("echo")), R"(error: {"code":-32099,"message":"no disk"})");
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
  EXPECT_EQ(files.run().latest("prompts/get").params.text(), R"({"name":"greet","arguments":{"a":"b"}})");
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
