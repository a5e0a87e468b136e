#include "gateway/shared_servers.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;

/// A server that all principals share, and two of them.
class ASharedServer : public WorkspaceFixture {
 protected:
  ASharedServer() {
    toolbox_entry("dev").servers[0].is_shared = true;
    options_.meta_tools = {"open_toolbox", "use_tool", "close_toolbox"};
  }

  void connect() {
    constexpr const char* kForms = R"({"elicitation":{}})";
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

  ScriptedServer& files_ = add_server("dev", "files");
  std::unique_ptr<TestClient> ada_;
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

TEST_F(ASharedServer, IsToldOfNoClientsCapabilities) {
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
  files_.run().request(77, "elicitation/create", R"({"message":"Pay?","requestedSchema":{"type":"object"}})");
  run_until_quiet();
  EXPECT_THAT(ada_->received(), ElementsAre());
  EXPECT_THAT(bob_->received(), ElementsAre());
  EXPECT_THAT(files_.run().received().back().error.text(), HasSubstr("requests of several clients are in flight"));
}

TEST_F(ASharedServer, IsNotAskedForAnyoneBetweenCalls) {
  connect();
  files_.run().request(77, "elicitation/create", R"({"message":"Pay?","requestedSchema":{"type":"object"}})");
  run_until_quiet();
  EXPECT_THAT(ada_->received(), ElementsAre());
  EXPECT_THAT(bob_->received(), ElementsAre());
  EXPECT_THAT(files_.run().received().back().error.text(), HasSubstr("no request is in flight"));
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
