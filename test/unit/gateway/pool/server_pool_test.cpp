#include "gateway/pool/server_pool.hpp"

#include "gateway/pool/workspace_servers.hpp"
#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using gateway::PooledServer;
using testing::ElementsAre;
using testing::IsEmpty;

/// A workspace, as far as the pool is concerned, with one toolbox.
class OneWorkspace final : public servers::ServerObserver, public gateway::ServerUser {
 public:
  explicit OneWorkspace(gateway::ServerPool& pool, std::shared_ptr<const gateway::PrincipalIdentity> identity = nullptr)
      : servers(std::in_place, pool,
                gateway::WorkspaceServers::Parts{.observer = *this, .identity = std::move(identity)}) {}

  void on_event(servers::Server&, servers::Event) override { ++events; }
  [[nodiscard]] protocol::Revision client_revision() const override { return protocol::kModernRevision; }
  [[nodiscard]] Json client_capabilities() const override { return Json("{}"); }
  void on_changed() override {}
  void on_superseded(const servers::Server& server) override { superseded.push_back(&server); }

  [[nodiscard]] std::size_t count_draining() const {
    std::size_t count = 0;
    servers->for_each_draining([&](servers::Server&) { ++count; });
    return count;
  }

  std::optional<gateway::WorkspaceServers> servers;
  std::vector<const servers::Server*> superseded;
  std::size_t events = 0;
};

class AServerPool : public GatewayFixture {
 protected:
  std::optional<PooledServer> join(OneWorkspace& workspace) {
    return workspace.servers->join("dev", toolbox_entry("dev").servers.front(), transport_, {}, workspace);
  }
  static std::shared_ptr<const gateway::PrincipalIdentity> identity() {
    return std::make_shared<const gateway::PrincipalIdentity>();
  }
  void start(PooledServer& server) {
    bool is_started = false;
    server->start([&](const Result<void>& started) { is_started = started.has_value(); });
    EXPECT_TRUE(run_until([&] { return is_started; }));
    run_until_quiet();
  }
  void be_modern() {
    files_.is_modern = true;
    toolbox_entry("dev").servers.front().protocol = "auto";
  }

  ScriptedServer& files_ = add_server("dev", "files");
  servers::EraCache eras_;
  gateway::ServerPool pool_{{.host = host_, .eras = eras_}};
};

TEST_F(AServerPool, GivesEachSessionAServerOfItsOwn) {
  OneWorkspace one(pool_);
  OneWorkspace other(pool_);
  EXPECT_NE(join(one)->get(), join(other)->get());
}

TEST_F(AServerPool, GivesWorkspacesOfAPrincipalOneServerIfItIsModern) {
  be_modern();
  const auto ada = identity();
  OneWorkspace one(pool_, ada);
  OneWorkspace other(pool_, ada);
  auto of_one = join(one);
  start(*of_one);
  EXPECT_EQ(join(other)->get(), of_one->get());
}

TEST_F(AServerPool, GivesNoServerOfAnotherPrincipal) {
  be_modern();
  OneWorkspace ada(pool_, identity());
  OneWorkspace bob(pool_, identity());
  OneWorkspace session(pool_);
  auto of_ada = join(ada);
  start(*of_ada);
  EXPECT_NE(join(bob)->get(), of_ada->get());
  EXPECT_NE(join(session)->get(), of_ada->get());
}

TEST_F(AServerPool, GivesAllWorkspacesOneServerThatTheConfigurationLetsBeShared) {
  toolbox_entry("dev").servers.front().share = config::Share::process;
  OneWorkspace ada(pool_, identity());
  OneWorkspace session(pool_);
  EXPECT_EQ(join(ada)->get(), join(session)->get());
}

