#include "network/listen_address.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::http {
namespace {

using Kind = ListenAddress::Kind;
using testing::HasSubstr;
using testing::StartsWith;

ListenAddress parsed(std::string_view text, std::string_view folder = {}) {
  auto address = ListenAddress::parse(text, folder);
  if (address) return *address;
  ADD_FAILURE() << address.error().message;
  return {};
}

std::string refusal(std::string_view text) {
  const auto address = ListenAddress::parse(text);
  return address ? "" : address.error().message;
}

TEST(IpAddress, TreatsIpv4MappedAddressesAsIpv4) {
  const auto mapped = IpAddress::parse("::ffff:192.0.2.1");
  ASSERT_TRUE(mapped);
  EXPECT_EQ(mapped, IpAddress::parse("192.0.2.1"));
  EXPECT_EQ(mapped->text(), "192.0.2.1");
  EXPECT_TRUE(IpAddress::parse("::ffff:127.0.0.9")->is_loopback());
  EXPECT_TRUE(IpAddress::parse("::ffff:0.0.0.0")->is_any());
}

TEST(IpAddress, IsReadStrictly) {
  for (const char* text : {"", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "[::1]",
                           ":::", "1:2:3:4:5:6:7:8:9", "::1%", "::1%no-such-interface"}) {
    EXPECT_FALSE(IpAddress::parse(text)) << text;
  }
  EXPECT_FALSE(IpAddress::parse(std::string_view("1.2.3.4\0", 8)));
}

TEST(IpAddress, KeepsTheInterfaceOfALinkLocalAddress) {
  const auto address = IpAddress::parse("fe80::1%lo");
  ASSERT_TRUE(address);
  EXPECT_NE(address->scope(), 0U);
  EXPECT_EQ(address->text(), "fe80::1%lo");
}

TEST(IpLiteral, TakesAPortAfterIpv4AndAfterBrackets) {
  EXPECT_EQ(IpLiteral::parse("192.0.2.1:80")->port, 80);
  EXPECT_EQ(IpLiteral::parse("[2001:db8::1]:80")->port, 80);
  EXPECT_EQ(IpLiteral::parse("[2001:db8::1]")->port, std::nullopt);
  EXPECT_EQ(IpLiteral::parse("2001:db8::1")->port, std::nullopt);
  for (const char* text : {"192.0.2.1:", "192.0.2.1:65536", "192.0.2.1:080", "192.0.2.1:+80", "[192.0.2.1]:80", "[::1",
                           "[::1]x", "[::1]:", ":80", "[]:80", "::1]:80"}) {
    EXPECT_FALSE(IpLiteral::parse(text)) << text;
  }
}

TEST(ListenAddress, IsAnIpAddressWithAnOptionalPort) {
  const ListenAddress address = parsed("127.0.0.1");
  EXPECT_EQ(address.kind, Kind::ip);
  EXPECT_EQ(address.port, std::nullopt);
  EXPECT_TRUE(address.is_loopback());
  EXPECT_TRUE(address.is_local());
  EXPECT_TRUE(parsed("[::1]:9000").is_loopback());
  EXPECT_EQ(parsed("[::1]:9000").port, 9000);
  EXPECT_FALSE(parsed("0.0.0.0").is_local());
  EXPECT_FALSE(parsed("::").is_local());
}

TEST(ListenAddress, IsAUnixSocketWithAFileOrAnAbstractName) {
  EXPECT_EQ(parsed("unix:/run/w.sock").kind, Kind::unix_path);
  EXPECT_EQ(parsed("unix:/run/w.sock").path, "/run/w.sock");
  EXPECT_EQ(parsed("unix:@w").kind, Kind::unix_abstract);
  EXPECT_EQ(parsed("unix:@w").path, "w");
  EXPECT_TRUE(parsed("unix:@w").is_local());
  EXPECT_FALSE(parsed("unix:/run/w.sock").is_loopback());
}

TEST(ListenAddress, LooksARelativePathUpInTheFolderOfTheConfiguration) {
  EXPECT_EQ(parsed("unix:run/../w.sock", "/etc/workbench").path, "/etc/workbench/w.sock");
  EXPECT_EQ(parsed("unix:/run/w.sock", "/etc/workbench").path, "/run/w.sock");
}

TEST(ListenAddress, IsASocketOfSystemd) {
  EXPECT_EQ(parsed("systemd").kind, Kind::systemd);
  EXPECT_EQ(parsed("systemd").path, "");
  EXPECT_EQ(parsed("systemd:public").path, "public");
  EXPECT_FALSE(parsed("systemd").is_local());
}

TEST(ListenAddress, IsWrittenAsItWasRead) {
  for (const char* text : {"127.0.0.1", "::1", "127.0.0.1:9000", "[::1]:9000", "unix:/run/w.sock", "unix:@w", "systemd",
                           "systemd:public"}) {
    EXPECT_EQ(parsed(text).text(), text);
  }
}

TEST(ListenAddress, IsRefusedWithWhatToWrite) {
  for (const char* text : {"localhost", "*:80", "http://127.0.0.1", "127.0.0.1:99999", "", "systemdx", "UNIX:/x"}) {
    EXPECT_THAT(refusal(text), StartsWith("'" + std::string(text) + "' is not an IP address; write 127.0.0.1"));
  }
  EXPECT_THAT(refusal("unix:"), HasSubstr("write a file like unix:/run/workbench.sock"));
  EXPECT_THAT(refusal("unix:@"), HasSubstr("names no socket"));
  EXPECT_THAT(refusal("systemd:"), HasSubstr("write systemd:NAME"));
  EXPECT_THAT(refusal("unix:/" + std::string(107, 'x')), HasSubstr("its path has 108 bytes, and at most 107 are"));
  EXPECT_EQ(refusal("unix:/" + std::string(106, 'x')), "");
}

}  // namespace
}  // namespace workbench::http
