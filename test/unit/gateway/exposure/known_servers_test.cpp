// Servers whose catalogs are known from earlier runs: what clients are shown of them before they are started.

#include <fstream>
#include <ostream>
#include <utility>

#include "fake_request.hpp"
#include "gateway_fixture.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class KnownServers : public WorkspaceFixture {
 protected:
  KnownServers() { options_.catalog_folder = folder_.path() / "cache"; }

  /// A client that starts all servers once and leaves, so that the next one finds them known.
  void run_all_servers() {
    const auto client = legacy_client();
    if (config_.tool_mode == config::ToolMode::flat) {
      client->listed_tools();
      return;
    }
    for (const config::ToolboxEntry& toolbox : config_.toolboxes) client->result_of(client->open_toolbox(toolbox.name));
  }
  /// Clients see config_ as it is now.
  void reload() { EXPECT_TRUE(workspaces().apply(config_)); }
  [[nodiscard]] std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(options_.catalog_folder)) {
      found.push_back(entry.path());
    }
    return found;
  }
  /// The tools that the toolboxes of a client's workspace know.
  [[nodiscard]] std::vector<std::string> known_tools(TestClient& client) {
    RequestRecord record;
    workbench::Toolboxes& toolboxes = client.workspace().backend().toolboxes();
    const auto caller = std::make_unique<FakeRequest>(record, toolboxes);
    std::vector<std::string> names;
    for (const KnownTool& tool : toolboxes.known_tools(*caller)) {
      names.push_back(tool.identifier.server + "/" + tool.identifier.tool);
    }
    return names;
  }
  void wait_for_list_changed(TestClient& client, const std::string& kind = "tools") {
    EXPECT_TRUE(run_until([&] { return !client.received_of("notifications/" + kind + "/list_changed").empty(); }));
  }

  test_support::TemporaryFolder folder_;
};

class KnownServersInFlatMode : public KnownServers {
 protected:
  KnownServersInFlatMode() { config_.tool_mode = config::ToolMode::flat; }
};

class KnownServersInDynamicMode : public KnownServers {
 protected:
  KnownServersInDynamicMode() { config_.tool_mode = config::ToolMode::dynamic; }
};

// --- flat mode -------------------------------------------------------------------------------------------------------

TEST_F(KnownServersInFlatMode, AreListedAtOnceAndNotStarted) {
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"tools":{},"prompts":{}})";
  files.lists["prompts/list"] = {R"({"name":"greet"})"};
  ScriptedServer& web = add_server("other", "web", "modern");
  web.tools = {"fetch"};
  run_all_servers();
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo", "fetch"));
  EXPECT_EQ(client->result_of(client->request("prompts/list")), R"({"prompts":[{"name":"greet"}]})");
  EXPECT_EQ(files.starts(), 1U);
  EXPECT_EQ(web.starts(), 1U);
}

TEST_F(KnownServersInFlatMode, AreDeclaredWithWhatTheyHaveAlone) {
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"tools":{},"prompts":{}})";
  files.lists["prompts/list"] = {R"({"name":"greet"})"};
  add_server("other", "web", "modern");
  const auto declared = [this] {
    const auto client = modern_client();
    return member(client->result_of(client->request("server/discover")), "capabilities");
  };
  EXPECT_EQ(declared(), R"({"logging":{},"prompts":{"listChanged":true},"resources":{"subscribe":true,)"
                        R"("listChanged":true},"tools":{"listChanged":true},"completions":{}})")
      << "a server that is not known may have anything";
  run_all_servers();
  EXPECT_EQ(declared(), R"({"logging":{},"prompts":{"listChanged":true},"tools":{"listChanged":true}})");
}

