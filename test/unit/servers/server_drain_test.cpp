#include "servers/server_drain.hpp"

#include <gtest/gtest.h>

#include <workbench/testing/loop_host.hpp>

namespace {

using namespace std::chrono_literals;
using workbench::MoveOnlyFunction;
using workbench::servers::ServerDrain;
using workbench::servers::UseWatch;

/// The drain of a server that closes at once.
class ServerDrainTest : public testing::Test {
 protected:
  void begin(std::chrono::milliseconds limit) {
    drain_.begin(limit, [this] { ++drained_; });
  }

  int closed_ = 0;
  int drained_ = 0;
  workbench::test::LoopHost host_;
  UseWatch watch_{host_.loop(), [] { return UseWatch::Use{false}; }};
  ServerDrain drain_{host_.loop(), watch_, [this](MoveOnlyFunction<void()> closed) {
                       ++closed_;
                       closed();
                     }};
};

TEST_F(ServerDrainTest, ClosesAServerWithoutUsersAtOnce) {
  begin(1min);
  EXPECT_TRUE(host_.run_until([&] { return drained_ > 0; }));
  EXPECT_EQ(closed_, 1);
}

TEST_F(ServerDrainTest, WaitsForTheLastUser) {
  drain_.add_user();
  begin(1min);
  host_.run_what_is_due();
  EXPECT_EQ(closed_, 0);
  drain_.remove_user();
  EXPECT_TRUE(host_.run_until([&] { return drained_ > 0; }));
}

TEST_F(ServerDrainTest, ClosesAServerAtItsLimitAndIsDrainedWhenTheUserIsGone) {
  drain_.add_user();
  begin(1ms);
  ASSERT_TRUE(host_.run_until([&] { return closed_ > 0; }));
  EXPECT_EQ(drained_, 0);
  drain_.remove_user();
  EXPECT_TRUE(host_.run_until([&] { return drained_ > 0; }));
}

// Other servers of its toolbox may drain for longer, and keep it until then.
TEST_F(ServerDrainTest, IsDrainedOnceThoughItsLimitPassesAfterThat) {
  begin(20ms);
  ASSERT_TRUE(host_.run_until([&] { return drained_ > 0; }));
  bool has_passed = false;
  const auto later = host_.loop().after(60ms, [&] { has_passed = true; });
  ASSERT_TRUE(host_.run_until([&] { return has_passed; }));
  EXPECT_EQ(drained_, 1);
  EXPECT_EQ(closed_, 1);
}

}  // namespace
