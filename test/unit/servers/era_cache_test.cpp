#include "servers/era_cache.hpp"

#include "server_fixture.hpp"

namespace {

using namespace server_fixture;
using servers::Era;

/// What a server remembers of its era from one start to the next.
class EraCacheTest : public ServerFixture {
 protected:
  EraCacheTest() { entry_.protocol = "auto"; }

  [[nodiscard]] std::optional<Era> era() const {
    return eras_.find("dev/files", entry_.transport + "\n" + entry_.identity);
  }

  /// Starts the server once more after it has ended.
  void start_again() {
    peer_.run().exit();
    run_until_quiet();
    start_now();
  }
};

TEST_F(EraCacheTest, KeepsTheErasOfServersApart) {
  EXPECT_FALSE(eras_.find("dev/files", "node 1"));
  eras_.set("dev/files", "node 1", Era::legacy);
  eras_.set("prod/files", "node 1", Era::modern);
  EXPECT_EQ(eras_.find("dev/files", "node 1"), Era::legacy);
  EXPECT_EQ(eras_.find("prod/files", "node 1"), Era::modern);
  eras_.erase("dev/files", "node 1");
  EXPECT_FALSE(eras_.find("dev/files", "node 1"));
}

TEST_F(EraCacheTest, RemembersOfAServerOnlyTheLatestConfiguration) {
  eras_.set("dev/files", "node 1", Era::legacy);
  EXPECT_FALSE(eras_.find("dev/files", "node 2"));
  eras_.set("dev/files", "node 2", Era::modern);
  eras_.erase("dev/files", "node 1");
  EXPECT_EQ(eras_.find("dev/files", "node 2"), Era::modern);
  EXPECT_FALSE(eras_.find("dev/files", "node 1"));
}

TEST_F(EraCacheTest, SavesALegacyServerTheProbeAtItsNextStart) {
  start_now();
  EXPECT_EQ(peer_.run().count("server/discover"), 1U);
  start_again();
  EXPECT_EQ(peer_.run().count("server/discover"), 0U);
}

TEST_F(EraCacheTest, DoesNotPinAModernServer) {
  peer_.is_modern = true;
  start_now();
  EXPECT_EQ(era(), Era::modern);
  peer_.is_modern = false;
  start_again();
  EXPECT_EQ(era(), Era::legacy) << "it was replaced by an older version";
}

TEST_F(EraCacheTest, ForgetsAnEraWithWhichTheServerDoesNotStart) {
  start_now();
  peer_.is_modern = true;
  peer_.run().exit();
  run_until_quiet();
  Outcome started;
  start(started);
  run_until_quiet();
  EXPECT_TRUE(started.is_failure()) << "a modern server refuses initialize";
  EXPECT_FALSE(era());
  start_now();
  EXPECT_EQ(era(), Era::modern);
}

TEST_F(EraCacheTest, StartsAServerThatEndsAtTheProbeOnceMoreWithoutIt) {
  peer_.handle("server/discover", [](ScriptedRun& run, const auto&) { run.exit(); });
  start_now();
  EXPECT_EQ(peer_.starts(), 2U);
  EXPECT_EQ(peer_.run().count("server/discover"), 0U);
  EXPECT_EQ(era(), Era::legacy);
}

TEST_F(EraCacheTest, IsNotAskedForAServerWhoseProtocolIsPinned) {
  entry_.protocol = "modern";
  eras_.set("dev/files", entry_.transport + "\n" + entry_.identity, Era::legacy);
  peer_.is_modern = true;
  start_now();
  EXPECT_EQ(peer_.run().count("initialize"), 0U);
}

}  // namespace