TEST_F(KnownServersInFlatMode, AreDeclaredToASessionWithEverythingAsLongAsOneIsNotKnown) {
  add_server("dev", "files");
  add_server("other", "web");
  const auto declared_to = [](TestClient& client) {
    const Json declared = client.workspace().backend().declared_capabilities(protocol::kLatestLegacyRevision);
    return std::string(declared.text());
  };
  const auto cold = legacy_client();
  EXPECT_EQ(declared_to(*cold), R"({"logging":{},"prompts":{"listChanged":true},"resources":{"subscribe":true,)"
                                R"("listChanged":true},"tools":{"listChanged":true},"completions":{}})");
  EXPECT_EQ(cold->result_of(cold->request("prompts/list")), R"({"prompts":[]})") << "no server has any";
  EXPECT_EQ(cold->result_of(cold->request("resources/list")), R"({"resources":[]})");
  EXPECT_EQ(cold->result_of(cold->request("resources/templates/list")), R"({"resourceTemplates":[]})");
  const auto warm = legacy_client();
  EXPECT_EQ(declared_to(*warm), R"({"logging":{},"tools":{"listChanged":true}})");
}

TEST_F(KnownServersInFlatMode, AreStartedByTheFirstCallWhichStartsNoOther) {
  ScriptedServer& files = add_server("dev", "files");
  ScriptedServer& web = add_server("other", "web");
  web.tools = {"fetch"};
  run_all_servers();
  const auto client = legacy_client();
  EXPECT_EQ(client->result_of(client->call("fetch", R"({"n":1.0})")), R"({"content":[]})");
  EXPECT_THAT(web.run().latest("tools/call").params.text(),
              testing::StartsWith(R"({"name":"fetch","arguments":{"n":1.0},)"));
  EXPECT_EQ(web.starts(), 2U);
  EXPECT_EQ(files.starts(), 1U);
  wait_a_moment();
  EXPECT_THAT(client->received_of("notifications/tools/list_changed"), IsEmpty()) << "its list is the same";
}

TEST_F(KnownServersInFlatMode, AreStartedByOtherRequestsForWhatTheyHave) {
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"resources":{"subscribe":true},"prompts":{}})";
  files.lists["prompts/list"] = {R"({"name":"greet"})"};
  files.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})"};
  files.lists["resources/templates/list"] = {};
  files.handle("prompts/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"messages":[]})");
  });
  ScriptedServer& web = add_server("other", "web");
  run_all_servers();
  auto client = legacy_client();
  EXPECT_EQ(client->result_of(client->request("prompts/get", R"("name":"greet")")), R"({"messages":[]})");
  EXPECT_EQ(files.starts(), 2U);
  client = legacy_client();
  client->result_of(client->request("resources/subscribe", R"("uri":"file:///a")"));
  EXPECT_EQ(files.starts(), 3U) << "nobody else would notify of its updates";
  EXPECT_EQ(files.run().count("resources/subscribe"), 1U);
  EXPECT_EQ(web.starts(), 1U);
}

TEST_F(KnownServersInFlatMode, AreReportedAsChangedIfARunListsSomethingElse) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  files.tools = {"echo", "fresh"};
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo"));
  client->result_of(client->call("echo"));
  wait_for_list_changed(*client);
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo", "fresh"));
  EXPECT_THAT(legacy_client()->listed_tools(), ElementsAre("echo", "fresh")) << "the run has refreshed what is kept";
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(KnownServersInFlatMode, DoNotDelayTheStartOfThoseThatAreNotKnown) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  ScriptedServer& web = add_server("dev", "web");
  web.tools = {"fetch"};
  reload();
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo", "fetch"));
  EXPECT_EQ(files.starts(), 1U);
  EXPECT_EQ(web.starts(), 1U);
}

