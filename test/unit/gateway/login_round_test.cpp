// Requests to servers that demand a login: who is asked, and what becomes of the request.

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::HasSubstr;
using testing::SizeIs;

const std::string kUrls = R"({"elicitation":{"url":{}}})";
const std::string kAccepted = R"({"action":"accept"})";

/// The logins of a transport, which end when the test says so.
class ScriptedLogins final : public ServerLogins {
 public:
  explicit ScriptedLogins(event_loop::Loop& loop) : loop_(loop) {}

  [[nodiscard]] std::unique_ptr<ServerLogin> begin(const ServerConfig& server, std::vector<std::string>, Visit visit,
                                                   Done done) override {
    ++begun;
    principal = server.principal;
    auto login = std::make_shared<State>();
    login->done = std::move(done);
    latest = login;
    login->visiting = loop_.after(0ms, [visit = std::move(visit)]() mutable { visit("https://auth.example.com/1"); });
    return std::make_unique<Active>(std::move(login));
  }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> end(const ServerConfig&, Done) override { return nullptr; }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> find(const ServerConfig&,
                                                              MoveOnlyFunction<void(Result<LoginState>)>) override {
    return nullptr;
  }

  [[nodiscard]] bool is_active() const { return !latest.expired(); }
  void finish(const Result<void>& outcome = {}) {
    if (const auto login = latest.lock()) login->done(outcome);
  }

  int begun = 0;
  std::string principal;

 private:
  struct State {
    Done done;
    EventLoop::Timer visiting;
  };
  struct Active final : ServerLogin {
    explicit Active(std::shared_ptr<State> state) : state_(std::move(state)) {}
    [[nodiscard]] Result<void> complete(std::string_view) override { return {}; }
    const std::shared_ptr<State> state_;
  };

  event_loop::Loop& loop_;
  std::weak_ptr<State> latest;
};

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
