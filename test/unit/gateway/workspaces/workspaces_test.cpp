#include "gateway/workspaces/workspaces.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;

using AWorkspace = WorkspaceFixture;

TEST_F(AWorkspace, OfALegacyClientIsItsOwn) {
  ScriptedServer& files = add_server("dev", "files");
  const auto one = legacy_client();
  const auto other = legacy_client();
  EXPECT_NE(&one->workspace(), &other->workspace());
  one->result_of(one->open_toolbox("dev"));
  other->result_of(other->open_toolbox("dev"));
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(AWorkspace, OfALegacyClientEndsItsServersWhenTheClientIsGone) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->leave();
  run_until_quiet();
  EXPECT_TRUE(files.run().is_closing());
}

TEST_F(AWorkspace, IsSharedByTheModernClientsOfOnePrincipal) {
  ScriptedServer& files = add_server("dev", "files");
  const auto one = modern_client("{}", principal("ada"));
  const auto other = modern_client("{}", principal("ada"));
  EXPECT_EQ(&one->workspace(), &other->workspace());
  one->result_of(one->use_tool("dev", "files"));
  other->result_of(other->use_tool("dev", "files"));
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(AWorkspace, IsNotSharedByDifferentPrincipals) {
  const auto ada = modern_client("{}", principal("ada"));
  const auto bob = modern_client("{}", principal("bob"));
  EXPECT_NE(&ada->workspace(), &bob->workspace());
}

TEST_F(AWorkspace, IsNotSharedByClientsThatMayBeSentDifferentInputRequests) {
  const auto one = modern_client("{}", principal("ada"));
  const auto other = modern_client(R"({"elicitation":{}})", principal("ada"));
  EXPECT_NE(&one->workspace(), &other->workspace());
}

TEST_F(AWorkspace, KeepsNoMoreOfARequestThanTheCapabilities) {
  const std::string capabilities = R"({"elicitation":{}})";
  const Json request(R"({"padding":"and much more","capabilities":)" + capabilities + "}");
  AcceptedClient accepted{nullptr, principal("ada"), true, {}};
  accepted.capabilities = request.part(request.text().substr(request.text().find(capabilities), capabilities.size()));
  TestClient client(host_, workspaces(), accepted);
  const Json kept = client.workspace().clients().capabilities();
  EXPECT_EQ(kept.text(), capabilities);
  EXPECT_NE(static_cast<const void*>(kept.text().data()), static_cast<const void*>(accepted.capabilities.text().data()))
      << "it is a part of the request";
}

TEST_F(AWorkspace, OfModernClientsKeepsItsServersForTheNextOneUntilItHasBeenIdle) {
  host_.changeable_limits.idle = 20ms;
  ScriptedServer& files = add_server("dev", "files");
  auto client = modern_client();
  client->result_of(client->use_tool("dev", "files"));
  client.reset();
  EXPECT_FALSE(files.run().is_closing());
  client = modern_client();
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_EQ(files.starts(), 1U);
  client.reset();
  EXPECT_TRUE(run_until([&] { return files.run().is_closing(); }));
}

TEST_F(AWorkspace, OfModernClientsIsNotIdleWhileAPluginHasSomethingForThem) {
  constexpr ExtensionId kState{"example.org/state", 1};
  host_.changeable_limits.idle = 20ms;
  auto client = modern_client();
  auto other = modern_client("{}", principal("ada"));
  auto claim = std::make_shared<int>();
  client->workspace().backend().toolboxes().plugin_state(kState) = claim;
  client.reset();
  other.reset();
  EXPECT_TRUE(run_until([&] { return workspaces().overview().workspaces.size() == 1U; })) << "the other one ends";
  host_.changeable_limits.idle = 1ms;
  claim.reset();
  EXPECT_TRUE(run_until([&] { return workspaces().overview().workspaces.empty(); }));
}

TEST_F(AWorkspace, HasOnlyTheToolboxesThatItsPrincipalMaySee) {
  add_server("dev", "files");
  ScriptedServer& payroll = add_server("secret", "payroll");
  const auto ada =
      legacy_client("{}", std::make_shared<const Principal>(Principal{"ada", std::vector<std::string>{"dev"}, {}}));
  EXPECT_EQ(first_text(ada->result_of(ada->open_toolbox("secret"))),
            "Toolbox 'secret' not found in configuration; the toolboxes are: dev");
  EXPECT_EQ(first_text(ada->result_of(ada->use_tool("secret", "payroll"))),
            "Toolbox 'secret' not found; the toolboxes are: dev");
  EXPECT_EQ(payroll.starts(), 0U);
}

TEST_F(AWorkspace, WarnsOfAPrincipalsToolboxThatIsNotConfigured) {
  add_server("dev", "files");
  legacy_client("{}", std::make_shared<const Principal>(Principal{"ada", std::vector<std::string>{"dve"}, {}}));
  EXPECT_EQ(count_logged("'ada' may use the toolbox 'dve', which is not configured; the toolboxes are: dev"), 1U);
}

TEST_F(AWorkspace, OfSeveralClientsIsNotClosedByOneOfThem) {
  add_server("dev", "files");
  options_.meta_tools = {"open_toolbox", "use_tool", "close_toolbox"};
  const auto client = modern_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_THAT(first_text(client->result_of(client->call("close_toolbox", R"({"toolbox_name":"dev"})"))),
              HasSubstr("Toolbox 'dev' is not closed: other clients use the same servers"));
}

TEST_F(AWorkspace, OfSeveralClientsWatchesTheResourcesOfEach) {
  config_.tool_mode = config::ToolMode::flat;
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"resources":{"subscribe":true}})";
  files.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})", R"({"uri":"file:///b","name":"b"})"};
  files.lists["resources/templates/list"] = {};
  const auto listen = [this](TestClient& client, const std::string& uri) {
    client.request("subscriptions/listen", R"("notifications":{"resourceSubscriptions":[")" + uri + R"("]})");
    run_until_quiet();
  };
  auto one = modern_client();
  const auto other = modern_client();
  listen(*one, "file:///a");
  listen(*other, "file:///b");
  EXPECT_EQ(files.run().count("resources/subscribe"), 2U);
  one.reset();
  run_until_quiet();
  EXPECT_EQ(files.run().latest("resources/unsubscribe").params.text(), R"({"uri":"file:///a"})");
  EXPECT_EQ(files.run().count("resources/unsubscribe"), 1U);
}