TEST_F(KnownServersInFlatMode, AreAskedForAToolThatIsNotKnownBeforeItIsRefused) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  files.tools = {"echo", "fresh"};
  const auto client = legacy_client();
  EXPECT_EQ(client->result_of(client->call("fresh")), R"({"content":[]})");
  EXPECT_THAT(client->result_of(client->call("juggle")), HasSubstr("tools/call: Unknown tool: juggle"));
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(KnownServersInFlatMode, AreNotSentACallOfAToolThatTheyDoNotHaveAnyLonger) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  files.tools = {"other"};
  const auto client = legacy_client();
  EXPECT_EQ(first_text(client->result_of(client->call("echo"))),
            "Error: Tool 'echo' not found in server 'files' (toolbox 'dev'); its tools are: other");
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(KnownServersInFlatMode, StayListedWhenTheyCannotBeStarted) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  files.refuse("initialize", -32603, "out of memory");
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo"));
  EXPECT_THAT(first_text(client->result_of(client->call("echo"))),
              testing::AllOf(HasSubstr("[dev/files/echo] Error: "), HasSubstr("out of memory")));
  files.answer_normally("initialize");
  EXPECT_EQ(client->result_of(client->call("echo")), R"({"content":[]})");
}

TEST_F(KnownServersInFlatMode, AreFilteredWhenTheirCatalogsAreRead) {
  add_server("dev", "files").tools = {"read", "delete"};
  run_all_servers();
  toolbox_entry("dev").servers[0].tool_filters = {"*", "!delete"};
  reload();
  EXPECT_THAT(legacy_client()->listed_tools(), ElementsAre("read"));
}

// What a server lists later may follow from what its client has done.
TEST_F(KnownServersInFlatMode, AreKnownByWhatTheyListAtTheirStart) {
  ScriptedServer& files = add_server("dev", "files");
  auto alice = legacy_client("{}", principal("alice"));
  alice->listed_tools();
  files.tools = {"echo", "secrets_of_alice"};
  files.run().notify("notifications/tools/list_changed");
  run_until_quiet();
  EXPECT_THAT(alice->listed_tools(), ElementsAre("echo", "secrets_of_alice"));
  const auto bob = legacy_client("{}", principal("bob"));
  EXPECT_THAT(bob->listed_tools(), ElementsAre("echo"));
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(KnownServersInFlatMode, AreUnknownToAClientWithOtherCapabilities) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  legacy_client(R"({"roots":{}})")->listed_tools();
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(KnownServersInFlatMode, AreKnownBeforeTheirFirstStartInAProcessIfTheyAreShared) {
  ScriptedServer& files = add_server("dev", "files");
  toolbox_entry("dev").servers[0].share = config::Share::process;
  run_all_servers();
  gateway::Workspaces another(host_, config_, registry_, options_);
  {
    TestClient alice(host_, another, AcceptedClient{nullptr, principal("alice"), false, {}});
    TestClient bob(host_, another, AcceptedClient{nullptr, principal("bob"), false, Json(R"({"roots":{}})")});
    EXPECT_THAT(alice.listed_tools(), ElementsAre("echo"));
    EXPECT_THAT(bob.listed_tools(), ElementsAre("echo")) << "no client's capabilities are declared to a shared server";
    EXPECT_EQ(files.starts(), 1U);
    EXPECT_EQ(bob.result_of(bob.call("echo")), R"({"content":[]})");
    EXPECT_EQ(files.starts(), 2U);
  }
  bool is_closed = false;
  another.close([&] { is_closed = true; });
  EXPECT_TRUE(run_until([&] { return is_closed; }));
}

// --- dynamic mode ----------------------------------------------------------------------------------------------------

TEST_F(KnownServersInDynamicMode, AreShownWhenTheirToolboxIsOpenedAndStartedByTheFirstCall) {
  ScriptedServer& files = add_server("dev", "files");
  ScriptedServer& web = add_server("dev", "web");
  run_all_servers();
  const auto client = legacy_client();
  EXPECT_THAT(first_text(client->result_of(client->open_toolbox("dev"))), HasSubstr("\"source_server\":\"web\""));
  EXPECT_THAT(client->listed_tools(), testing::IsSupersetOf({"dev__files__echo", "dev__web__echo"}));
  EXPECT_EQ(files.starts() + web.starts(), 2U);
  EXPECT_EQ(client->result_of(client->call("dev__web__echo")), R"({"content":[]})");
  EXPECT_EQ(files.starts(), 1U);
  EXPECT_EQ(web.starts(), 2U);
}

TEST_F(KnownServersInDynamicMode, AreReportedAsChangedIfARunListsSomethingElse) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  files.tools = {"echo", "fresh"};
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  wait_a_moment();
  client->received().clear();
  client->result_of(client->call("dev__files__echo"));
  wait_for_list_changed(*client);
  EXPECT_THAT(client->listed_tools(), testing::Contains("dev__files__fresh"));
}

