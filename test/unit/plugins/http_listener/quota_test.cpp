#include "access/quota.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace workbench::http {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Requests against a limit, at times that the test chooses.
class QuotaTest : public testing::Test {
 protected:
  void limit_rate(std::size_t per_second) { quota_.emplace(QuotaLimits{per_second, 0, 0}); }

  /// The seconds for Retry-After; 0: admitted.
  std::int64_t admit(const std::string& client, std::size_t requests = 1, std::size_t counted = 0) {
    return quota_->admit(client, requests, now_, counted).value_or(seconds(0)).count();
  }

  std::optional<Quota> quota_;
  Quota::Clock::time_point now_{seconds(1000)};
};

TEST_F(QuotaTest, AdmitsEverythingWithoutALimit) {
  limit_rate(0);
  EXPECT_EQ(admit("ada", 1'000'000), 0);
  EXPECT_EQ(quota_->remembered_clients(), 0U);
}

TEST_F(QuotaTest, AdmitsTheRequestsOfOneSecondAtOnceAndThenTheRate) {
  limit_rate(4);
  for (int i = 0; i != 4; ++i) EXPECT_EQ(admit("ada"), 0) << i;
  EXPECT_EQ(admit("ada"), 1);
  now_ += milliseconds(250);
  EXPECT_EQ(admit("ada"), 0);
  EXPECT_EQ(admit("ada"), 1);
}

TEST_F(QuotaTest, CountsEachClientByItself) {
  limit_rate(1);
  EXPECT_EQ(admit("ada"), 0);
  EXPECT_EQ(admit("ada"), 1);
  EXPECT_EQ(admit("bob"), 0);
}

TEST_F(QuotaTest, CountsEachMemberOfABatch) {
  limit_rate(4);
  EXPECT_EQ(admit("ada", 3), 0);
  EXPECT_EQ(admit("ada", 2), 1);
  EXPECT_EQ(admit("ada", 1), 0);
}

TEST_F(QuotaTest, AdmitsABatchAboveTheLimitToAnIdleClientAndMakesItWaitForLonger) {
  limit_rate(4);
  EXPECT_EQ(admit("ada"), 0);         // the head of the batch
  EXPECT_EQ(admit("ada", 11, 1), 0);  // its other members: 12 are the requests of 3 seconds
  EXPECT_EQ(admit("ada"), 3);
  now_ += milliseconds(2'250);
  EXPECT_EQ(admit("ada"), 0);
}

TEST_F(QuotaTest, RefusesABatchAboveTheLimitIfOtherRequestsCameBefore) {
  limit_rate(4);
  EXPECT_EQ(admit("ada", 2), 0);
  EXPECT_EQ(admit("ada", 11, 1), 1);
}

TEST_F(QuotaTest, ForgetsClientsThatAreIdle) {
  limit_rate(1);
  for (int i = 0; i != 100; ++i) EXPECT_EQ(admit(std::to_string(i)), 0);
  now_ += seconds(1);
  for (int i = 0; i != 100; ++i) static_cast<void>(admit("ada"));
  EXPECT_EQ(quota_->remembered_clients(), 1U);
}

TEST_F(QuotaTest, RemembersNoMoreThanTenThousandClientsAndThoseThatCameLast) {
  limit_rate(1);
  EXPECT_EQ(admit("ada"), 0);
  for (int i = 0; i != 9'000; ++i) EXPECT_EQ(admit("before" + std::to_string(i)), 0);
  EXPECT_EQ(admit("ada"), 1);
  for (int i = 0; i != 9'000; ++i) EXPECT_EQ(admit("after" + std::to_string(i)), 0);
  EXPECT_LE(quota_->remembered_clients(), 10'000U);
  EXPECT_EQ(admit("ada"), 1);
  EXPECT_EQ(admit("before0"), 0);
}

TEST(Quota, LimitsTheSessionsOfEachClientThatAreOpenAtOnce) {
  Quota quota({0, 2, 0});
  std::optional<Quota::Slot> one = quota.open_session("ada");
  const std::optional<Quota::Slot> two = quota.open_session("ada");
  ASSERT_TRUE(one);
  ASSERT_TRUE(two);
  EXPECT_FALSE(quota.open_session("ada"));
  EXPECT_TRUE(quota.open_session("bob"));
  one.reset();
  EXPECT_TRUE(quota.open_session("ada"));
}

TEST(Quota, CountsASlotThatIsMovedOnce) {
  Quota quota({0, 1, 0});
  std::optional<Quota::Slot> slot = quota.open_session("ada");
  Quota::Slot moved = *std::move(slot);
  slot.reset();
  EXPECT_FALSE(quota.open_session("ada"));
  Quota::Slot other = *quota.open_session("bob");
  other = std::move(moved);
  EXPECT_FALSE(quota.open_session("ada"));
  EXPECT_TRUE(quota.open_session("bob"));
}

TEST(Quota, LetsSlotsOutliveIt) {
  std::optional<Quota> quota(QuotaLimits{0, 1, 0});
  const std::optional<Quota::Slot> slot = quota->open_session("ada");
  quota.reset();
  EXPECT_TRUE(slot);
}

TEST(Quota, LimitsTheConnectionsOfEachAddressGroup) {
  Quota quota({0, 0, 1});
  const auto v4 = quota.open_connection("192.0.2.1");
  const auto v6 = quota.open_connection("2001:db8::1");
  EXPECT_FALSE(quota.open_connection("192.0.2.1"));
  EXPECT_FALSE(quota.open_connection("::ffff:192.0.2.1"));
  EXPECT_FALSE(quota.open_connection("2001:db8::2"));
  EXPECT_TRUE(quota.open_connection("192.0.2.2"));
  EXPECT_TRUE(quota.open_connection("2001:db8:0:1::1"));
}

TEST(Quota, DoesNotLimitConnectionsFromThisMachine) {
  Quota quota({0, 0, 1});
  for (const char* address : {"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "unix", ""}) {
    const auto one = quota.open_connection(address);
    EXPECT_TRUE(quota.open_connection(address)) << address;
  }
}

TEST(AddressGroup, IsOneIpv4AddressOrASlash64) {
  EXPECT_EQ(address_group("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(address_group("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(address_group("2001:db8:0:1:2:3:4:5"), "2001:db8:0:1::/64");
  EXPECT_EQ(address_group("fe80::1%eth0"), "fe80::/64");
  EXPECT_EQ(address_group("unix"), "unix");
}

TEST(QuotaClient, IsThePrincipalOrWhereAnAnonymousOneComesFrom) {
  Principal ada;
  ada.name = "ada";
  EXPECT_EQ(quota_client(&ada, "192.0.2.1"), quota_client(&ada, "192.0.2.2"));
  const Principal anonymous;
  EXPECT_EQ(quota_client(&anonymous, "192.0.2.1"), quota_client(nullptr, "192.0.2.1"));
  EXPECT_NE(quota_client(&anonymous, "192.0.2.1"), quota_client(&anonymous, "192.0.2.2"));
  Principal named_like_an_address;
  named_like_an_address.name = "192.0.2.1";
  EXPECT_NE(quota_client(&named_like_an_address, ""), quota_client(nullptr, "192.0.2.1"));
}

}  // namespace
}  // namespace workbench::http
