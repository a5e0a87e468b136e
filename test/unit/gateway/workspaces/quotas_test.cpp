// What one principal may use at once, over all its clients, and that others do not notice when it has used it up.

#include "gateway/workspaces/workspaces.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A server whose calls wait for the test, and clients that may call it.
class Quotas : public WorkspaceFixture {
 protected:
  Quotas() { files_.leave_unanswered("tools/call"); }

  /// Opens the toolbox, and calls its tool; returns the id of the call.
  int call(TestClient& client) {
    client.result_of(client.open_toolbox("dev"));
    const int id = client.use_tool("dev", "files");
    run_until_quiet();
    return id;
  }
  static std::string refusal(const TestClient& client, int id) { return member(client.response_to(id), "error"); }

  ScriptedServer& files_ = add_server("dev", "files");
};

// --- calls -----------------------------------------------------------------------------------------------------------

TEST_F(Quotas, CountTheCallsOfAllModernClientsOfAPrincipalTogether) {
  host_.changeable_limits.calls_in_flight = 2;
  const auto one = modern_client("{}", principal("ada"));
  const auto two = modern_client("{}", principal("ada"));
  const auto three = modern_client(R"({"elicitation":{}})", principal("ada"));
  const int first = call(*one);
  const int second = call(*two);
  const int third = three->use_tool("dev", "files");
  run_until_quiet();
  EXPECT_THAT(refusal(*one, first), IsEmpty());
  EXPECT_THAT(refusal(*two, second), IsEmpty());
  EXPECT_THAT(refusal(*three, third),
              HasSubstr(R"("code":-32603,"message":"Too many calls at once (limits.callsInFlight = 2); wait for)"));
}

TEST_F(Quotas, CountTheSubscriptionsOfAllModernClientsOfAPrincipalTogether) {
  host_.changeable_limits.calls_in_flight = 1;
  auto one = modern_client("{}", principal("ada"));
  const auto two = modern_client("{}", principal("ada"));
  one->request("subscriptions/listen", R"("notifications":{})");
  run_until_quiet();
  const int refused = two->request("subscriptions/listen", R"("notifications":{})");
  run_until_quiet();
  EXPECT_THAT(refusal(*two, refused), HasSubstr("Too many subscriptions at once (limits.callsInFlight = 1); end some"));
  one.reset();
  const int admitted = two->request("subscriptions/listen", R"("notifications":{})");
  run_until_quiet();
  EXPECT_THAT(two->response_to(admitted), IsEmpty()) << "it is open";
}

TEST_F(Quotas, LimitTheCallsOfAllClientsOfAPrincipal) {
  host_.changeable_limits.principal_calls = 2;
  const auto session = legacy_client("{}", principal("ada"));
  const auto other_session = legacy_client("{}", principal("ada"));
  const auto modern = modern_client("{}", principal("ada"));
  call(*session);
  call(*modern);
  const int refused = other_session->open_toolbox("dev");
  run_until_quiet();
  EXPECT_THAT(refusal(*other_session, refused),
              HasSubstr("Too many calls of this principal at once (limits.principalCalls = 2); wait for some"));
}

TEST_F(Quotas, CountEachMemberOfABatch) {
  host_.changeable_limits.principal_calls = 1;
  auto session = legacy_client("{}", principal("ada"));
  call(*session);
  session->send(R"([{"jsonrpc":"2.0","id":91,"method":"tools/list"},{"jsonrpc":"2.0","id":92,"method":"tools/list"}])");
  run_until_quiet();
  EXPECT_THAT(session->received().back(), Not(HasSubstr(R"("result")")));
}

TEST_F(Quotas, HaveRoomAgainWhenACallIsAnsweredCancelledOrItsClientGone) {
  host_.changeable_limits.principal_calls = 1;
  auto first = modern_client("{}", principal("ada"));
  const auto second = modern_client("{}", principal("ada"));
  call(*first);
  files_.run().answer("tools/call", R"({"content":[]})");
  run_until_quiet();

  const int cancelled = first->use_tool("dev", "files");
  run_until_quiet();
  EXPECT_EQ(files_.run().count("tools/call"), 2U);
  first->cancel(cancelled);
  run_until_quiet();

  first->use_tool("dev", "files");
  run_until_quiet();
  EXPECT_EQ(files_.run().count("tools/call"), 3U);
  first.reset();

  second->use_tool("dev", "files");
  run_until_quiet();
  EXPECT_EQ(files_.run().count("tools/call"), 4U);
}

TEST_F(Quotas, CountAllAnonymousClientsAsOnePrincipal) {
  host_.changeable_limits.principal_calls = 1;
  const auto one = legacy_client();
  const auto two = legacy_client();
  call(*one);
  const int refused = two->open_toolbox("dev");
  run_until_quiet();
  EXPECT_THAT(refusal(*two, refused), HasSubstr("limits.principalCalls"));
}

TEST_F(Quotas, DoNotLimitTheClientForWhichTheProgramRuns) {
  host_.changeable_limits.principal_calls = 1;
  host_.changeable_limits.principal_servers = 1;
  ScriptedServer& more = add_server("dev", "more");
  quotas_ = gateway::Quotas::none;
  const auto client = legacy_client();
  call(*client);
  call(*client);
  EXPECT_EQ(files_.run().count("tools/call"), 2U);
  EXPECT_EQ(more.starts(), 1U);
}

TEST_F(Quotas, OfOnePrincipalThatAreUsedUpLeaveTheCallsOfAnotherAsTheyAre) {
  host_.changeable_limits.calls_in_flight = 3;
  host_.changeable_limits.principal_calls = 3;
  host_.changeable_limits.principal_servers = 2;
  std::vector<std::unique_ptr<TestClient>> ada;
  for (int index = 0; index != 6; ++index) {
    ada.push_back(index % 2 == 0 ? legacy_client("{}", principal("ada")) : modern_client("{}", principal("ada")));
  }
  std::size_t refused = 0;
  for (const auto& client : ada) call(*client);
  for (const auto& client : ada) {
    const int id = client->use_tool("dev", "files");
    run_until_quiet();
    if (!client->response_to(id).empty()) ++refused;
  }
  EXPECT_GE(refused, 4U) << "ada is at her limits";

  files_.answer_normally("tools/call");
  for (const auto& bob : {legacy_client("{}", principal("bob")), modern_client("{}", principal("bob"))}) {
    EXPECT_THAT(first_text(bob->result_of(bob->open_toolbox("dev"))), HasSubstr(R"("servers_connected":1)"));
    for (int index = 0; index != 20; ++index) {
      EXPECT_THAT(bob->result_of(bob->use_tool("dev", "files")), HasSubstr(R"("content":[]})"));
    }
  }
}

// --- servers ---------------------------------------------------------------------------------------------------------

TEST_F(Quotas, RefuseToStartMoreServersForAPrincipalAndSayWhichLimitItIs) {
  host_.changeable_limits.principal_servers = 1;
  const auto one = legacy_client("{}", principal("ada"));
  const auto two = legacy_client("{}", principal("ada"));
  one->result_of(one->open_toolbox("dev"));
  EXPECT_THAT(first_text(two->result_of(two->open_toolbox("dev"))),
              HasSubstr("Failed to connect to server 'files' in toolbox 'dev': the limit of limits.principalServers is "
                        "reached: 1 server runs already for this principal"));
  EXPECT_EQ(files_.starts(), 1U);
}

TEST_F(Quotas, StartAServerThatWasRefusedAsSoonAsAnotherHasExited) {
  host_.changeable_limits.principal_servers = 1;
  auto one = legacy_client("{}", principal("ada"));
  const auto two = legacy_client("{}", principal("ada"));
  one->result_of(one->open_toolbox("dev"));
  files_.closes_slowly = true;
  for (int attempt = 0; attempt != 5; ++attempt) two->result_of(two->open_toolbox("dev"));
  ScriptedRun& first = files_.run();
  one.reset();
  run_until_quiet();
  two->result_of(two->open_toolbox("dev"));
  EXPECT_EQ(files_.starts(), 1U) << "the process of the first has not exited yet";
  first.exit();
  run_until_quiet();
  two->result_of(two->open_toolbox("dev"));
  EXPECT_EQ(files_.starts(), 2U) << "refused starts do not delay it";
  files_.closes_slowly = false;
}

TEST_F(Quotas, LetAServerBeRestartedWhileItsOwnProcessIsStillEnding) {
  host_.changeable_limits.principal_servers = 1;
  const auto client = legacy_client("{}", principal("ada"));
  call(*client);
  files_.run().exit();
  client->use_tool("dev", "files");
  run_until_quiet();
  EXPECT_EQ(files_.starts(), 2U);
}

TEST_F(Quotas, DoNotCountServersThatAllPrincipalsShare) {
  host_.changeable_limits.principal_servers = 1;
  add_server("dev", "shared");
  toolbox_entry("dev").servers.back().share = config::Share::process;
  const auto client = legacy_client("{}", principal("ada"));
  EXPECT_THAT(first_text(client->result_of(client->open_toolbox("dev"))), HasSubstr(R"("servers_connected":2)"));
}

TEST_F(Quotas, AreForgottenOfManyPrincipalsThatAreGoneAndNeverOfThoseThatAreThere) {
  gateway::Principals principals(host_);
  const Principal present{"present", std::nullopt, {}};
  gateway::PrincipalUsage& used = principals.usage_of(&present, gateway::Quotas::of_principal);
  ++used.workspaces;
  for (int number = 0; number != 5'000; ++number) {
    const Principal one{"certificate " + std::to_string(number), std::nullopt, {}};
    static_cast<void>(principals.usage_of(&one, gateway::Quotas::of_principal));
  }
  std::size_t kept = 0;
  principals.for_each([&](const std::string&, const auto&) { ++kept; });
  EXPECT_LE(kept, gateway::Principals::kMaxKept + 1);
  EXPECT_EQ(&principals.usage_of(&present, gateway::Quotas::of_principal), &used);
}

}  // namespace
