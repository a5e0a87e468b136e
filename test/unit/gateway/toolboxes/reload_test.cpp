#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kListChanged = "notifications/tools/list_changed";

/// Clients that are there while the configuration changes. A test changes config_ and calls reload().
class AReload : public WorkspaceFixture {
 protected:
  void reload() {
    const auto applied = workspaces().apply(config_);
    ASSERT_TRUE(applied) << applied.error().message;
    run_until_quiet();
  }

  /// An entry that is not the same as before, for the same server.
  void reconfigure(const std::string& toolbox, const std::string& server) {
    for (config::ServerEntry& entry : toolbox_entry(toolbox).servers) {
      if (entry.name == server) entry.options.set("args", Options::TextList{"--another"});
    }
  }
  /// Opens "dev" and calls its server "files", which does not answer yet. Returns the id of the call.
  int begin_call(TestClient& client, ScriptedServer& files) {
    client.result_of(client.open_toolbox("dev"));
    files.leave_unanswered("tools/call");
    const int id = client.use_tool("dev", "files");
    run_until_quiet();
    return id;
  }
  void remove_server(const std::string& toolbox, const std::string& server) {
    std::erase_if(toolbox_entry(toolbox).servers, [&](const auto& entry) { return entry.name == server; });
  }
  void remove_toolbox(const std::string& toolbox) {
    std::erase_if(config_.toolboxes, [&](const auto& entry) { return entry.name == toolbox; });
  }
};

TEST_F(AReload, KeepsAServerThatIsTheSameWithItsProcessAndItsCalls) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  const int id = begin_call(*client, files);

  add_server("dev", "search");
  toolbox_entry("dev").description = "for development";
  add_server("ops", "deploy");
  reload();
  files.run().answer("tools/call", R"({"content":[],"n":1})");

  EXPECT_EQ(client->result_of(id), R"({"content":[],"n":1})");
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(AReload, StartsAServerThatIsNewInAnOpenToolbox) {
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  ScriptedServer& search = add_server("dev", "search");
  reload();

  EXPECT_EQ(search.starts(), 1U);
  EXPECT_EQ(client->result_of(client->use_tool("dev", "search")), R"({"content":[]})");
}

TEST_F(AReload, EndsAServerThatIsConfiguredInAnotherWayWhenItHasAnsweredItsCalls) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  const int earlier = begin_call(*client, files);

  reconfigure("dev", "files");
  reload();
  ASSERT_EQ(files.starts(), 2U);
  EXPECT_FALSE(files.run(0).is_closing());
  const int later = client->use_tool("dev", "files");
  run_until_quiet();
  files.run(0).answer("tools/call", R"({"content":[],"run":0})");
  files.run(1).answer("tools/call", R"({"content":[],"run":1})");

  EXPECT_EQ(client->result_of(earlier), R"({"content":[],"run":0})");
  EXPECT_EQ(client->result_of(later), R"({"content":[],"run":1})");
  EXPECT_TRUE(run_until([&] { return files.run(0).is_closing(); }));
  EXPECT_FALSE(files.run(1).is_closing());
}

TEST_F(AReload, FailsTheCallsOfAServerThatIsGoneWhenTheirTimeIsOver) {
  host_.changeable_limits.drain = 30ms;
  ScriptedServer& files = add_server("dev", "files");
  add_server("dev", "search");
  const auto client = legacy_client();
  const int id = begin_call(*client, files);

  remove_server("dev", "files");
  reload();

  ASSERT_TRUE(run_until([&] { return !client->response_to(id).empty(); }));
  EXPECT_THAT(client->response_to(id), HasSubstr("the configuration of this server has changed or was removed"));
  EXPECT_TRUE(files.run().is_closing());
  EXPECT_THAT(client->result_of(client->use_tool("dev", "files")), HasSubstr("its servers are: search"));
}

TEST_F(AReload, FinishesTheCallsOfAToolboxThatIsGone) {
  ScriptedServer& files = add_server("dev", "files");
  add_server("ops", "deploy");
  const auto client = legacy_client();
  const int id = begin_call(*client, files);

  remove_toolbox("dev");
  reload();
  files.run().answer("tools/call", R"({"content":[],"n":1})");

  EXPECT_EQ(client->result_of(id), R"({"content":[],"n":1})");
  EXPECT_TRUE(run_until([&] { return files.run().is_closing(); }));
  EXPECT_THAT(client->result_of(client->open_toolbox("dev")), HasSubstr("the toolboxes are: ops"));
}

