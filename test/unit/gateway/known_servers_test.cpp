// Servers whose catalogs are known from earlier runs: what clients are shown of them before they are started.

#include <fstream>

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
  /// Longer than changes are collected.
  void wait_a_moment() {
    bool is_later = false;
    const auto timer = loop_.after(30ms, [&] { is_later = true; });
    EXPECT_TRUE(run_until([&] { return is_later; }));
  }

  test_support::TemporaryFolder folder_;
};

class KnownServersInDynamicMode : public KnownServers {
 protected:
  KnownServersInDynamicMode() { config_.tool_mode = config::ToolMode::dynamic; }
};

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

}  // namespace