TEST_F(AServerPool, GivesWorkspacesOfOneProjectAServerOfTheirOwn) {
  config::ServerEntry& entry = toolbox_entry("dev").servers.front();
  entry.share = config::Share::project;
  entry.project = "/here";
  OneWorkspace one(pool_);
  OneWorkspace other(pool_);
  auto here = join(one);
  EXPECT_EQ(join(other)->get(), here->get());
  entry.project = "/there";
  EXPECT_NE(join(other)->get(), here->get());
}

TEST_F(AServerPool, DrainsTheSharedServerThatIsJoinedWithAnotherEntry) {
  config::ServerEntry& entry = toolbox_entry("dev").servers.front();
  entry.share = config::Share::process;
  OneWorkspace one(pool_);
  OneWorkspace other(pool_);
  auto former = join(one);
  start(*former);
  entry.identity = "another command";
  auto latter = join(other);
  EXPECT_NE(latter->get(), former->get());
  EXPECT_TRUE(run_until([&] { return files_.run().is_closing(); }));
  EXPECT_EQ((*former)->name(), "files") << "it exists as long as somebody uses it";
}

// --- leaving ---------------------------------------------------------------------------------------------------------

TEST_F(AServerPool, DrainsAServerThatItsLastUserLeaves) {
  OneWorkspace one(pool_);
  auto server = join(one);
  start(*server);
  std::optional<servers::ServerLease> lease((*server)->lease());
  server.reset();
  run_until_quiet();
  EXPECT_EQ(one.count_draining(), 1U);
  EXPECT_FALSE(files_.run().is_closing()) << "a request may use it";
  lease.reset();
  EXPECT_TRUE(run_until([&] { return one.count_draining() == 0; }));
  EXPECT_TRUE(files_.run().is_closing());
}

TEST_F(AServerPool, KeepsAServerOfAPrincipalAsLongAsOneOfItsWorkspacesUsesIt) {
  be_modern();
  const auto ada = identity();
  OneWorkspace one(pool_, ada);
  OneWorkspace other(pool_, ada);
  auto of_one = join(one);
  start(*of_one);
  auto of_other = join(other);
  of_one.reset();
  EXPECT_EQ(one.count_draining(), 0U);
  run_until_quiet();
  EXPECT_FALSE(files_.run().is_closing());
  of_other.reset();
  EXPECT_EQ(other.count_draining(), 1U);
  EXPECT_TRUE(run_until([&] { return files_.run().is_closing(); }));
}

TEST_F(AServerPool, KeepsAnIdleServerOfTheProcess) {
  toolbox_entry("dev").servers.front().share = config::Share::process;
  OneWorkspace one(pool_);
  auto server = join(one);
  start(*server);
  server.reset();
  run_until_quiet();
  EXPECT_FALSE(files_.run().is_closing());
  EXPECT_EQ(files_.run().count("initialize"), 1U);
  start(*(server = join(one)));
  EXPECT_EQ(files_.starts(), 1U);
}

TEST_F(AServerPool, ReportsTheEndOfAServerToTheLastUserThatClosesIt) {
  files_.closes_slowly = true;
  be_modern();
  const auto ada = identity();
  OneWorkspace one(pool_, ada);
  OneWorkspace other(pool_, ada);
  auto of_one = join(one);
  start(*of_one);
  auto of_other = join(other);
  int closed = 0;
  of_one->close([&] { ++closed; });
  EXPECT_EQ(closed, 1) << "others use it";
  of_other->close([&] { ++closed; });
  run_until_quiet();
  EXPECT_EQ(closed, 1) << "its process has not exited";
  files_.run().exit();
  EXPECT_TRUE(run_until([&] { return closed == 2; }));
}

TEST_F(AServerPool, LetsNoClientJoinAServerThatIsClosing) {
  be_modern();
  const auto ada = identity();
  OneWorkspace one(pool_, ada);
  OneWorkspace other(pool_, ada);
  auto of_one = join(one);
  start(*of_one);
  of_one->close([] {});
  EXPECT_NE(join(other)->get(), of_one->get());
}

