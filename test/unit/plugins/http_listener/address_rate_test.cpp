#include "access/address_rate.hpp"

#include <gtest/gtest.h>

namespace workbench::http {
namespace {

using std::chrono::seconds;

const AddressRate::Clock::time_point kNow{std::chrono::hours(1)};

int uses_until_refused(AddressRate& rate, std::string_view address, AddressRate::Clock::time_point now) {
  int count = 0;
  for (; count != 1'000 && rate.has_room(address, now); ++count) rate.add(address, now);
  return count;
}

TEST(TheRateOfAnAddress, IsABurstAndThenSteady) {
  AddressRate rate(10, 2);
  EXPECT_EQ(uses_until_refused(rate, "192.0.2.1", kNow), 10);
  EXPECT_EQ(uses_until_refused(rate, "192.0.2.1", kNow + seconds(1)), 2);
  EXPECT_EQ(uses_until_refused(rate, "192.0.2.1", kNow + seconds(100)), 10);
}

TEST(TheRateOfAnAddress, IsThatOfItsNetworkAndOfNoOther) {
  AddressRate rate(10, 2);
  EXPECT_EQ(uses_until_refused(rate, "2001:db8::1", kNow), 10);
  EXPECT_FALSE(rate.has_room("2001:db8::2", kNow));
  EXPECT_TRUE(rate.has_room("2001:db8:0:1::1", kNow));
  EXPECT_EQ(uses_until_refused(rate, "192.0.2.1", kNow), 10);
  EXPECT_FALSE(rate.has_room("::ffff:192.0.2.1", kNow));
}

TEST(TheRateOfAnAddress, HasNoLimitOnThisMachineOrWithoutABurst) {
  AddressRate rate(10, 2);
  for (const char* address : {"127.0.0.1", "127.0.0.2", "::1", "unix"}) {
    EXPECT_EQ(uses_until_refused(rate, address, kNow), 1'000) << address;
  }
  AddressRate unlimited(0, 0);
  EXPECT_EQ(uses_until_refused(unlimited, "192.0.2.1", kNow), 1'000);
}

TEST(TheRateOfAnAddress, IsRememberedForABoundedNumberOfAddresses) {
  AddressRate rate(10, 2);
  for (int network = 0; network != 25'000; ++network) {
    rate.add("10." + std::to_string(network / 65'536) + "." + std::to_string(network / 256 % 256) + "." +
                 std::to_string(network % 256),
             kNow + seconds(network / 1'000));
    ASSERT_LE(rate.remembered(), 10'000U);
  }
}

}  // namespace
}  // namespace workbench::http
