#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kForms = R"({"elicitation":{}})";
constexpr const char* kForm = R"({"message":"Pay?","requestedSchema":{"type":"object"}})";

/// A server that all principals share, and two of them.
class ASharedServer : public WorkspaceFixture {
 protected:
  ASharedServer() {
    toolbox_entry("dev").servers[0].share = config::Share::process;
    options_.meta_tools = {"open_toolbox", "use_tool", "close_toolbox"};
  }

  void connect() {
    ada_ = legacy_client(kForms, principal("ada"));
    bob_ = legacy_client(kForms, principal("bob"));
    for (TestClient* client : {ada_.get(), bob_.get()}) {
      client->result_of(client->open_toolbox("dev"));
      client->received().clear();
    }
  }
  int begin_call(TestClient& client) {
    const int call = client.use_tool("dev", "files");
    run_until_quiet();
    return call;
  }

  /// The server asks while ada has two calls in flight: one of ada_, then one of again_.
  void ask_during_two_calls_of_ada() {
    files_.leave_unanswered("tools/call");
    connect();
    again_ = legacy_client(kForms, principal("ada"));
    again_->result_of(again_->open_toolbox("dev"));
    begin_call(*ada_);
    begin_call(*again_);
    files_.run().request(77, "elicitation/create", kForm);
    run_until_quiet();
  }

  ScriptedServer& files_ = add_server("dev", "files");
  std::unique_ptr<TestClient> ada_;
  std::unique_ptr<TestClient> again_;
  std::unique_ptr<TestClient> bob_;
};