TEST_F(KnownServersInDynamicMode, AreAskedForAToolThatIsNotKnownBeforeItIsRefused) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  files.tools = {"echo", "fresh"};
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_EQ(client->result_of(client->call("dev__files__fresh")), R"({"content":[]})");
  EXPECT_THAT(first_text(client->result_of(client->call("dev__files__juggle"))),
              HasSubstr("Tool 'juggle' not found in server 'files' (toolbox 'dev'); its tools are: echo, fresh"));
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(KnownServersInDynamicMode, AreStartedByTheOpeningIfOneOfThemIsNotKnown) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  ScriptedServer& web = add_server("dev", "web");
  reload();
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_THAT(client->listed_tools(), testing::IsSupersetOf({"dev__files__echo", "dev__web__echo"}));
  EXPECT_EQ(files.starts(), 1U) << "only those are started that are not known";
  EXPECT_EQ(web.starts(), 1U);
}

// --- proxy mode ------------------------------------------------------------------------------------------------------

TEST_F(KnownServers, AreStartedByOpenToolboxInProxyMode) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  files.tools = {"fresh"};
  const auto client = legacy_client();
  EXPECT_THAT(first_text(client->result_of(client->open_toolbox("dev"))), HasSubstr("\"name\":\"fresh\""));
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(KnownServers, AreKnownToMetaToolsWithoutAStart) {
  ScriptedServer& files = add_server("dev", "files");
  add_server("other", "web");
  run_all_servers();
  const auto client = legacy_client();
  EXPECT_THAT(known_tools(*client), ElementsAre("files/echo", "web/echo"));
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(KnownServers, AreStartedOneByOneByCallsThatOpenTheirToolbox) {
  ScriptedServer& files = add_server("dev", "files");
  ScriptedServer& web = add_server("dev", "web");
  run_all_servers();
  const auto client = modern_client();
  EXPECT_THAT(client->result_of(client->use_tool("dev", "web")), HasSubstr(R"("content":[])"));
  EXPECT_EQ(files.starts(), 1U);
  EXPECT_EQ(web.starts(), 2U);
  client->result_of(client->open_toolbox("dev"));
  EXPECT_EQ(files.starts(), 2U) << "open_toolbox starts all of them";
  EXPECT_EQ(web.starts(), 2U);
}

TEST_F(KnownServers, AreListedByOpenToolboxWhileTheyAreStillStarting) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  host_.changeable_limits.open_patience = 0ms;
  files.leave_unanswered("initialize");
  const auto client = legacy_client();
  const int opening = client->open_toolbox("dev");
  ASSERT_TRUE(run_until([&] { return !client->response_to(opening).empty(); }));
  EXPECT_THAT(first_text(client->result_of(opening)), HasSubstr("\"name\":\"echo\""));
  const int call = client->use_tool("dev", "files");
  run_until_quiet();
  files.run().answer("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}}})");
  EXPECT_EQ(client->result_of(call), R"({"content":[]})");
}

TEST_F(KnownServers, AreAllStartedIfTheToolboxIsOpenedWhileACallOpensIt) {
  ScriptedServer& files = add_server("dev", "files");
  add_server("dev", "web").leave_unanswered("initialize");
  {
    const auto client = legacy_client();
    client->open_toolbox("dev");
    run_until_quiet();
  }
  ASSERT_THAT(this->files(), SizeIs(1));
  const auto client = modern_client();
  client->use_tool("dev", "web");  // waits for the start of web, which is not known
  run_until_quiet();
  EXPECT_EQ(files.starts(), 1U);
  client->open_toolbox("dev");
  run_until_quiet();
  EXPECT_EQ(files.starts(), 2U);
}

