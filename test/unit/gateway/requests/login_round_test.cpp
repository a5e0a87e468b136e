// Requests to servers that demand a login: who is asked, and what becomes of the request.

#include "gateway_fixture.hpp"
#include "scripted_logins.hpp"

namespace {

using namespace gateway_fixture;
using testing::HasSubstr;
using testing::SizeIs;

const std::string kUrls = R"({"elicitation":{"url":{}}})";
const std::string kAccepted = R"({"action":"accept"})";

class ALoginRound : public WorkspaceFixture {
 protected:
  ALoginRound() {
    logins_ = &scripted_;
    demand_login();
  }

  void demand_login() {
    server_.connect_error = Error{ErrorKind::login_required, "demands a login; run: mcp-workbench login dev/files"};
  }
  /// The person has logged in: the server can be reached.
  void log_in() {
    server_.connect_error.reset();
    scripted_.finish();
    run_until_quiet();
  }
  /// The id of the elicitation that the client has received, which must be one, for this URL.
  static std::string elicitation_in(const TestClient& client) {
    const auto received = client.received_of("elicitation/create");
    EXPECT_THAT(received, SizeIs(1));
    if (received.empty()) return {};
    EXPECT_EQ(member(received[0], "params.mode"), "\"url\"");
    EXPECT_EQ(member(received[0], "params.url"), "\"https://auth.example.com/1\"");
    EXPECT_NE(member(received[0], "params.elicitationId"), "");
    return member(received[0], "id");
  }
  static void answer(TestClient& client, const std::string& id, const std::string& result) {
    client.send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)" + result + "}");
  }

  ScriptedServer& server_ = add_server("dev", "files");
  ScriptedLogins scripted_{loop_};
};

TEST_F(ALoginRound, AsksTheClientThatOpensAToolboxAndOpensItAfterwards) {
  const auto client = legacy_client(kUrls);
  const int opening = client->open_toolbox("dev");
  run_until_quiet();
  const std::string id = elicitation_in(*client);
  answer(*client, id, kAccepted);
  run_until_quiet();
  EXPECT_EQ(client->response_to(opening), "") << "to accept is not to have logged in";
  log_in();
  EXPECT_THAT(first_text(client->result_of(opening)), HasSubstr("\"echo\""));
}

TEST_F(ALoginRound, NeedsNoAnswerOfTheClientIfThePersonHasLoggedInBefore) {
  const auto client = legacy_client(kUrls);
  const int opening = client->open_toolbox("dev");
  run_until_quiet();
  elicitation_in(*client);
  log_in();
  EXPECT_THAT(first_text(client->result_of(opening)), HasSubstr("\"echo\""));
  EXPECT_THAT(client->received_of("notifications/cancelled"), SizeIs(1)) << "the client need not ask any longer";
}

TEST_F(ALoginRound, AsksTheModernClientThatOpensAToolbox) {
  const auto client = modern_client(kUrls);
  const int opening = client->open_toolbox("dev");
  ASSERT_TRUE(run_until([&] { return !client->response_to(opening).empty(); }));
  EXPECT_EQ(member(client->result_of(opening), "resultType"), "\"input_required\"");
}

TEST_F(ALoginRound, HasTheModernClientRepeatItsCallWhichOpensTheToolbox) {
  const auto client = modern_client(kUrls);
  const int call = client->use_tool("dev", "files");
  ASSERT_TRUE(run_until([&] { return !client->response_to(call).empty(); }));
  const std::string asked = client->result_of(call);
  ASSERT_EQ(member(asked, "resultType"), "\"input_required\"");
  EXPECT_THAT(member(asked, "inputRequests"), HasSubstr(R"("url":"https://auth.example.com/1")"));
  log_in();
  const std::string state = member(asked, "requestState");
  const int repeated = client->request(
      "tools/call", R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"files","tool":"echo"},)"
                    R"("arguments":{}},"requestState":)" +
                        state + R"(,"inputResponses":{"1":{"action":"accept"}})");
  EXPECT_THAT(client->result_of(repeated), HasSubstr("\"content\":[]"));
  EXPECT_EQ(server_.run().count("tools/call"), 1U);
}