TEST_F(ASharedServer, RunsOnceForAllWorkspaces) {
  connect();
  EXPECT_EQ(ada_->result_of(ada_->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_EQ(bob_->result_of(bob_->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_NE(&ada_->workspace(), &bob_->workspace());
  EXPECT_EQ(files_.starts(), 1U);
  EXPECT_EQ(files_.run().count("tools/call"), 2U);
}

TEST_F(ASharedServer, RunsOnWhenOneWorkspaceClosesItsToolboxOrIsGone) {
  connect();
  ada_->result_of(ada_->call("close_toolbox", R"({"toolbox_name":"dev"})"));
  ada_->leave();
  run_until_quiet();
  EXPECT_FALSE(files_.run().is_closing());
  EXPECT_EQ(bob_->result_of(bob_->use_tool("dev", "files")), R"({"content":[]})");
  ada_.reset();
}

TEST_F(ASharedServer, IsDeclaredNoClientsCapabilities) {
  connect();
  EXPECT_EQ(member(files_.run().latest("initialize").params.text(), "capabilities"), "{}");
}

TEST_F(ASharedServer, SendsALogMessageToThePrincipalOfTheOnlyCallInFlightAlone) {
  files_.leave_unanswered("tools/call");
  const auto ada = modern_client("{}", principal("ada"));
  const auto bob = modern_client("{}", principal("bob"));
  ada->use_tool("dev", "files", "{}", R"("io.modelcontextprotocol/logLevel":"info")");
  run_until_quiet();
  files_.run().notify("notifications/message", R"({"level":"warning","data":"secret"})");
  run_until_quiet();
  EXPECT_EQ(ada->received_of("notifications/message").size(), 1U);
  EXPECT_THAT(bob->received(), ElementsAre());
}

TEST_F(ASharedServer, SendsNothingToAPrincipalWhileAnotherCallMayBeMeant) {
  files_.leave_unanswered("tools/call");
  connect();
  const int call = begin_call(*ada_);
  ada_->cancel(call);
  begin_call(*bob_);
  files_.run().notify("notifications/message", R"({"level":"warning","data":"secret"})");
  files_.run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  EXPECT_THAT(ada_->received(), ElementsAre());
  EXPECT_THAT(bob_->received(), ElementsAre());
  EXPECT_THAT(files_.run().received().back().error.text(), HasSubstr("requests of several clients are in flight"));
}

TEST_F(ASharedServer, ReachesThePrincipalOfTheCallThatItsTransportNamesAlone) {
  files_.leave_unanswered("tools/call");
  connect();
  begin_call(*ada_);
  files_.run().speak_about(files_.run().latest("tools/call").id);
  begin_call(*bob_);
  files_.run().notify("notifications/message", R"({"level":"warning","data":"for ada"})");
  files_.run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  EXPECT_EQ(ada_->received_of("notifications/message").size(), 1U);
  EXPECT_EQ(ada_->received_of("elicitation/create").size(), 1U);
  EXPECT_THAT(bob_->received(), ElementsAre());
}

TEST_F(ASharedServer, IsRefusedAQuestionAboutACallThatWasCancelled) {
  files_.leave_unanswered("tools/call");
  connect();
  const int call = begin_call(*ada_);
  files_.run().speak_about(files_.run().latest("tools/call").id);
  begin_call(*bob_);
  ada_->cancel(call);
  files_.run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  EXPECT_THAT(ada_->received(), ElementsAre());
  EXPECT_THAT(bob_->received(), ElementsAre());
  EXPECT_THAT(files_.run().find_response(77)->error.text(), HasSubstr("the request that it belongs to was cancelled"));
}

TEST_F(ASharedServer, IsNotAskedForAnyoneBetweenCalls) {
  connect();
  files_.run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  EXPECT_THAT(ada_->received(), ElementsAre());
  EXPECT_THAT(bob_->received(), ElementsAre());
  EXPECT_THAT(files_.run().received().back().error.text(), HasSubstr("no request is in flight"));
}

TEST_F(ASharedServer, SendsNothingToAPrincipalJustAfterItHasAnsweredAnother) {
  connect();
  ada_->result_of(ada_->use_tool("dev", "files"));
  files_.leave_unanswered("tools/call");
  begin_call(*bob_);
  bob_->received().clear();
  ada_->received().clear();
  files_.run().notify("notifications/message", R"({"level":"warning","data":"finished for ada: secret"})");
  files_.run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  EXPECT_THAT(ada_->received(), ElementsAre());
  EXPECT_THAT(bob_->received(), ElementsAre());
  EXPECT_THAT(files_.run().find_response(77)->error.text(), HasSubstr("or were until a moment ago"));
}

TEST_F(ASharedServer, SendsNothingToAPrincipalWhileItWorksLongerThanTheCallsOfAnotherMayTake) {
  toolbox_entry("dev").servers[0].call_time_limit = 20ms;
  files_.leave_unanswered("tools/call");
  connect();
  const int overdue = begin_call(*ada_);
  ASSERT_TRUE(run_until([&] { return !ada_->response_to(overdue).empty(); }));
  ada_->received().clear();
  wait_a_moment();
  wait_a_moment();
  begin_call(*bob_);
  files_.run().notify("notifications/message", R"({"level":"warning","data":"still at it for ada: secret"})");
  run_until_quiet();
  EXPECT_THAT(bob_->received_of("notifications/message"), ElementsAre());
}

TEST_F(ASharedServer, SendsAnAnonymousClientNothingAboutTheCallOfAnEarlierOne) {
  files_.leave_unanswered("tools/call");
  auto earlier = legacy_client(kForms);
  earlier->result_of(earlier->open_toolbox("dev"));
  begin_call(*earlier);
  earlier.reset();
  run_until_quiet();
  const auto later = legacy_client(kForms);
  later->result_of(later->open_toolbox("dev"));
  later->received().clear();
  begin_call(*later);
  files_.run().notify("notifications/message", R"({"level":"warning","data":"secret"})");
  files_.run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  EXPECT_THAT(later->received(), ElementsAre());
}

TEST_F(ASharedServer, SendsAnAnonymousClientTheLogMessageOfItsOnlyCall) {
  files_.leave_unanswered("tools/call");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  begin_call(*client);
  files_.run().notify("notifications/message", R"({"level":"warning","data":"mine"})");
  run_until_quiet();
  EXPECT_EQ(client->received_of("notifications/message").size(), 1U);
}

// --- several calls of one principal ----------------------------------------------------------------------------------

TEST_F(ASharedServer, AsksThePrincipalOfAllCallsInFlight) {
  ask_during_two_calls_of_ada();
  const auto asked = again_->received_of("elicitation/create");
  ASSERT_EQ(asked.size() + ada_->received_of("elicitation/create").size(), 1U);
  ASSERT_EQ(asked.size(), 1U) << "the latest call is the likeliest";
  EXPECT_THAT(bob_->received(), ElementsAre());
  again_->send(R"({"jsonrpc":"2.0","id":)" + member(asked[0], "id") + R"(,"result":{"action":"decline"}})");
  run_until_quiet();
  EXPECT_EQ(files_.run().find_response(77)->result.text(), R"({"action":"decline"})");
}

TEST_F(ASharedServer, AsksInAnotherCallOfThePrincipalIfTheFirstOneIsAnsweredMeanwhile) {
  ask_during_two_calls_of_ada();
  files_.run().answer("tools/call", R"({"content":[]})");
  run_until_quiet();
  const auto asked = ada_->received_of("elicitation/create");
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(files_.run().find_response(77), nullptr);
  ada_->send(R"({"jsonrpc":"2.0","id":)" + member(asked[0], "id") + R"(,"result":{"action":"accept"}})");
  run_until_quiet();
  EXPECT_EQ(files_.run().find_response(77)->result.text(), R"({"action":"accept"})");
  EXPECT_EQ(again_->received_of("notifications/cancelled").size(), 1U);
}

TEST_F(ASharedServer, AsksAModernClientInTheLatestOfItsCalls) {
  files_.leave_unanswered("tools/call");
  const auto ada = modern_client(kForms, principal("ada"));
  const int first = begin_call(*ada);
  const int second = begin_call(*ada);
  files_.run().request(77, "elicitation/create", kForm);
  ASSERT_TRUE(run_until([&] { return !ada->response_to(second).empty(); }));
  EXPECT_THAT(ada->response_to(second), HasSubstr(R"("resultType":"input_required")"));
  EXPECT_EQ(ada->response_to(first), "");
}

TEST_F(ASharedServer, NotifiesAllWorkspacesOfAChangedList) {
  config_.tool_mode = config::ToolMode::dynamic;
  connect();
  files_.tools = {"new"};
  files_.run().notify("notifications/tools/list_changed");
  ASSERT_TRUE(run_until([&] { return !ada_->received().empty() && !bob_->received().empty(); }));
  EXPECT_EQ(ada_->received_of("notifications/tools/list_changed").size(), 1U);
  EXPECT_EQ(bob_->received_of("notifications/tools/list_changed").size(), 1U);
  EXPECT_THAT(bob_->listed_tools(), testing::Contains("dev__files__new"));
}

}  // namespace
