// For how long lists are kept: those of the servers by the workbench, and its own by modern clients.

#include "gateway_fixture.hpp"

namespace gateway_fixture {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kNoTime = R"("ttlMs":0,"cacheScope":"private")";

/// A modern server that does not notify of changes, and says with each list that it may be kept for no time.
class AStaleList : public WorkspaceFixture, public testing::WithParamInterface<bool> {
 protected:
  AStaleList() {
    files_.capabilities = R"({"tools":{},"prompts":{},"resources":{}})";
    files_.cache_hint = kNoTime;
    files_.lists["prompts/list"] = {R"({"name":"old"})"};
    files_.lists["resources/list"] = {};
    files_.lists["resources/templates/list"] = {};
  }
  std::unique_ptr<TestClient> client() { return GetParam() ? modern_client() : legacy_client(); }
  void add_tool() { files_.tools = {"echo", "reverse"}; }

  ScriptedServer& files_ = add_server("dev", "files", "modern");
};

INSTANTIATE_TEST_SUITE_P(OfAServer, AStaleList, testing::Bool(),
                         [](const auto& is_modern) { return is_modern.param ? "ModernClient" : "LegacyClient"; });

TEST_P(AStaleList, IsRequestedAgainForAToolboxThatIsOpenedAgain) {
  const auto client = this->client();
  EXPECT_THAT(client->result_of(client->open_toolbox("dev")), Not(HasSubstr("reverse")));
  add_tool();
  EXPECT_THAT(client->result_of(client->open_toolbox("dev")), HasSubstr("reverse"));
}

TEST_P(AStaleList, IsRequestedAgainForACallOfAToolThatIsNotInIt) {
  const auto client = this->client();
  client->result_of(client->open_toolbox("dev"));
  const std::size_t before = files_.run().count("tools/list");
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_EQ(files_.run().count("tools/list"), before) << "not for one that is";
  add_tool();
  const std::string result = client->result_of(
      client->call("use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"reverse"},"arguments":{}})"));
  EXPECT_EQ(member(result, "content"), "[]") << result;
}

TEST_P(AStaleList, IsRequestedAgainForItsDescription) {
  const auto client = this->client();
  client->result_of(client->open_toolbox("dev"));
  add_tool();
  EXPECT_THAT(client->result_of(client->call("describe_tools", R"({"toolbox":"dev","server":"files"})")),
              HasSubstr("reverse"));
}

TEST_P(AStaleList, IsRequestedAgainForANativeList) {
  config_.tool_mode = config::ToolMode::flat;
  toolbox_entry("dev").shows_content = true;
  const auto client = this->client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo"));
  const auto prompts = [&] { return names_in(member(client->result_of(client->request("prompts/list")), "prompts")); };
  EXPECT_THAT(prompts(), ElementsAre("old"));
  add_tool();
  files_.lists["prompts/list"] = {R"({"name":"old"})", R"({"name":"new"})"};
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo", "reverse"));
  EXPECT_THAT(prompts(), ElementsAre("old", "new"));
}

TEST_P(AStaleList, IsRequestedAgainForPinnedTools) {
  toolbox_entry("dev").pinned_tools = {{"files", "reverse"}};
  const auto client = this->client();
  EXPECT_THAT(client->listed_tools(), Not(testing::Contains("dev__files__reverse")));
  wait_a_moment();
  add_tool();
  client->listed_tools();
  wait_a_moment();
  EXPECT_THAT(client->listed_tools(), testing::Contains("dev__files__reverse"));
}

TEST_P(AStaleList, IsRequestedAgainForTheToolsOfAnOpenToolbox) {
  config_.tool_mode = config::ToolMode::dynamic;
  const auto client = this->client();
  client->result_of(client->open_toolbox("dev"));
  add_tool();
  if (GetParam()) {
    EXPECT_THAT(client->listed_tools(), Not(testing::Contains("dev__files__reverse"))) << "whatever was opened";
  } else {
    EXPECT_THAT(client->listed_tools(), testing::Contains("dev__files__reverse"));
  }
}

TEST_P(AStaleList, IsAnsweredWithTheFormerOneIfItsServerEndsMeanwhile) {
  config_.tool_mode = config::ToolMode::flat;
  toolbox_entry("dev").shows_content = true;
  const auto client = this->client();
  client->result_of(client->request("prompts/list"));
  files_.leave_unanswered("prompts/list");
  const int list = client->request("prompts/list");
  run_until_quiet();
  EXPECT_EQ(client->response_to(list), "");
  files_.run().exit();
  EXPECT_TRUE(run_until([&] { return !client->response_to(list).empty(); }));
  EXPECT_THAT(names_in(member(client->response_to(list), "result.prompts")), ElementsAre("old"));
}

TEST_P(AStaleList, IsNotRequestedForAClientThatHasCancelled) {
  config_.tool_mode = config::ToolMode::flat;
  toolbox_entry("dev").shows_content = true;
  const auto client = this->client();
  client->result_of(client->request("prompts/list"));
  files_.leave_unanswered("prompts/list");
  const int list = client->request("prompts/list");
  run_until_quiet();
  client->cancel(list);
  run_until_quiet();
  files_.run().answer("prompts/list", R"({"prompts":[]})");
  run_until_quiet();
  EXPECT_EQ(client->response_to(list), "");
}

// --- what modern clients are told ------------------------------------------------------------------------------------

/// The tools of all servers as one list.
class AListOfSeveralServers : public WorkspaceFixture {
 protected:
  AListOfSeveralServers() { config_.tool_mode = config::ToolMode::flat; }

