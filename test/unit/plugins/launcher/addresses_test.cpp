#include "sandbox/addresses.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace launcher {
namespace {

InternetAddress address(const char* text) {
  InternetAddress read;
  EXPECT_TRUE(read_address(text, read)) << text;
  return read;
}

AddressRange range(const char* text) {
  AddressRange read;
  EXPECT_TRUE(read_range(text, read)) << text;
  return read;
}

std::string text(const InternetAddress& address, std::uint16_t port) {
  char formatted[kAddressTextSize];
  format_address(address, port, formatted);
  return formatted;
}

TEST(LauncherAddresses, AreEqualInBothFormsOfVersion4) {
  EXPECT_EQ(address("127.0.0.1"), address("::ffff:127.0.0.1"));
  EXPECT_EQ(address("127.0.0.1"), address("::ffff:7f00:1"));
}

TEST(LauncherAddresses, AreFormattedWithTheirPort) {
  EXPECT_EQ(text(address("::ffff:1.2.3.4"), 80), "1.2.3.4:80");
  EXPECT_EQ(text(address("fe80::1%lo"), 65535), "[fe80::1]:65535");
}

TEST(LauncherAddresses, AreNotReadFromOtherTexts) {
  InternetAddress read;
  for (const char* wrong : {"", "1.2.3", "1.2.3.4.5", "localhost", "1.2.3.4%lo", "::1::", "01.2.3.4x"}) {
    EXPECT_FALSE(read_address(wrong, read)) << wrong;
  }
  AddressRange range;
  for (const char* wrong : {"1.2.3.4/33", "::1/129", "1.2.3.4/", "1.2.3.4/-1", "1.2.3.4/1x"}) {
    EXPECT_FALSE(read_range(wrong, range)) << wrong;
  }
}

TEST(LauncherAddresses, AreWithinARangeBitByBit) {
  EXPECT_TRUE(range("10.0.0.0/9").contains(address("10.127.255.255")));
  EXPECT_FALSE(range("10.0.0.0/9").contains(address("10.128.0.0")));
  EXPECT_TRUE(range("0.0.0.0/0").contains(address("8.8.8.8")));
  EXPECT_FALSE(range("0.0.0.0/0").contains(address("2001:db8::1")));
  EXPECT_TRUE(range("2001:db8::/31").contains(address("2001:db9::1")));
  EXPECT_TRUE(range("::1").contains(address("::1")));
  EXPECT_FALSE(range("::1").contains(address("::2")));
}

TEST(LauncherAddresses, AreLocalInEachFormThatLeadsToThisMachineOrLink) {
  for (const char* local : {"127.0.0.1",
                            "127.255.255.255",
                            "0.0.0.0",
                            "0.1.2.3",
                            "169.254.169.254",
                            "224.0.0.1",
                            "255.255.255.255",
                            "::",
                            "::1",
                            "fe80::1",
                            "febf::1",
                            "fec0::1",
                            "ff02::1",
                            "::ffff:127.0.0.1",
                            "::ffff:0:127.0.0.1",
                            "::127.0.0.1",
                            "64:ff9b::127.0.0.1",
                            "64:ff9b:1::169.254.169.254",
                            "2002:7f00:1::",
                            "2002:a9fe:a9fe::1",
                            "2001:0:1234::80ff:fffe"}) {
    EXPECT_TRUE(is_local(address(local))) << local;
  }
}

TEST(LauncherAddresses, AreNotLocalOtherwise) {
  for (const char* other :
       {"8.8.8.8", "10.0.0.1", "192.168.1.1", "126.255.255.255", "128.0.0.1", "169.253.0.1", "223.255.255.255",
        "2001:db8::1", "fd00::1", "64:ff9b::8.8.8.8", "2002:808:808::", "::ffff:8.8.8.8"}) {
    EXPECT_FALSE(is_local(address(other))) << other;
  }
}

TEST(LauncherAddresses, AreReadFromWhatTheKernelWouldTake) {
  InternetAddress read;
  std::uint16_t port = 0;
  sockaddr_in6 version_6{};
  version_6.sin6_family = AF_INET6;
  version_6.sin6_port = htons(443);
  version_6.sin6_addr = in6addr_loopback;
  const auto* general = reinterpret_cast<const sockaddr*>(&version_6);
  EXPECT_TRUE(read_socket_address(general, sizeof version_6, read, port));
  EXPECT_EQ(port, 443);
  EXPECT_TRUE(is_loopback(read));
  EXPECT_TRUE(read_socket_address(general, sizeof version_6 - 4, read, port)) << "without its scope";
  EXPECT_FALSE(read_socket_address(general, sizeof version_6 - 5, read, port));
  EXPECT_FALSE(read_socket_address(general, 1, read, port));
}

}  // namespace
}  // namespace launcher
