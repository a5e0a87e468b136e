#include "access/memory_budget.hpp"

#include <gtest/gtest.h>

#include <list>

namespace workbench::http {
namespace {

using Share = MemoryBudget::Share;
using Excess = MemoryBudget::Excess;

constexpr std::size_t kKiB = 1024;

auto of(const char* client) {
  return [client] { return std::string(client); };
}

TEST(AMemoryBudget, IsExceededByAllThatOneClientHoldsTogether) {
  const MemoryBudget budget({100 * kKiB, 0});
  Share one(budget);
  Share other(budget);
  Share of_bob(budget);
  one.set(60 * kKiB, of("ada"));
  other.set(30 * kKiB, of("ada"));
  of_bob.set(60 * kKiB, of("bob"));
  EXPECT_EQ(one.excess(), Excess::none);
  EXPECT_EQ(budget.excess_of("ada", 20 * kKiB), Excess::client);
  EXPECT_EQ(budget.excess_of("bob", 20 * kKiB), Excess::none);
  EXPECT_EQ(budget.excess_of("eve", 101 * kKiB), Excess::client);

  other.set(50 * kKiB, of("ada"));
  EXPECT_EQ(one.excess(), Excess::client);
  EXPECT_EQ(other.excess(), Excess::client);
  EXPECT_EQ(other.excess_of_others(), Excess::none) << "the others hold 60 KiB";
  EXPECT_EQ(of_bob.excess(), Excess::none);
}

TEST(AMemoryBudget, CountsNothingOfWhatEachConnectionMayHold) {
  const MemoryBudget budget({1, 1});
  Share share(budget);
  share.set(Share::kFree, of("ada"));
  EXPECT_TRUE(budget.is_unused());
  EXPECT_EQ(share.excess(), Excess::none);
  EXPECT_EQ(budget.excess_of("ada", Share::kFree), Excess::none);
}

TEST(AMemoryBudget, ForgetsAClientThatHoldsNothing) {
  const MemoryBudget budget({100 * kKiB, 0});
  {
    Share share(budget);
    share.set(10 * kKiB, of("ada"));
    EXPECT_FALSE(budget.is_unused());
    share.set(5 * kKiB, of("ada"));
    EXPECT_EQ(budget.held(), 5 * kKiB);
    const Share moved(std::move(share));
    EXPECT_EQ(budget.held(), 5 * kKiB);
  }
  EXPECT_EQ(budget.held(), 0U);
  EXPECT_TRUE(budget.is_unused());
}

TEST(AMemoryBudget, FollowsAConnectionToThePrincipalThatItTurnsOutToBe) {
  const MemoryBudget budget({100 * kKiB, 0});
  Share share(budget);
  share.set(80 * kKiB, of("192.0.2.1"));
  share.move_to("ada");
  EXPECT_EQ(budget.excess_of("192.0.2.1", 50 * kKiB), Excess::none);
  EXPECT_EQ(budget.excess_of("ada", 50 * kKiB), Excess::client);
  EXPECT_EQ(budget.held(), 80 * kKiB);
}

// Nobody can take it all: those that hold more than an equal part are refused, and never more than twice is held.
TEST(AMemoryBudget, RefusesThoseThatHoldMoreThanTheirPartOnceAllHoldTooMuch) {
  const MemoryBudget budget({100 * kKiB, 200 * kKiB});
  std::list<Share> shares;
  for (const char* client : {"a", "b", "c"}) shares.emplace_back(budget).set(90 * kKiB, of(client));
  EXPECT_EQ(shares.back().excess(), Excess::all);
  Share little(budget);
  little.set(40 * kKiB, of("d"));
  EXPECT_EQ(little.excess(), Excess::none);
  EXPECT_EQ(budget.excess_of("d", 5 * kKiB), Excess::none);
  EXPECT_EQ(budget.excess_of("d", 20 * kKiB), Excess::all);
}

TEST(AMemoryBudget, SaysThatMuchIsUsedBeforeAllTogetherHoldTooMuch) {
  const MemoryBudget budget({0, 100 * kKiB});
  Share little(budget);
  little.set(10 * kKiB, of("bob"));
  Share share(budget);
  share.set(60 * kKiB, of("ada"));
  EXPECT_TRUE(share.is_half_used());
  EXPECT_FALSE(little.is_half_used());
}

TEST(AMemoryBudget, MayHaveNoLimits) {
  const MemoryBudget budget({0, 0});
  Share share(budget);
  share.set(std::size_t{1} << 40U, of("ada"));
  EXPECT_EQ(share.excess(), Excess::none);
  EXPECT_FALSE(share.is_half_used());
}

TEST(AShareOfNoBudget, CountsNothing) {
  Share share;
  share.set(std::size_t{1} << 40U, of("ada"));
  EXPECT_TRUE(share.is_empty());
}

}  // namespace
}  // namespace workbench::http