TEST_F(ALoginRound, TellsAClientThatVisitsNoUrlsWhichCommandToRun) {
  for (const char* capabilities : {"{}", R"({"elicitation":{}})", R"({"elicitation":{"form":{}}})"}) {
    const auto client = legacy_client(capabilities);
    EXPECT_THAT(first_text(client->result_of(client->open_toolbox("dev"))),
                HasSubstr("run: mcp-workbench login dev/files"));
  }
  EXPECT_EQ(scripted_.begun, 0);
}

TEST_F(ALoginRound, IsForNobodysAccountIfSeveralPrincipalsShareTheServer) {
  toolbox_entry("dev").servers[0].share = config::Share::process;
  const auto client = legacy_client(kUrls, principal("ada"));
  EXPECT_THAT(first_text(client->result_of(client->open_toolbox("dev"))),
              HasSubstr("run: mcp-workbench login dev/files"));
  EXPECT_EQ(scripted_.begun, 0);
}

/// A client that a listener has let in without a name, over the network.
class ALoginOfAnybody : public ALoginRound, public testing::WithParamInterface<config::ToolMode> {
 protected:
  ALoginOfAnybody() { config_.tool_mode = GetParam(); }

  /// Calls the server's tool in the way of the mode.
  static int call(TestClient& client) {
    if (GetParam() == config::ToolMode::flat) return client.call("echo");
    if (GetParam() == config::ToolMode::dynamic) client.result_of(client.open_toolbox("dev"));
    return client.use_tool("dev", "files");
  }
  static auto says_what_a_person_has_to_do() { return HasSubstr("run: mcp-workbench login dev/files"); }
};

INSTANTIATE_TEST_SUITE_P(All, ALoginOfAnybody,
                         testing::Values(config::ToolMode::proxy, config::ToolMode::dynamic, config::ToolMode::flat),
                         [](const auto& mode) {
                           return mode.param == config::ToolMode::proxy     ? "Proxy"
                                  : mode.param == config::ToolMode::dynamic ? "Dynamic"
                                                                            : "Flat";
                         });

TEST_P(ALoginOfAnybody, IsNotBegunInEitherEra) {
  toolbox_entry("dev").auto_open = true;
  server_.connect_error.reset();
  const auto user = legacy_client(kUrls);
  user->result_of(user->open_toolbox("dev"));
  for (const bool is_modern : {false, true}) {
    server_.connect_error.reset();
    const auto client = is_modern ? modern_client(kUrls, principal("")) : legacy_client(kUrls, principal(""));
    client->listed_tools();
    if (server_.starts() > 0) server_.run().exit();
    run_until_quiet();
    demand_login();
    const int called = call(*client);
    ASSERT_TRUE(run_until([&] { return !client->response_to(called).empty(); }));
    EXPECT_THAT(client->result_of(called), says_what_a_person_has_to_do()) << is_modern;
    EXPECT_THAT(client->result_of(client->open_toolbox("dev")), says_what_a_person_has_to_do()) << is_modern;
    EXPECT_THAT(client->received_of("elicitation/create"), SizeIs(0));
  }
  EXPECT_EQ(scripted_.begun, 0);
}

TEST_P(ALoginOfAnybody, IsNotSharedWithTheUserWhoLogsIn) {
  options_.meta_tools = {"open_toolbox", "use_tool"};
  toolbox_entry("dev").auto_open = true;
  const auto user = modern_client(kUrls);
  const int waiting = user->use_tool("dev", "files");
  ASSERT_TRUE(run_until([&] { return !user->response_to(waiting).empty(); }));
  EXPECT_EQ(scripted_.begun, 1);
  const auto client = modern_client(kUrls, principal(""));
  EXPECT_NE(&client->workspace(), &user->workspace());
  const int called = client->use_tool("dev", "files");
  ASSERT_TRUE(run_until([&] { return !client->response_to(called).empty(); }));
  EXPECT_THAT(client->result_of(called), says_what_a_person_has_to_do());
  EXPECT_TRUE(scripted_.is_active()) << "the user's goes on";
  EXPECT_EQ(scripted_.begun, 1);
}

