#include "network/trusted_addresses.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::http {
namespace {

using testing::HasSubstr;

TrustedAddresses trusted(const std::vector<std::string>& texts) {
  auto addresses = TrustedAddresses::parse(texts);
  if (addresses) return *addresses;
  ADD_FAILURE() << addresses.error().message;
  return {};
}

bool contains(const std::vector<std::string>& texts, const char* address) {
  return trusted(texts).contains(*IpAddress::parse(address));
}

std::string refusal(const std::string& text) {
  const auto addresses = TrustedAddresses::parse({"192.0.2.1", text});
  return addresses ? "" : addresses.error().message;
}

TEST(TrustedAddresses, ContainAddressesAndNetworks) {
  EXPECT_TRUE(contains({"192.0.2.1"}, "192.0.2.1"));
  EXPECT_FALSE(contains({"192.0.2.1"}, "192.0.2.2"));
  EXPECT_TRUE(contains({"10.0.0.0/8"}, "10.255.255.255"));
  EXPECT_FALSE(contains({"10.0.0.0/8"}, "11.0.0.0"));
  EXPECT_TRUE(contains({"10.0.0.128/25"}, "10.0.0.200"));
  EXPECT_FALSE(contains({"10.0.0.128/25"}, "10.0.0.127"));
  EXPECT_TRUE(contains({"2001:db8::/33"}, "2001:db8:7fff::1"));
  EXPECT_FALSE(contains({"2001:db8::/33"}, "2001:db8:8000::1"));
  EXPECT_TRUE(contains({"192.0.2.1", "fd00::/8"}, "fdff::1"));
}

TEST(TrustedAddresses, KeepTheFamiliesApart) {
  EXPECT_TRUE(contains({"0.0.0.0/0"}, "203.0.113.1"));
  EXPECT_FALSE(contains({"0.0.0.0/0"}, "2001:db8::1"));
  EXPECT_TRUE(contains({"::/0"}, "2001:db8::1"));
  EXPECT_FALSE(contains({"::/0"}, "203.0.113.1"));
}

TEST(TrustedAddresses, TreatIpv4MappedNetworksAsIpv4) {
  EXPECT_TRUE(contains({"10.0.0.0/8"}, "::ffff:10.1.1.1"));
  EXPECT_TRUE(contains({"::ffff:10.0.0.0/104"}, "10.1.1.1"));
  EXPECT_THAT(refusal("::ffff:10.0.0.0/8"), HasSubstr("it must be from 96 to 128"));
}

TEST(TrustedAddresses, ContainUnixSocketsOnlyIfTheyAreNamed) {
  EXPECT_TRUE(trusted({"unix"}).contains(SocketPeer{}));
  EXPECT_FALSE(trusted({"0.0.0.0/0", "::/0"}).contains(SocketPeer{}));
  EXPECT_FALSE(trusted({"unix"}).contains(SocketPeer{IpAddress::v4({127, 0, 0, 1}), 1, {}}));
}

TEST(TrustedAddresses, AreNoneByDefault) {
  EXPECT_TRUE(TrustedAddresses().empty());
  EXPECT_TRUE(trusted({}).empty());
  EXPECT_FALSE(trusted({"unix"}).empty());
  EXPECT_FALSE(trusted({"::1"}).empty());
}

TEST(TrustedAddresses, AreRefusedWithWhatToWrite) {
  EXPECT_EQ(refusal("proxy.example.com"),
            "'proxy.example.com' is not an IP address; write one like 192.0.2.1, a network like 10.0.0.0/8, or unix");
  EXPECT_THAT(refusal("10.0.0.0/33"), HasSubstr("it must be from 0 to 32"));
  EXPECT_THAT(refusal("10.0.0.0/"), HasSubstr("invalid prefix length"));
  EXPECT_THAT(refusal("10.0.0.0/8x"), HasSubstr("invalid prefix length"));
  EXPECT_THAT(refusal("10.1.2.3/8"), HasSubstr("write 10.0.0.0/8 for the network"));
}

}  // namespace
}  // namespace workbench::http