TEST_F(AReload, CancelsTheOpeningOfAToolboxThatIsGone) {
  ScriptedServer& files = add_server("dev", "files");
  files.leave_unanswered("initialize");
  const auto client = legacy_client();
  const int id = client->open_toolbox("dev");
  run_until_quiet();

  remove_toolbox("dev");
  reload();

  EXPECT_THAT(client->result_of(id), HasSubstr("Toolbox 'dev' is no longer configured"));
  EXPECT_TRUE(run_until([&] { return files.run().is_closing(); }));
}

TEST_F(AReload, GivesACallThatWaitsForItsServerToTheOneThatReplacesIt) {
  ScriptedServer& files = add_server("dev", "files");
  files.leave_unanswered("initialize");
  const auto client = legacy_client();
  client->open_toolbox("dev");
  const int id = client->use_tool("dev", "files");
  run_until_quiet();
  ASSERT_EQ(files.starts(), 1U);

  files.answer_normally("initialize");
  reconfigure("dev", "files");
  reload();

  ASSERT_TRUE(run_until([&] { return !client->response_to(id).empty(); }));
  EXPECT_EQ(client->result_of(id), R"({"content":[]})");
  EXPECT_EQ(files.run(1).count("tools/call"), 1U);
}

TEST_F(AReload, WaitsForTheResponsesThatACallOfAReplacedServerNeeds) {
  ScriptedServer& files = add_server("dev", "files", "modern");
  files.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    const bool is_repeated = !json::member(request.params, "inputResponses").is_absent();
    run.result(request.id, is_repeated ? R"({"resultType":"complete","content":[]})"
                                       : R"({"resultType":"input_required","inputRequests":{"a":{"method":)"
                                         R"("roots/list","params":{}}}})");
  });
  const auto client = legacy_client(R"({"roots":{}})");
  client->result_of(client->open_toolbox("dev"));
  const int id = client->use_tool("dev", "files");
  run_until_quiet();
  ASSERT_EQ(client->received_of("roots/list").size(), 1U);

  reconfigure("dev", "files");
  reload();
  const std::string asked = member(client->received_of("roots/list").front(), "id");
  client->send(R"({"jsonrpc":"2.0","id":)" + asked + R"(,"result":{"roots":[]}})");

  EXPECT_THAT(client->result_of(id), HasSubstr(R"("content":[])"));
  EXPECT_EQ(files.run(0).count("tools/call"), 2U);
}

TEST_F(AReload, NotifiesOfMetaToolsThatNameOtherToolboxes) {
  add_server("dev", "files");
  const auto client = legacy_client();
  ASSERT_THAT(client->result_of(client->request("tools/list")), Not(HasSubstr("ops")));

  add_server("ops", "deploy");
  reload();

  EXPECT_TRUE(run_until([&] { return !client->received_of(kListChanged).empty(); }));
  EXPECT_THAT(client->result_of(client->request("tools/list")), HasSubstr("ops"));
  EXPECT_THAT(client->result_of(client->open_toolbox("ops")), HasSubstr("deploy"));
}

TEST_F(AReload, NotifiesOfNothingThatClientsDoNotSee) {
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->request("tools/list"));

  reconfigure("dev", "files");
  reload();
  client->result_of(client->open_toolbox("dev"));

  EXPECT_THAT(client->received_of(kListChanged), IsEmpty());
}

TEST_F(AReload, InDynamicModeNotifiesOfToolsThatAreNoLongerThere) {
  config_.tool_mode = config::ToolMode::dynamic;
  add_server("dev", "files");
  add_server("dev", "search");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  run_until_quiet();
  const std::size_t before = client->received_of(kListChanged).size();

  remove_server("dev", "search");
  reload();

  EXPECT_TRUE(run_until([&] { return client->received_of(kListChanged).size() > before; }));
  EXPECT_THAT(client->listed_tools(), testing::Contains("dev__files__echo"));
  EXPECT_THAT(client->listed_tools(), Not(testing::Contains("dev__search__echo")));
}

TEST_F(AReload, InFlatModeShowsTheToolsOfTheServersThatAreThereNow) {
  config_.tool_mode = config::ToolMode::flat;
  add_server("dev", "files").tools = {"read"};
  const auto client = legacy_client();
  ASSERT_THAT(client->listed_tools(), ElementsAre("read"));

  remove_server("dev", "files");
  add_server("dev", "search").tools = {"find"};
  reload();

  EXPECT_TRUE(run_until([&] { return !client->received_of(kListChanged).empty(); }));
  EXPECT_THAT(client->listed_tools(), ElementsAre("find"));
}