TEST_F(ALoginRound, EndsWithTheToolboxOfTheCall) {
  options_.meta_tools = {"open_toolbox", "use_tool", "close_toolbox"};
  add_server("dev", "other");
  toolbox_entry("dev").auto_open = true;
  const auto client = legacy_client(kUrls);
  const int call = client->use_tool("dev", "files");
  run_until_quiet();
  EXPECT_EQ(client->response_to(call), "");
  client->call("close_toolbox", R"({"toolbox_name":"dev"})");
  EXPECT_NE(client->result_of(call), "");
  EXPECT_FALSE(scripted_.is_active());
}

TEST_F(ALoginRound, FailsWhenThePersonRefuses) {
  const auto client = legacy_client(kUrls);
  const int opening = client->open_toolbox("dev");
  run_until_quiet();
  answer(*client, elicitation_in(*client), R"({"action":"decline"})");
  EXPECT_THAT(first_text(client->result_of(opening)), HasSubstr("run: mcp-workbench login dev/files"));
  EXPECT_FALSE(scripted_.is_active());
}

TEST_F(ALoginRound, IsOneForAllCallsOfASessionThatWait) {
  const auto client = legacy_client(kUrls);
  const int one = client->open_toolbox("dev");
  const int other = client->open_toolbox("dev");
  run_until_quiet();
  EXPECT_EQ(scripted_.begun, 1);
  EXPECT_THAT(client->received_of("elicitation/create"), SizeIs(2));
  log_in();
  EXPECT_THAT(first_text(client->result_of(one)), HasSubstr("\"echo\""));
  EXPECT_THAT(first_text(client->result_of(other)), HasSubstr("\"echo\""));
}

TEST_F(ALoginRound, IsAbandonedWhenTheCallIsCancelled) {
  const auto client = legacy_client(kUrls);
  const int opening = client->open_toolbox("dev");
  run_until_quiet();
  EXPECT_TRUE(scripted_.is_active());
  client->cancel(opening);
  run_until_quiet();
  EXPECT_FALSE(scripted_.is_active());
  EXPECT_EQ(client->response_to(opening), "");
}

TEST_F(ALoginRound, IsAbandonedWhenTheClientIsGone) {
  auto client = legacy_client(kUrls);
  client->open_toolbox("dev");
  run_until_quiet();
  EXPECT_TRUE(scripted_.is_active());
  client.reset();
  run_until_quiet();
  EXPECT_FALSE(scripted_.is_active());
}

TEST_F(ALoginRound, EndsAfterTheTimeForSuspendedCalls) {
  host_.changeable_limits.suspended = 50ms;
  const auto client = legacy_client(kUrls);
  const int opening = client->open_toolbox("dev");
  ASSERT_TRUE(run_until([&] { return !client->response_to(opening).empty(); }));
  EXPECT_THAT(first_text(client->result_of(opening)), HasSubstr("run: mcp-workbench login dev/files"));
  EXPECT_FALSE(scripted_.is_active());
}

TEST_F(ALoginRound, IsForThePrincipalOfTheClient) {
  const auto client = legacy_client(kUrls, principal("ada"));
  client->open_toolbox("dev");
  run_until_quiet();
  EXPECT_EQ(scripted_.principal, "ada");
}

TEST_F(ALoginRound, SaysWhyALoginHasFailed) {
  toolbox_entry("dev").auto_open = true;
  const auto client = legacy_client(kUrls);
  const int call = client->use_tool("dev", "files");
  run_until_quiet();
  scripted_.finish(Error{ErrorKind::protocol, "the redirect comes from another authorization server"});
  EXPECT_THAT(first_text(client->result_of(call)), HasSubstr("the redirect comes from another authorization server"));
}

}  // namespace