// --- discovered by modern clients ------------------------------------------------------------------------------------

struct Discovering {
  const char* name;
  config::ToolMode mode;
  const char* capabilities;  ///< of the client

  friend std::ostream& operator<<(std::ostream& out, const Discovering& row) { return out << row.name; }
};

/// A server that has prompts and an extension, says how it is used, and has run for a client with these capabilities.
class ToClientsThatDiscover : public KnownServers, public testing::WithParamInterface<Discovering> {
 protected:
  ToClientsThatDiscover() {
    config_.tool_mode = GetParam().mode;
    toolbox_entry("dev").shows_content = true;
    files_ = &add_server("dev", "files", "modern");
    files_->capabilities = R"({"tools":{},"prompts":{},"extensions":{"com.acme/x":{}},"experimental":{"trial":{}}})";
    files_->lists["prompts/list"] = {R"({"name":"greet"})"};
    files_->instructions = "Greet first.";
    const auto client = modern_client(GetParam().capabilities);
    if (GetParam().mode != config::ToolMode::flat) client->result_of(client->open_toolbox("dev"));
    client->result_of(client->request("prompts/list"));
  }

  ScriptedServer* files_;
};

INSTANTIATE_TEST_SUITE_P(
    KnownServers, ToClientsThatDiscover,
    testing::Values(Discovering{"FlatWithNothing", config::ToolMode::flat, "{}"},
                    Discovering{"FlatWithForms", config::ToolMode::flat, R"({"elicitation":{"form":{}}})"},
                    Discovering{"FlatWithSampling", config::ToolMode::flat, R"({"sampling":{}})"},
                    Discovering{"FlatWithRoots", config::ToolMode::flat, R"({"roots":{}})"},
                    Discovering{"FlatWithExtensions", config::ToolMode::flat, R"({"extensions":{"com.acme/x":{}}})"},
                    Discovering{"FlatWithExperiments", config::ToolMode::flat, R"({"experimental":{"trial":{}}})"},
                    Discovering{"DynamicWithForms", config::ToolMode::dynamic, R"({"elicitation":{"form":{}}})"},
                    Discovering{"ProxyWithForms", config::ToolMode::proxy, R"({"elicitation":{"form":{}}})"}),
    [](const auto& row) { return row.param.name; });

TEST_P(ToClientsThatDiscover, AreDeclaredTheSameOverStdioAsOverHttp) {
  const auto on_stdio = modern_client_on_stdio(GetParam().capabilities);
  const std::string over_stdio = on_stdio->result_of(on_stdio->request("server/discover"));
  const auto on_http = modern_client(GetParam().capabilities);
  const std::string over_http = on_http->result_of(on_http->request("server/discover"));
  EXPECT_EQ(over_stdio, over_http);
  EXPECT_EQ(member(over_stdio, "capabilities.extensions"), R"({"com.acme/x":{}})");
  EXPECT_EQ(member(over_stdio, "capabilities.experimental"), R"({"trial":{}})");
  EXPECT_EQ(member(over_stdio, "capabilities.prompts"), R"({"listChanged":true})");
  EXPECT_EQ(member(over_stdio, "capabilities.completions"), "") << "no server has them";
  if (GetParam().mode == config::ToolMode::flat) {
    EXPECT_THAT(member(over_stdio, "instructions"), HasSubstr("Greet first."));
  }
  EXPECT_EQ(files_->starts(), 1U) << "nothing is started for it";
}