  ScriptedServer& add(const std::string& name, const std::string& hint) {
    ScriptedServer& server = add_server("dev", name, "modern");
    server.capabilities = R"({"tools":{}})";
    server.tools = {"of_" + name};
    server.cache_hint = hint;
    return server;
  }
  struct Told {
    std::int64_t ttl;
    std::string scope;
  };
  Told told(TestClient& client, const std::string& method = "tools/list") {
    const std::string result = client.result_of(client.request(method));
    return {std::stoll("0" + member(result, "ttlMs")), member(result, "cacheScope")};
  }
};

constexpr const char* kMinutePublic = R"("ttlMs":60000,"cacheScope":"public")";
constexpr const char* kHourPublic = R"("ttlMs":3600000,"cacheScope":"public")";

TEST_F(AListOfSeveralServers, MayBeKeptForTheLeastOfWhatTheySay) {
  add("a", kHourPublic);
  add("b", kMinutePublic);
  const auto client = modern_client();
  const Told list = told(*client);
  EXPECT_LE(list.ttl, 60'000);
  EXPECT_GT(list.ttl, 30'000);
  EXPECT_EQ(list.scope, R"("public")");
}

TEST_F(AListOfSeveralServers, IsPrivateIfThatOfOneIs) {
  add("a", kHourPublic);
  add("b", R"("ttlMs":3600000,"cacheScope":"private")");
  const auto client = modern_client();
  EXPECT_GT(told(*client).ttl, 60'000);
  EXPECT_EQ(told(*client).scope, R"("private")");
}

TEST_F(AListOfSeveralServers, IsPrivateToAPrincipalWithAName) {
  add("a", kHourPublic);
  const auto client = modern_client("{}", principal("ada"));
  EXPECT_EQ(told(*client).scope, R"("private")");
}

TEST_F(AListOfSeveralServers, IsNotKeptIfOneOfThemSaysNothing) {
  add("a", kHourPublic);
  add_server("dev", "b", "legacy");
  const auto client = modern_client();
  EXPECT_EQ(told(*client).ttl, 0);
  EXPECT_EQ(told(*client).scope, R"("private")");
}

TEST_F(AListOfSeveralServers, IsNotKeptIfOneOfThemIsMissing) {
  add("a", kHourPublic);
  add("b", kHourPublic).connect_error = Error{ErrorKind::unavailable, "no such program"};
  const auto client = modern_client();
  EXPECT_EQ(told(*client).ttl, 0);
}

TEST_F(AListOfSeveralServers, DependsOnThoseAloneThatHaveSomeOfItsKind) {
  ScriptedServer& rich = add("a", kHourPublic);
  rich.capabilities = R"({"tools":{},"prompts":{}})";
  rich.lists["prompts/list"] = {};
  add_server("dev", "b", "legacy");
  toolbox_entry("dev").shows_content = true;
  const auto client = modern_client();
  EXPECT_GT(told(*client, "prompts/list").ttl, 60'000);
  EXPECT_EQ(told(*client, "resources/list").ttl, 0) << "nobody says anything of an empty list";
}

TEST_F(AListOfSeveralServers, OfWhoseChangesTheyNotifyIsAsGoodAsNew) {
  ScriptedServer& server = add("a", kMinutePublic);
  server.capabilities = R"({"tools":{"listChanged":true}})";
  const auto client = modern_client();
  EXPECT_GT(told(*client).ttl, 30'000);
  EXPECT_EQ(server.run().count("tools/list"), 1U);
}

TEST_F(AListOfSeveralServers, IsNotKeptBesideMetaTools) {
  options_.meta_tools = {"open_toolbox"};
  add("a", kHourPublic);
  const auto client = modern_client();
  EXPECT_EQ(told(*client).ttl, 0);
  EXPECT_EQ(told(*client).scope, R"("private")");
}

TEST_F(AListOfSeveralServers, TellsALegacyClientNothing) {
  add("a", kHourPublic);
  const auto client = legacy_client();
  EXPECT_THAT(client->result_of(client->request("tools/list")), Not(HasSubstr("ttlMs")));
}

}  // namespace
}  // namespace gateway_fixture
