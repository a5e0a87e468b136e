#include "access/refusal_limit.hpp"

#include <gtest/gtest.h>

#include <string>

namespace workbench::http {
namespace {

/// How many of `count` refusals of `address` get a line.
std::size_t lines_of(RefusalLimit& limit, const std::string& address, std::size_t count) {
  std::size_t lines = 0;
  for (std::size_t i = 0; i != count; ++i) lines += limit.admit(address) ? 1U : 0U;
  return lines;
}

TEST(ARefusalLimit, LogsTheFirstRefusalsOfAPeerAndCountsTheOthers) {
  RefusalLimit limit;
  EXPECT_EQ(lines_of(limit, "192.0.2.7", 1'000), RefusalLimit::kPeerLines);
  EXPECT_EQ(lines_of(limit, "192.0.2.8", 3), 3U) << "another peer has lines of its own";

  const auto unlogged = limit.end_period();

  ASSERT_EQ(unlogged.size(), 1U);
  EXPECT_EQ(unlogged[0].address, "192.0.2.7");
  EXPECT_EQ(unlogged[0].count, 1'000 - RefusalLimit::kPeerLines);
}

TEST(ARefusalLimit, BeginsAgainWithEachPeriod) {
  RefusalLimit limit;
  EXPECT_EQ(lines_of(limit, "192.0.2.7", 100), RefusalLimit::kPeerLines);
  static_cast<void>(limit.end_period());

  EXPECT_EQ(lines_of(limit, "192.0.2.7", 1), 1U);
  EXPECT_TRUE(limit.end_period().empty());
}

// One machine commonly has a whole /64 to choose its addresses from.
TEST(ARefusalLimit, TakesTheAddressesOfOneNetworkForOnePeer) {
  RefusalLimit limit;
  std::size_t lines = 0;
  for (int i = 1; i != 100; ++i) lines += limit.admit("2001:db8::" + std::to_string(i)) ? 1U : 0U;

  EXPECT_EQ(lines, RefusalLimit::kPeerLines);
  EXPECT_EQ(limit.end_period().at(0).address, "2001:db8::99");
}

TEST(ARefusalLimit, HasAnEndHoweverManyPeersThereAre) {
  RefusalLimit limit;
  std::size_t lines = 0;
  for (int i = 0; i != 100'000; ++i) {
    lines += limit.admit("10." + std::to_string(i / 65'536) + "." + std::to_string(i / 256 % 256) + "." +
                         std::to_string(i % 256))
                 ? 1U
                 : 0U;
  }
  EXPECT_EQ(lines, RefusalLimit::kLines);

  const auto unlogged = limit.end_period();

  ASSERT_EQ(unlogged.size(), 1U);
  EXPECT_EQ(unlogged[0].address, "");
  EXPECT_EQ(unlogged[0].count, 100'000 - RefusalLimit::kLines);
}

}  // namespace
}  // namespace workbench::http
