#include "network/proxy_protocol.hpp"

#include <gtest/gtest.h>

#include <string>

namespace workbench::http {
namespace {

using Status = ProxyHeaderReading::Status;

std::string v2(char command, char family, std::string_view block, std::size_t length) {
  std::string header("\r\n\r\n\0\r\nQUIT\n", 12);
  header += command;
  header += family;
  header += static_cast<char>(length >> 8U);
  header += static_cast<char>(length & 0xffU);
  return header.append(block);
}

std::string v2(char command, char family, std::string_view block) {
  return v2(command, family, block, block.size());
}

const std::string kV4Block("\xc0\x00\x02\x01\x0a\x00\x00\x01\x12\x67\x01\xbb", 12);

/// `SOURCE DESTINATION SIZE`, with `-` for an address that is not named; or the status.
std::string summary(std::string_view bytes) {
  const ProxyHeaderReading reading = read_proxy_header(bytes);
  switch (reading.status) {
    case Status::incomplete: return "incomplete";
    case Status::absent: return "absent";
    case Status::malformed: return reading.problem.empty() ? "no problem" : "malformed";
    case Status::complete: break;
  }
  const auto named = [](const std::optional<IpEndpoint>& endpoint) { return endpoint ? endpoint->text() : "-"; };
  return named(reading.header.source) + " " + named(reading.header.destination) + " " +
         std::to_string(reading.header.size);
}

/// Every piece of `header` that is not all of it is incomplete, and what follows it does not matter.
void expect(const std::string& header, const std::string& addresses) {
  for (std::size_t size = 0; size < header.size(); ++size) {
    EXPECT_EQ(summary(header.substr(0, size)), "incomplete") << size << " of " << header;
  }
  const std::string expected = addresses + " " + std::to_string(header.size());
  EXPECT_EQ(summary(header), expected);
  EXPECT_EQ(summary(header + "POST /mcp HTTP/1.1\r\n"), expected);
  EXPECT_EQ(summary(header + header), expected);
}

TEST(ProxyProtocol, ReadsTheLineOfVersion1FromAnyPieces) {
  expect("PROXY TCP4 192.0.2.1 10.0.0.1 4711 443\r\n", "192.0.2.1:4711 10.0.0.1:443");
  expect("PROXY TCP6 2001:db8::1 ::1 65535 0\r\n", "[2001:db8::1]:65535 [::1]:0");
}

TEST(ProxyProtocol, NamesNoClientIfTheProxyKnowsNone) {
  expect("PROXY UNKNOWN\r\n", "- -");
  expect("PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n", "- -");
  expect(v2('\x21', '\x00', ""), "- -");
  expect(v2('\x21', '\x31', std::string(216, 'x')), "- -");
}

TEST(ProxyProtocol, NamesNoClientIfTheProxySpeaksForItself) {
  expect(v2('\x20', '\x00', ""), "- -");
  expect(v2('\x20', '\x11', kV4Block), "- -");
}

TEST(ProxyProtocol, ReadsVersion2FromAnyPieces) {
  expect(v2('\x21', '\x11', kV4Block), "192.0.2.1:4711 10.0.0.1:443");
  const std::string v6 = std::string("\x20\x01\x0d\xb8", 4) + std::string(11, '\0') + '\x01' + std::string(15, '\0') +
                         std::string("\x01\x12\x67\x01\xbb", 5);
  expect(v2('\x21', '\x21', v6), "[2001:db8::1]:4711 [::1]:443");
}

TEST(ProxyProtocol, SkipsTheFieldsAfterTheAddressesOfVersion2) {
  expect(v2('\x21', '\x11', kV4Block + std::string(500, '\xee')), "192.0.2.1:4711 10.0.0.1:443");
  expect(v2('\x21', '\x11', kV4Block + std::string(kMaxProxyHeader - 16 - kV4Block.size(), 'x')),
         "192.0.2.1:4711 10.0.0.1:443");
}

TEST(ProxyProtocol, SeesThatAConnectionBeginsWithoutAHeader) {
  for (const char* bytes : {"POST /mcp HTTP/1.1\r\n", "PUT ", "GET", "PRI * HTTP/2.0\r\n", "\x16\x03\x01", "PROXYTCP4",
                            "\r\nGET / HTTP/1.1\r\n", "proxy TCP4"}) {
    EXPECT_EQ(summary(bytes), "absent") << bytes;
  }
}

TEST(ProxyProtocol, RefusesAMalformedLineOfVersion1) {
  for (const char* line : {"PROXY TCP4 192.0.2.1 10.0.0.1 4711 443\n", "PROXY TCP4  192.0.2.1 10.0.0.1 4711 443\r\n",
                           "PROXY TCP4 192.0.2.1 10.0.0.1 4711 443 \r\n", "PROXY TCP4 192.0.2.1 10.0.0.1 4711\r\n",
                           "PROXY TCP4 192.0.2.1 10.0.0.1 4711 65536\r\n",
                           "PROXY TCP4 192.0.2.1 10.0.0.1 04711 443\r\n", "PROXY TCP4 192.0.2.1 10.0.0.1 -1 443\r\n",
                           "PROXY TCP4 2001:db8::1 ::1 4711 443\r\n", "PROXY TCP6 192.0.2.1 10.0.0.1 4711 443\r\n",
                           "PROXY TCP6 fe80::1%lo ::1 4711 443\r\n", "PROXY TCP5 192.0.2.1 10.0.0.1 4711 443\r\n",
                           "PROXY \r\n", "PROXY UNKNOWNX\r\n", "PROXY TCP4\r\n", "PROXY \n"}) {
    EXPECT_EQ(summary(line), "malformed") << line;
  }
}

TEST(ProxyProtocol, ReadsNoMoreThanTheLongestLineOfVersion1) {
  const std::string line = "PROXY UNKNOWN " + std::string(107 - 14 - 2, 'x');
  EXPECT_EQ(summary(line + "\r\n"), "- - 107");
  EXPECT_EQ(summary(line + "x"), "incomplete");
  EXPECT_EQ(summary(line + "x\r"), "malformed");
  EXPECT_EQ(summary(line + "x\r\n"), "malformed");
}

TEST(ProxyProtocol, RefusesAMalformedHeaderOfVersion2) {
  EXPECT_EQ(summary(v2('\x22', '\x11', kV4Block)), "malformed");               // command
  EXPECT_EQ(summary(v2('\x11', '\x11', kV4Block)), "malformed");               // version
  EXPECT_EQ(summary(v2('\x21', '\x12', kV4Block)), "malformed");               // datagrams
  EXPECT_EQ(summary(v2('\x21', '\x41', kV4Block)), "malformed");               // family
  EXPECT_EQ(summary(v2('\x21', '\x11', kV4Block.substr(1))), "malformed");     // too short
  EXPECT_EQ(summary(v2('\x21', '\x21', kV4Block)), "malformed");               // too short for IPv6
  EXPECT_EQ(summary(v2('\x21', '\x31', std::string(215, 'x'))), "malformed");  // too short for paths
}

TEST(ProxyProtocol, RefusesALongHeaderBeforeItHasArrived) {
  EXPECT_EQ(summary(v2('\x21', '\x11', "", kMaxProxyHeader - 16)), "incomplete");
  EXPECT_EQ(summary(v2('\x21', '\x11', "", kMaxProxyHeader - 15)), "malformed");
  EXPECT_EQ(summary(v2('\x20', '\x00', "", 65535)), "malformed");
}

}  // namespace
}  // namespace workbench::http