TEST_F(AReload, AppliesToEveryClientAndToThoseThatCome) {
  add_server("dev", "files");
  const auto one = legacy_client();
  const auto other = modern_client();

  add_server("ops", "deploy");
  reload();
  const auto third = legacy_client();

  for (TestClient* client : {one.get(), other.get(), third.get()}) {
    EXPECT_THAT(client->result_of(client->use_tool("ops", "deploy", "{}")),
                testing::AnyOf(HasSubstr(R"("content":[])"), HasSubstr("open it first")));
    EXPECT_THAT(client->result_of(client->request("tools/list")), HasSubstr("ops"));
  }
}

TEST_F(AReload, ShowsAPrincipalOnlyWhatItMaySee) {
  add_server("dev", "files");
  const auto restricted = std::make_shared<const Principal>(Principal{"ada", std::vector<std::string>{"dev"}, {}});
  const auto client = legacy_client("{}", restricted);

  add_server("ops", "deploy");
  reload();

  EXPECT_THAT(client->result_of(client->request("tools/list")), Not(HasSubstr("ops")));
}

TEST_F(AReload, ReplacesASharedServerOnceForAllItsClients) {
  ScriptedServer& files = add_server("dev", "files");
  toolbox_entry("dev").servers[0].share = config::Share::process;
  const auto one = legacy_client();
  const auto other = legacy_client();
  one->result_of(one->open_toolbox("dev"));
  other->result_of(other->open_toolbox("dev"));
  ASSERT_EQ(files.starts(), 1U);

  reconfigure("dev", "files");
  reload();

  EXPECT_EQ(one->result_of(one->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_EQ(other->result_of(other->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_EQ(files.starts(), 2U);
  EXPECT_TRUE(run_until([&] { return files.run(0).is_closing(); }));
}

TEST_F(AReload, EndsASharedServerThatIsGone) {
  ScriptedServer& files = add_server("dev", "files");
  toolbox_entry("dev").servers[0].share = config::Share::process;
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  remove_server("dev", "files");
  reload();

  EXPECT_TRUE(run_until([&] { return files.run().is_closing(); }));
}

TEST_F(AReload, ThatCannotBeAppliedChangesNothing) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  add_server("dev", "search");
  toolbox_entry("dev").servers.back().transport = "carrier-pigeon";
  const auto applied = workspaces().apply(config_);
  run_until_quiet();

  ASSERT_FALSE(applied);
  EXPECT_THAT(applied.error().message, HasSubstr("server 'search' in toolbox 'dev'"));
  EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(AReload, OfTheToolModeIsSeenByClientsThatComeAfterIt) {
  add_server("dev", "files");
  const auto earlier = legacy_client();

  config_.tool_mode = config::ToolMode::flat;
  reload();
  const auto later = legacy_client();

  EXPECT_THAT(earlier->listed_tools(), testing::Contains("use_tool"));
  EXPECT_THAT(later->listed_tools(), ElementsAre("echo"));
}

TEST_F(AReload, ManyTimesLeavesNothingOfTheFormerServers) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  for (int i = 0; i != 20; ++i) {
    toolbox_entry("dev").servers[0].options.set("args", Options::TextList{std::to_string(i)});
    reload();
    EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");
  }

  ASSERT_EQ(files.starts(), 21U);
  for (std::size_t run = 0; run != 20; ++run) {
    EXPECT_TRUE(run_until([&] { return files.run(run).is_closing(); })) << run;
  }
}

// --- what a client has set -------------------------------------------------------------------------------------------

TEST_F(AReload, PausesAndResumesServersThatAreDrainingAndThoseThatAreNew) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  const int earlier = begin_call(*client, files);
  client->workspace().backend().pause_servers(true);

  reconfigure("dev", "files");
  reload();
  ASSERT_EQ(files.starts(), 2U);
  EXPECT_EQ(files.run(1).count("tools/list"), 0U) << "its answer to initialize is not read";
  files.run(0).answer("tools/call", R"({"content":[],"run":0})");
  run_until_quiet();
  EXPECT_EQ(client->response_to(earlier), "");

  client->workspace().backend().pause_servers(false);
  EXPECT_EQ(client->result_of(earlier), R"({"content":[],"run":0})");
  EXPECT_EQ(files.run(1).count("tools/list"), 1U);
}

TEST_F(AReload, SetsTheLogLevelOfTheClientAtServersThatAreNew) {
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->result_of(client->request("logging/setLevel", R"("level":"error")"));

  ScriptedServer& search = add_server("dev", "search");
  search.capabilities = R"({"tools":{},"logging":{}})";
  reload();

  ASSERT_EQ(search.run().count("logging/setLevel"), 1U);
  EXPECT_EQ(search.run().latest("logging/setLevel").params.text(), R"({"level":"error"})");
}

// --- what is refused -------------------------------------------------------------------------------------------------

/// A meta-tool whose definition is wrong as soon as there is a toolbox "bad".
class Picky final : public MetaTool {
 public:
  [[nodiscard]] Json definition(const workbench::Toolboxes& toolboxes, const ClientProfile&) const override {
    for (const ToolboxSummary& toolbox : toolboxes.summaries()) {
      if (toolbox.name == "bad") return Json("{}");
    }
    return Json(R"({"name":"picky","inputSchema":{"type":"object"}})");
  }
  void call(ToolCall) override {}
};

TEST_F(AReload, ThatIsRefusedLeavesSharedServersAsTheyAre) {
  registry_.add("picky", "0.1.0", [](Registrar& registrar) {
    registrar.add_meta_tool("picky", {.make = [](const Options&, Host&) -> Result<std::unique_ptr<MetaTool>> {
                              return std::unique_ptr<MetaTool>(std::make_unique<Picky>());
                            }});
  });
  options_.meta_tools = {"picky", "open_toolbox", "use_tool"};
  ScriptedServer& files = add_server("dev", "files");
  toolbox_entry("dev").servers[0].share = config::Share::process;
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  reconfigure("dev", "files");
  add_server("bad", "other");
  EXPECT_FALSE(workspaces().apply(config_));
  run_until_quiet();

  EXPECT_FALSE(files.run().is_closing());
  EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(AReload, EndsAnIdleSharedServerThatIsConfiguredInAnotherWay) {
  ScriptedServer& files = add_server("dev", "files");
  toolbox_entry("dev").servers[0].share = config::Share::process;
  auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client.reset();
  run_until_quiet();
  ASSERT_FALSE(files.run().is_closing());

  reconfigure("dev", "files");
  reload();

  EXPECT_TRUE(run_until([&] { return files.run().is_closing(); }));
}

// --- modes -----------------------------------------------------------------------------------------------------------

TEST_F(AReload, InDynamicModeNotifiesOfTheToolsOfAToolboxThatIsGone) {
  config_.tool_mode = config::ToolMode::dynamic;
  options_.meta_tools = {"use_tool"};
  add_server("dev", "files");
  toolbox_entry("dev").auto_open = true;
  add_server("ops", "deploy");
  const auto client = legacy_client();
  client->result_of(client->use_tool("dev", "files"));
  ASSERT_THAT(client->listed_tools(), testing::Contains("dev__files__echo"));
  run_until_quiet();
  client->received().clear();

  remove_toolbox("dev");
  reload();

  EXPECT_TRUE(run_until([&] { return !client->received_of(kListChanged).empty(); }));
  EXPECT_THAT(client->listed_tools(), ElementsAre("use_tool"));
}

TEST_F(AReload, InFlatModeNotifiesOfNothingIfTheToolsAreTheSame) {
  config_.tool_mode = config::ToolMode::flat;
  add_server("dev", "files");
  const auto client = legacy_client();
  ASSERT_THAT(client->listed_tools(), ElementsAre("echo"));

  toolbox_entry("dev").description = "another";
  reload();
  wait_a_moment();

  EXPECT_THAT(client->received_of(kListChanged), IsEmpty());
}

TEST_F(AReload, OfTheToolModeKeepsTheSuspendedCallsOfModernClients) {
  ScriptedServer& files = add_server("dev", "files");
  files.leave_unanswered("tools/call");
  constexpr const char* kCapabilities = R"({"elicitation":{}})";
  auto client = modern_client(kCapabilities);
  const int call = client->use_tool("dev", "files");
  run_until_quiet();
  files.run().request(77, "elicitation/create",
                      R"({"message":"Sure?","requestedSchema":{"type":"object","properties":{}}})");
  ASSERT_TRUE(run_until([&] { return !client->response_to(call).empty(); }));
  const std::string suspended = client->result_of(call);
  ASSERT_EQ(member(suspended, "resultType"), R"("input_required")");
  const std::string key = json::members(Json(member(suspended, "inputRequests"))).at(0).key;
  client.reset();

  config_.tool_mode = config::ToolMode::flat;
  reload();
  client = modern_client(kCapabilities);
  const int repeated = client->request(
      "tools/call", R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"files","tool":"echo"},)"
                    R"("arguments":{}},"requestState":)" +
                        member(suspended, "requestState") + R"(,"inputResponses":{")" + key +
                        R"(":{"action":"decline"}})");
  run_until_quiet();
  files.run().answer("tools/call", R"({"content":[],"n":1})");
  EXPECT_THAT(client->result_of(repeated), HasSubstr(R"("n":1)"));

  client.reset();
  EXPECT_THAT(modern_client(kCapabilities)->listed_tools(), ElementsAre("echo"));
}

}  // namespace
