// Whom servers take to be their client, and how they learn of the client behind the workbench.

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kClient =
    R"({"name":"d\u00e9j\u00e0", "title":"An Editor","version":"2.10","icons":[{"src":"data:,"}],"later":1.0})";

constexpr const char* kInMeta = "\"dev.mcp-workbench/clientInfo\":";
constexpr const char* kAsClient = "\"io.modelcontextprotocol/clientInfo\":";

class ClientInfoOfAServer : public WorkspaceFixture {
 protected:
  ClientInfoOfAServer() {
    config_.tool_mode = config::ToolMode::flat;
    client_info_ = kClient;
  }

  /// Appends a server to the toolbox "dev" whose entry says `clientInfo`: pass.
  ScriptedServer& add_passing_server(const std::string& name, const std::string& protocol = "legacy") {
    ScriptedServer& server = add_server("dev", name, protocol);
    toolbox_entry("dev").servers.back().passes_client_info = true;
    return server;
  }

  static std::string initialize_params(const ScriptedServer& server) {
    return std::string(server.run().latest("initialize").params.text());
  }
  static std::string call_params(const ScriptedServer& server) {
    return std::string(server.run().latest("tools/call").params.text());
  }
};

// --- legacy servers --------------------------------------------------------------------------------------------------

TEST_F(ClientInfoOfAServer, IsOursWithTheClientsInTheMetadataOfInitialize) {
  ScriptedServer& files = add_server("dev", "files");
  legacy_client()->listed_tools();
  EXPECT_EQ(member(initialize_params(files), "clientInfo.name"), R"("mcp-workbench")");
  EXPECT_EQ(member(initialize_params(files), "_meta"), "{" + std::string(kInMeta) + kClient + "}");
}

TEST_F(ClientInfoOfAServer, IsTheClientsToTheByteWhereTheServerIsPassedIt) {
  ScriptedServer& files = add_passing_server("files");
  legacy_client()->listed_tools();
  EXPECT_EQ(member(initialize_params(files), "clientInfo"), kClient);
  EXPECT_EQ(member(initialize_params(files), "_meta"), "");
}

TEST_F(ClientInfoOfAServer, IsOursAloneForALegacyServerThatClientsShare) {
  ScriptedServer& files = add_passing_server("files");
  toolbox_entry("dev").servers.back().share = config::Share::process;
  legacy_client()->listed_tools();
  EXPECT_EQ(member(initialize_params(files), "clientInfo.name"), R"("mcp-workbench")");
  EXPECT_EQ(member(initialize_params(files), "_meta"), "");
}

TEST_F(ClientInfoOfAServer, IsOursAloneForALegacyServerBehindModernClients) {
  ScriptedServer& files = add_passing_server("files");
  const auto client = modern_client();
  client->result_of(client->call("echo"));
  EXPECT_EQ(member(initialize_params(files), "clientInfo.name"), R"("mcp-workbench")");
}

TEST_F(ClientInfoOfAServer, IsOursAloneWhereTheClientsLacksWhatTheSpecificationRequires) {
  client_info_ = R"({"name":"no version"})";
  ScriptedServer& files = add_passing_server("files");
  ScriptedServer& web = add_server("dev", "web");
  legacy_client()->listed_tools();
  for (const ScriptedServer* const server : {&files, &web}) {
    EXPECT_EQ(member(initialize_params(*server), "clientInfo.name"), R"("mcp-workbench")");
    EXPECT_EQ(member(initialize_params(*server), "_meta"), "");
  }
}

// --- modern servers --------------------------------------------------------------------------------------------------

TEST_F(ClientInfoOfAServer, IsOursWithTheClientsBesideItInEachModernRequest) {
  ScriptedServer& files = add_server("dev", "files", "modern");
  for (const auto& client : {legacy_client(), modern_client()}) {
    client->result_of(client->call("echo"));
    EXPECT_THAT(call_params(files), HasSubstr(std::string(kAsClient) + R"({"name":"mcp-workbench")"));
    EXPECT_THAT(call_params(files), HasSubstr(std::string(kInMeta) + kClient));
  }
}