TEST_F(KnownServersInFlatMode, AreDiscoveredByTheCapabilitiesOfEachRequest) {
  ScriptedServer& files = add_server("dev", "files", "modern");
  files.capabilities = R"({"tools":{},"extensions":{"com.acme/x":{}}})";
  modern_client(R"({"roots":{}})")->listed_tools();
  const auto client = modern_client_on_stdio();
  const auto discovered = [&](const std::string& capabilities) {
    client->send(R"({"jsonrpc":"2.0","id":"d)" + std::to_string(capabilities.size()) +
                 R"(","method":"server/discover","params":{"_meta":{)"
                 R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                 R"("io.modelcontextprotocol/clientCapabilities":)" +
                 capabilities + "}}}");
    run_until_quiet();
    return member(client->received().back(), "result.capabilities.extensions");
  };
  EXPECT_EQ(discovered("{}"), "") << "for such a client it has not run yet";
  EXPECT_EQ(discovered(R"({"roots":{}})"), R"({"com.acme/x":{}})");
}

TEST_F(KnownServersInFlatMode, AreDeclaredWithTheirExtensionsEvenIfTheirContentIsNotShown) {
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"tools":{},"extensions":{"com.acme/x":{}}})";
  toolbox_entry("dev").shows_content = false;
  add_server("other", "web").capabilities = R"({"tools":{},"resources":{}})";
  run_all_servers();
  const auto client = modern_client();
  const std::string discovered = client->result_of(client->request("server/discover"));
  EXPECT_EQ(member(discovered, "capabilities.extensions"), R"({"com.acme/x":{}})");
}

// --- without a usable cache ------------------------------------------------------------------------------------------

TEST_F(KnownServersInFlatMode, AreNotKnownWithoutACache) {
  options_.catalog_folder.clear();
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  EXPECT_THAT(legacy_client()->listed_tools(), ElementsAre("echo"));
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(KnownServersInFlatMode, AreStartedAsEverIfTheCacheCannotBeWritten) {
  options_.catalog_folder = folder_.write("file", "") / "cache";
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  EXPECT_THAT(legacy_client()->listed_tools(), ElementsAre("echo"));
  EXPECT_EQ(files.starts(), 2U);
  EXPECT_GE(count_logged("its catalog is not kept: "), 1U);
}

TEST_F(KnownServersInFlatMode, AreStartedAsEverIfTheirFileIsDamagedWhichIsThenReplaced) {
  ScriptedServer& files = add_server("dev", "files");
  run_all_servers();
  ASSERT_THAT(this->files(), SizeIs(1));
  std::ofstream(this->files()[0]) << "{\"format\":1";
  EXPECT_THAT(legacy_client()->listed_tools(), ElementsAre("echo"));
  EXPECT_EQ(files.starts(), 2U);
  EXPECT_EQ(count_logged("the cached catalog is not usable: "), 1U);
  EXPECT_THAT(legacy_client()->listed_tools(), ElementsAre("echo"));
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(KnownServersInFlatMode, AreStartedIfTheyListedNothing) {
  ScriptedServer& files = add_server("dev", "files");
  files.tools.clear();
  run_all_servers();
  legacy_client()->listed_tools();
  EXPECT_EQ(files.starts(), 2U) << "it may list tools a moment after its start";
}

// --- several principals ----------------------------------------------------------------------------------------------

TEST_F(KnownServersInFlatMode, AreNotKnownFromTheRunOfAnotherPrincipalWhoseClientMayBeAsked) {
  constexpr const char* kRoots = R"({"roots":{}})";
  ScriptedServer& files = add_server("dev", "files");
  files.tools = {"read_secrets_of_ada"};  // named after what the server has asked for
  EXPECT_THAT(legacy_client(kRoots, principal("ada"))->listed_tools(), ElementsAre("read_secrets_of_ada"));
  files.tools = {"read"};
  EXPECT_THAT(legacy_client(kRoots, principal("bob"))->listed_tools(), ElementsAre("read"));
  EXPECT_THAT(legacy_client(kRoots, principal("ada"))->listed_tools(), ElementsAre("read_secrets_of_ada"));
  EXPECT_EQ(files.starts(), 2U);
}

}  // namespace
