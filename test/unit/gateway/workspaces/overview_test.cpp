// What operators see of servers: everything, or what belongs to one principal.

#include "gateway/workspaces/overview.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::IsEmpty;

/// Two principals, each with servers of its own, and servers that they share in two toolboxes.
class AnOverview : public WorkspaceFixture {
 protected:
  AnOverview() {
    add_server("dev", "files", "modern");
    add_shared("dev", "search");
    add_shared("secret", "vault");
  }

  void add_shared(const std::string& toolbox, const std::string& name) {
    add_server(toolbox, name, "modern");
    toolbox_entry(toolbox).servers.back().share = config::Share::process;
  }
  void use(const std::shared_ptr<const Principal>& principal, const std::string& toolbox, const std::string& server) {
    clients_.push_back(modern_client("{}", principal));
    clients_.back()->result_of(clients_.back()->use_tool(toolbox, server));
  }
  static std::vector<std::string> rows(const gateway::Overview& overview) {
    std::vector<std::string> names;
    for (const gateway::ServerOverview& server : overview.servers) {
      names.push_back(server.toolbox + "/" + server.health.server + " " + server.health.state + " of " +
                      server.principal + ", " + std::to_string(server.health.calls) + " calls");
    }
    return names;
  }

  const std::shared_ptr<const Principal> bob_ = principal("bob");
  Principal ada_{"ada", std::vector<std::string>{"dev"}, {}};
  std::vector<std::unique_ptr<TestClient>> clients_;
};

TEST_F(AnOverview, HasForOnePrincipalItsOwnServersAndOfSharedOnesNoFigures) {
  use(std::make_shared<const Principal>(ada_), "dev", "files");
  use(bob_, "dev", "files");
  use(bob_, "dev", "search");
  use(bob_, "secret", "vault");
  const gateway::Overview own = workspaces().overview({&ada_});
  EXPECT_THAT(rows(own), ElementsAre("dev/files ready of ada, 1 calls", "dev/search ready of , 0 calls"));
  ASSERT_EQ(own.workspaces.size(), 1U);
  EXPECT_EQ(own.workspaces[0].principal, "ada");
  EXPECT_EQ(workspaces().overview().servers.size(), 4U);
}

TEST_F(AnOverview, HasUnusedServersOnlyOnRequestAndThoseOfVisibleToolboxes) {
  EXPECT_THAT(rows(workspaces().overview({&ada_})), IsEmpty());
  EXPECT_THAT(rows(workspaces().overview({&ada_, true})),
              ElementsAre("dev/files known of , 0 calls", "dev/search known of , 0 calls"));
  EXPECT_EQ(workspaces().overview({nullptr, true}).servers.size(), 3U);
}

TEST_F(AnOverview, HasWhenAServerWasStarted) {
  const auto before = std::chrono::system_clock::now();
  use(bob_, "dev", "files");
  const auto servers = workspaces().overview().servers;
  ASSERT_FALSE(servers.empty());
  ASSERT_TRUE(servers[0].started_at);
  EXPECT_GE(*servers[0].started_at, before);
  EXPECT_EQ(servers[0].restarts, 0U);
}

}  // namespace