// --- how many --------------------------------------------------------------------------------------------------------

/// Principals that may have two workspaces of modern clients.
class WorkspacesOfAPrincipal : public WorkspaceFixture {
 protected:
  WorkspacesOfAPrincipal() { options_.principal_workspaces = 2; }

  /// ClientCapabilities that are different for each number.
  static std::string capabilities(int number) {
    return R"({"experimental":{"e)" + std::to_string(number) + R"(":{}}})";
  }
  Result<gateway::Workspace*> find(const std::string& capabilities, std::shared_ptr<const Principal> of) {
    AcceptedClient accepted{nullptr, std::move(of), true, {}};
    accepted.capabilities = Json(capabilities);
    return workspaces().find_for(accepted);
  }
  static std::shared_ptr<const Principal> with_scopes(const std::string& name, const std::string& scope) {
    return std::make_shared<const Principal>(Principal{name, std::nullopt, Scopes{scope}});
  }

  ScriptedServer& files_ = add_server("dev", "files");
};

TEST_F(WorkspacesOfAPrincipal, GiveWayToAnotherSetOfCapabilitiesTheOneFirstThatNobodyHasUsedForLongest) {
  auto first = modern_client(capabilities(1), principal("ada"));
  auto second = modern_client(capabilities(2), principal("ada"));
  first->result_of(first->use_tool("dev", "files"));
  second->result_of(second->use_tool("dev", "files"));
  second.reset();
  first.reset();
  const auto third = modern_client(capabilities(3), principal("ada"));
  run_until_quiet();
  EXPECT_TRUE(files_.run(1).is_closing());
  EXPECT_FALSE(files_.run(0).is_closing());
}

TEST_F(WorkspacesOfAPrincipal, AreNoMoreThanTheLimitHoweverManySetsOfCapabilitiesItsClientsDeclare) {
  toolbox_entry("dev").opens_at_start = true;
  for (int number = 0; number < 40; ++number) {
    modern_client(capabilities(number), principal("ada"));
    run_until_quiet();
  }
  std::size_t open = 0;
  for (std::size_t run = 0; run < files_.starts(); ++run) open += files_.run(run).is_closing() ? 0U : 1U;
  EXPECT_EQ(open, 2U);
}

TEST_F(WorkspacesOfAPrincipal, ThatAreUsedAreNotEndedForOthers) {
  const auto first = modern_client(capabilities(1), principal("ada"));
  const auto second = modern_client(capabilities(2), principal("ada"));
  const auto refused = find(capabilities(3), principal("ada"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::busy);
  EXPECT_THAT(refused.error().message,
              HasSubstr("Too many sets of client capabilities at once for this principal (limits.principalWorkspaces = "
                        "2); all are in use: declare the capabilities of one of them"));
  EXPECT_TRUE(find(capabilities(1), principal("ada"))) << "it has that one";
  EXPECT_TRUE(find(capabilities(3), principal("bob"))) << "another principal";
  EXPECT_FALSE(first->result_of(first->use_tool("dev", "files")).empty());
}

TEST_F(WorkspacesOfAPrincipal, ThatWaitForAClientToRepeatARequestAreNotEndedForOthers) {
  options_.request_state_key = std::string(32, 'k');
  files_.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope&) {
    run.request(7, "elicitation/create", R"({"message":"?","requestedSchema":{"type":"object","properties":{}}})");
  });
  auto first = modern_client(R"({"elicitation":{}})", principal("ada"));
  const int call = first->use_tool("dev", "files");
  ASSERT_TRUE(run_until([&] { return !first->response_to(call).empty(); }));
  EXPECT_THAT(first->response_to(call), HasSubstr("requestState"));
  first.reset();
  const auto second = modern_client(capabilities(2), principal("ada"));
  EXPECT_FALSE(find(capabilities(3), principal("ada")));
}

TEST_F(WorkspacesOfAPrincipal, AreCountedTogetherForAllItsSetsOfScopes) {
  const auto first = modern_client("{}", with_scopes("ada", "read"));
  const auto second = modern_client("{}", with_scopes("ada", "write"));
  EXPECT_FALSE(find("{}", with_scopes("ada", "admin")));
}

TEST_F(WorkspacesOfAPrincipal, AreCountedTogetherForAllAnonymousClients) {
  const auto first = modern_client(capabilities(1));
  const auto second = modern_client(capabilities(2));
  EXPECT_FALSE(find(capabilities(3), nullptr));
}

TEST_F(WorkspacesOfAPrincipal, AreNotMadeForCapabilitiesBeyondTheirBounds) {
  const std::string large = R"({"experimental":{"e":")" + std::string(300'000, 'x') + "\"}}";
  std::string deep = "{}";
  for (int level = 0; level < 100; ++level) deep = R"({"e":)" + deep + "}";
  EXPECT_EQ(*find(large, principal("ada")), *find("{}", principal("ada")));
  EXPECT_EQ(*find(R"({"experimental":)" + deep + "}", principal("ada")), *find("{}", principal("ada")));
}

}  // namespace