TEST_F(AServerPool, EndsTheServersOfAWorkspaceByForceWithIt) {
  OneWorkspace one(pool_);
  auto server = join(one);
  start(*server);
  const servers::ServerLease lease = (*server)->lease();
  server.reset();
  one.servers.reset();
  EXPECT_TRUE(run_until([&] { return files_.run().is_closing(); }));
  run_until_quiet();
}

TEST_F(AServerPool, CountsAServerWithOneOfItsUsers) {
  be_modern();
  const auto ada = identity();
  OneWorkspace one(pool_, ada);
  OneWorkspace other(pool_, ada);
  auto of_one = join(one);
  start(*of_one);
  auto of_other = join(other);
  EXPECT_TRUE(of_one->is_counted_here());
  EXPECT_FALSE(of_other->is_counted_here());
  EXPECT_FALSE(of_one->is_last());
  of_one.reset();
  EXPECT_TRUE(of_other->is_counted_here());
  EXPECT_TRUE(of_other->is_last());
}

// --- superseded servers ----------------------------------------------------------------------------------------------

class ASupersededPooledServer : public AServerPool {
 protected:
  ASupersededPooledServer() {
    be_modern();
    of_one_ = join(one_);
    of_other_ = join(other_);
  }

  const std::shared_ptr<const gateway::PrincipalIdentity> ada_ = identity();
  OneWorkspace one_{pool_, ada_};
  OneWorkspace other_{pool_, ada_};
  std::optional<PooledServer> of_one_;
  std::optional<PooledServer> of_other_;
};

TEST_F(ASupersededPooledServer, IsReportedToItsUserAsSoonAsItIsNotInUse) {
  std::optional<servers::ServerLease> lease((*of_other_)->lease());
  start(*of_one_);
  wait_a_moment();
  EXPECT_THAT(other_.superseded, IsEmpty());
  lease.reset();
  EXPECT_TRUE(run_until([&] { return !other_.superseded.empty(); }));
  EXPECT_THAT(other_.superseded, ElementsAre(of_other_->get()));
  EXPECT_THAT(one_.superseded, IsEmpty());
}

TEST_F(ASupersededPooledServer, IsLeftForItsSuccessor) {
  start(*of_other_);
  ASSERT_TRUE(run_until([&] { return !other_.superseded.empty(); }));
  of_other_->move_on();
  EXPECT_EQ(of_other_->get(), of_one_->get());
  EXPECT_EQ(other_.count_draining(), 1U);
  EXPECT_TRUE(run_until([&] { return files_.run().is_closing(); }));
}

TEST_F(ASupersededPooledServer, IsFoundOutByAServerOfAnotherPrincipal) {
  OneWorkspace bob(pool_, identity());
  auto of_bob = join(bob);
  start(*of_bob);
  EXPECT_TRUE(run_until([&] { return !other_.superseded.empty(); }));
  of_other_->move_on();
  EXPECT_EQ(of_other_->get(), of_one_->get());
  EXPECT_THAT(bob.superseded, IsEmpty());
}

TEST_F(ASupersededPooledServer, IsNotIfItIsALegacyOne) {
  files_.is_modern = false;
  start(*of_one_);
  start(*of_other_);
  wait_a_moment();
  EXPECT_THAT(other_.superseded, IsEmpty());
  const servers::Server* const own = of_other_->get();
  of_other_->move_on();
  EXPECT_EQ(of_other_->get(), own);
}

TEST_F(ASupersededPooledServer, IsNotWhenItsSuccessorHasEnded) {
  std::optional<servers::ServerLease> lease((*of_other_)->lease());
  start(*of_one_);
  wait_a_moment();
  of_one_.reset();
  lease.reset();
  wait_a_moment();
  EXPECT_THAT(other_.superseded, IsEmpty());
  EXPECT_EQ(join(one_)->get(), of_other_->get()) << "it is the oldest now";
}

}  // namespace
