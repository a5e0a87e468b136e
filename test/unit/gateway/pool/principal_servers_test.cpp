#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr const char* kForms = R"({"elicitation":{}})";

/// Two modern clients of ada's that declare different capabilities, and the server "files", of which it is not known
/// whether it is a modern one before it is started.
class AServerOfAPrincipal : public WorkspaceFixture {
 protected:
  AServerOfAPrincipal() { files_.is_modern = true; }

  void connect() {
    plain_ = modern_client("{}", principal("ada"));
    asking_ = modern_client(kForms, principal("ada"));
    ASSERT_NE(&plain_->workspace(), &asking_->workspace());
  }
  std::string call(TestClient& client) { return client.result_of(client.use_tool("dev", "files")); }
  void wait_for_replacement() {
    EXPECT_TRUE(run_until([this] { return count_running() == 1; }));
  }
  [[nodiscard]] std::size_t count_running() const {
    std::size_t count = 0;
    for (std::size_t run = 0; run != files_.starts(); ++run) {
      if (!files_.run(run).is_closing()) ++count;
    }
    return count;
  }
  /// The `clientCapabilities` of the calls that a run has received.
  static std::vector<std::string> capabilities_of_calls(const ScriptedRun& run) {
    std::vector<std::string> all;
    for (const auto& message : run.received()) {
      if (message.method != "tools/call") continue;
      const Json meta = json::member(message.params, "_meta");
      const Json declared = json::member(meta, "io.modelcontextprotocol/clientCapabilities");
      all.emplace_back(declared.text());
    }
    return all;
  }

  ScriptedServer& files_ = add_server("dev", "files", "auto");
  std::unique_ptr<TestClient> plain_;
  std::unique_ptr<TestClient> asking_;
};

TEST_F(AServerOfAPrincipal, RunsOnceForAllCapabilitiesOfClientsIfItIsModern) {
  connect();
  call(*plain_);
  call(*asking_);
  EXPECT_EQ(files_.starts(), 1U);
}

TEST_F(AServerOfAPrincipal, LearnsTheCapabilitiesOfEachClientWithItsRequests) {
  connect();
  call(*plain_);
  call(*asking_);
  EXPECT_THAT(capabilities_of_calls(files_.run()), ElementsAre("{}", kForms));
}

TEST_F(AServerOfAPrincipal, RunsOnceForThoseThatComeLater) {
  plain_ = modern_client("{}", principal("ada"));
  call(*plain_);
  asking_ = modern_client(kForms, principal("ada"));
  call(*asking_);
  EXPECT_EQ(files_.starts(), 1U);
}

TEST_F(AServerOfAPrincipal, RunsOnceForAnonymousClients) {
  plain_ = modern_client("{}");
  asking_ = modern_client(kForms);
  call(*plain_);
  call(*asking_);
  EXPECT_EQ(files_.starts(), 1U);
}

TEST_F(AServerOfAPrincipal, IsStartedForEachSetOfCapabilitiesIfItIsALegacyOne) {
  files_.is_modern = false;
  connect();
  call(*plain_);
  call(*asking_);
  EXPECT_EQ(files_.starts(), 2U);
  EXPECT_EQ(member(files_.run(0).latest("initialize").params.text(), "capabilities"), "{}");
  EXPECT_EQ(member(files_.run(1).latest("initialize").params.text(), "capabilities"), kForms);
}

TEST_F(AServerOfAPrincipal, IsNotUsedByAnotherPrincipal) {
  connect();
  call(*plain_);
  const auto bob = modern_client("{}", principal("bob"));
  call(*bob);
  EXPECT_EQ(files_.starts(), 2U);
}

TEST_F(AServerOfAPrincipal, RunsOnceInTheEndIfItWasStartedForTwoWorkspacesAtTheSameTime) {
  connect();
  const int one = plain_->use_tool("dev", "files");
  const int other = asking_->use_tool("dev", "files");
  EXPECT_EQ(member(plain_->result_of(one), "content"), "[]");
  EXPECT_EQ(member(asking_->result_of(other), "content"), "[]");
  wait_for_replacement();
  call(*plain_);
  call(*asking_);
  EXPECT_EQ(files_.starts(), 2U);
  EXPECT_EQ(files_.run(0).count("tools/call") + files_.run(1).count("tools/call"), 4U);
}