TEST_F(ClientInfoOfAServer, IsTheClientsInEachModernRequestWhereTheServerIsPassedIt) {
  ScriptedServer& files = add_passing_server("files", "modern");
  for (const auto& client : {legacy_client(), modern_client()}) {
    client->result_of(client->call("echo"));
    EXPECT_THAT(call_params(files), HasSubstr(std::string(kAsClient) + kClient));
    EXPECT_THAT(call_params(files), Not(HasSubstr(kInMeta)));
  }
}

TEST_F(ClientInfoOfAServer, IsThatOfTheClientWhoseRequestItIsThoughClientsShareAModernServer) {
  ScriptedServer& files = add_passing_server("files", "modern");
  toolbox_entry("dev").servers.back().share = config::Share::process;
  client_info_ = TestClient::info_of("first");
  const auto first = legacy_client();
  client_info_ = TestClient::info_of("second");
  const auto second = modern_client();
  first->result_of(first->call("echo"));
  EXPECT_THAT(call_params(files), HasSubstr(std::string(kAsClient) + TestClient::info_of("first")));
  second->result_of(second->call("echo"));
  EXPECT_THAT(call_params(files), HasSubstr(std::string(kAsClient) + TestClient::info_of("second")));
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(ClientInfoOfAServer, NamesTheFirstClientBehindTwoWorkbenches) {
  ScriptedServer& files = add_server("dev", "files", "modern");
  client_info_ = TestClient::info_of("mcp-workbench");
  const auto outer = modern_client();
  outer->result_of(outer->call("echo", "{}", std::string(kInMeta) + kClient));
  EXPECT_THAT(call_params(files), HasSubstr(std::string(kInMeta) + kClient));
  EXPECT_THAT(call_params(files), Not(HasSubstr(std::string(kInMeta) + client_info_)));
}

// --- the configuration -----------------------------------------------------------------------------------------------

TEST_F(ClientInfoOfAServer, ReachesAServerThatIsStartedAgainWhenItsEntryChanges) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->listed_tools();
  toolbox_entry("dev").servers.back().passes_client_info = true;
  ASSERT_TRUE(workspaces().apply(config_));
  run_until_quiet();
  client->listed_tools();
  ASSERT_EQ(files.starts(), 2U);
  EXPECT_EQ(member(initialize_params(files), "clientInfo"), kClient);
}

// --- the context of a trace ------------------------------------------------------------------------------------------

struct Eras {
  bool client_is_modern;
  std::string server;
  bool is_flat;
};

class TraceContext : public WorkspaceFixture, public testing::WithParamInterface<Eras> {};

INSTANTIATE_TEST_SUITE_P(All, TraceContext,
                         testing::Values(Eras{false, "legacy", true}, Eras{false, "modern", true},
                                         Eras{true, "legacy", true}, Eras{true, "modern", true},
                                         Eras{false, "legacy", false}, Eras{false, "modern", false},
                                         Eras{true, "legacy", false}, Eras{true, "modern", false}),
                         [](const auto& eras) {
                           return std::string(eras.param.client_is_modern ? "Modern" : "Legacy") + "ClientAnd" +
                                  eras.param.server + (eras.param.is_flat ? "ServerInFlatMode" : "ServerByUseTool");
                         });

TEST_P(TraceContext, PassesToTheByte) {
  constexpr const char* kTrace = R"("traceparent":"00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01",)"
                                 R"("tracestate":"vendor=a\u002fb","baggage":"userId=alice,isProduction=false")";
  if (GetParam().is_flat) config_.tool_mode = config::ToolMode::flat;
  ScriptedServer& files = add_server("dev", "files", GetParam().server);
  const auto client = GetParam().client_is_modern ? modern_client() : legacy_client();
  if (GetParam().is_flat) {
    client->result_of(client->call("echo", "{}", kTrace));
  } else {
    client->result_of(client->open_toolbox("dev"));
    client->result_of(client->use_tool("dev", "files", "{}", kTrace));
  }
  EXPECT_THAT(std::string(files.run().latest("tools/call").params.text()), HasSubstr(kTrace));
}

}  // namespace