TEST_F(AServerOfAPrincipal, AnswersItsCallsBeforeItIsReplaced) {
  files_.leave_unanswered("tools/call");
  connect();
  const int one = plain_->use_tool("dev", "files");
  const int other = asking_->use_tool("dev", "files");
  run_until_quiet();
  wait_a_moment();
  ASSERT_EQ(count_running(), 2U);
  for (const std::size_t run : {0U, 1U})
    files_.run(run).answer("tools/call", R"({"content":[],"n":)" + std::to_string(run) + "}");
  EXPECT_THAT((std::vector{member(plain_->result_of(one), "n"), member(asking_->result_of(other), "n")}),
              UnorderedElementsAre("0", "1"));
  wait_for_replacement();
}

TEST_F(AServerOfAPrincipal, RunsOnWhenOneOfItsWorkspacesEnds) {
  host_.changeable_limits.idle = 20ms;
  connect();
  call(*plain_);
  call(*asking_);
  plain_.reset();
  EXPECT_TRUE(run_until([&] { return workspaces().overview().workspaces.size() == 1U; }));
  EXPECT_FALSE(files_.run().is_closing());
  call(*asking_);
  EXPECT_EQ(files_.starts(), 1U);
}

TEST_F(AServerOfAPrincipal, EndsWithTheLastOfItsWorkspaces) {
  host_.changeable_limits.idle = 20ms;
  connect();
  call(*plain_);
  call(*asking_);
  plain_.reset();
  asking_.reset();
  EXPECT_TRUE(run_until([&] { return files_.run().is_closing(); }));
}

TEST_F(AServerOfAPrincipal, IsStartedAgainForClientsThatComeWhenItHasEndedWithItsWorkspaces) {
  host_.changeable_limits.idle = 20ms;
  connect();
  call(*plain_);
  plain_.reset();
  asking_.reset();
  EXPECT_TRUE(run_until([&] { return files_.run().is_closing(); }));
  connect();
  EXPECT_EQ(member(call(*plain_), "content"), "[]");
  EXPECT_EQ(member(call(*asking_), "content"), "[]");
  EXPECT_EQ(files_.starts(), 2U);
}

TEST_F(AServerOfAPrincipal, RunsOnceInTheEndIfItsConfigurationChanges) {
  connect();
  call(*plain_);
  call(*asking_);
  config_.toolboxes[0].servers[0].identity = "another command";
  ASSERT_TRUE(workspaces().apply(config_).has_value());
  call(*plain_);
  call(*asking_);
  wait_for_replacement();
  EXPECT_TRUE(files_.run(0).is_closing());
}

TEST_F(AServerOfAPrincipal, ReachesAllWorkspacesWithAChangedList) {
  config_.tool_mode = config::ToolMode::flat;
  connect();
  EXPECT_THAT(plain_->listed_tools(), ElementsAre("echo"));
  EXPECT_THAT(asking_->listed_tools(), ElementsAre("echo"));
  for (TestClient* client : {plain_.get(), asking_.get()}) {
    client->request("subscriptions/listen", R"("notifications":{"toolsListChanged":true})");
  }
  wait_for_replacement();
  files_.tools = {"echo", "sing"};
  files_.run(0).notify("notifications/tools/list_changed");
  EXPECT_TRUE(run_until([&] {
    return !plain_->received_of("notifications/tools/list_changed").empty() &&
           !asking_->received_of("notifications/tools/list_changed").empty();
  }));
  EXPECT_THAT(asking_->listed_tools(), ElementsAre("echo", "sing"));
}

TEST_F(AServerOfAPrincipal, WatchesTheResourcesOfAllWorkspaces) {
  config_.tool_mode = config::ToolMode::flat;
  files_.capabilities = R"({"resources":{"subscribe":true}})";
  files_.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})", R"({"uri":"file:///b","name":"b"})"};
  files_.lists["resources/templates/list"] = {};
  plain_ = modern_client("{}", principal("ada"));
  plain_->result_of(plain_->request("resources/list"));
  asking_ = modern_client(kForms, principal("ada"));
  const auto listen = [this](TestClient& client, const std::string& uri) {
    client.request("subscriptions/listen", R"("notifications":{"resourceSubscriptions":[")" + uri + R"("]})");
    run_until_quiet();
  };
  listen(*plain_, "file:///a");
  listen(*asking_, "file:///b");
  EXPECT_EQ(files_.starts(), 1U);
  EXPECT_EQ(member(files_.run().latest("subscriptions/listen").params.text(), "notifications.resourceSubscriptions"),
            R"(["file:///a","file:///b"])");
}

TEST_F(AServerOfAPrincipal, IsCountedOnce) {
  connect();
  call(*plain_);
  call(*asking_);
  EXPECT_EQ(workspaces().overview().servers.size(), 1U);
}

}  // namespace
