#include "sandbox/dns_message.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace launcher {
namespace {

using Bytes = std::string;

const Bytes kHeader("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00", 12);
const Bytes kName(
    "\x03"
    "Api"
    "\x04"
    "test"
    "\x00",
    10);
const Bytes kOfAddress("\x00\x01\x00\x01", 4);

const std::uint8_t* bytes(const Bytes& text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

DnsQuery query() {
  DnsQuery query;
  const Bytes message = kHeader + kName + kOfAddress;
  EXPECT_EQ(read_query(bytes(message), message.size(), query), DnsReading::query);
  return query;
}

struct Visited {
  std::vector<std::string> addresses;
  static void add(void* context, const InternetAddress& address, std::uint32_t seconds) {
    char text[kAddressTextSize];
    format_address(address, static_cast<std::uint16_t>(seconds), text);
    static_cast<Visited*>(context)->addresses.emplace_back(text);
  }
};

Bytes record(const Bytes& owner, char type, const Bytes& data) {
  return owner + Bytes("\x00", 1) + type + Bytes("\x00\x01\x00\x00\x00\x07\x00", 7) + static_cast<char>(data.size()) +
         data;
}

Bytes answer(char count, const Bytes& records) {
  Bytes header("\x56\x78\x81\x80\x00\x01\x00", 7);
  return header + count + Bytes(4, '\0') + kName + kOfAddress + records;
}

const Bytes kSameName("\xc0\x0c", 2);

TEST(DnsMessage, IsReadAsAQueryInLowerCase) {
  const DnsQuery read = query();
  EXPECT_EQ(read.id, 0x1234);
  EXPECT_STREQ(read.name, "api.test");
  EXPECT_EQ(read.type, 1);
}

TEST(DnsMessage, IsWrittenAnewWithItsQuestionOnly) {
  const Bytes message = kHeader.substr(0, 11) + "\x01" + kName + kOfAddress +
                        Bytes("\x00\x00\x29\x10\x00\x00\x00\x80\x00\x00\x06\xff\xff\x00\x02hi", 17);
  DnsQuery read;
  ASSERT_EQ(read_query(bytes(message), message.size(), read), DnsReading::query);
  EXPECT_EQ(read.udp_size, 4096);
  EXPECT_TRUE(read.wants_signatures);
  std::uint8_t written[kMaxDnsQuery];
  const std::size_t size = write_query(read, 0x5678, written);
  const Bytes text(reinterpret_cast<const char*>(written), size);
  EXPECT_EQ(text.find("hi"), Bytes::npos);
  EXPECT_EQ(text.substr(0, 2), "\x56\x78");
  EXPECT_EQ(text.substr(12, kName.size()), Bytes("\x03"
                                                 "api"
                                                 "\x04"
                                                 "test"
                                                 "\x00",
                                                 10));
}

TEST(DnsMessage, IsUnusualIfItsNameCouldBeWrittenInTwoWays) {
  for (const Bytes& name : {Bytes("\x08"
                                  "evil.api"
                                  "\x04"
                                  "test"
                                  "\x00",
                                  15),
                            Bytes("\x02"
                                  "a\x01"
                                  "\x00",
                                  4),
                            Bytes("\x00", 1)}) {
    const Bytes message = kHeader + name + kOfAddress;
    DnsQuery read;
    EXPECT_EQ(read_query(bytes(message), message.size(), read), DnsReading::unusual);
    std::uint8_t written[kMaxDnsQuery];
    EXPECT_EQ(write_refusal(read, kDnsRefused, written), 12U);
  }
}

TEST(DnsMessage, GetsNoReplyIfItIsNoQuery) {
  DnsQuery read;
  EXPECT_EQ(read_query(bytes(kHeader), 11, read), DnsReading::nothing);
  const Bytes is_answer = answer(0, "");
  EXPECT_EQ(read_query(bytes(is_answer), is_answer.size(), read), DnsReading::nothing);
}

TEST(DnsMessage, HasTheAddressesOfItsNameThroughAliasesInAnyOrder) {
  const Bytes other(
      "\x01"
      "b"
      "\x04"
      "test"
      "\x00",
      8);
  const Bytes third(
      "\x01"
      "c"
      "\x04"
      "test"
      "\x00",
      8);
  const Bytes message =
      answer(4, record(third, 1, Bytes("\x01\x02\x03\x04", 4)) + record(other, 5, third) + record(kSameName, 5, other) +
                    record("\x01x" + Bytes("\x00", 1), 1, Bytes("\x05\x06\x07\x08", 4)));
  Visited visited;
  EXPECT_TRUE(read_answer(bytes(message), message.size(), query(), 0x5678, Visited::add, &visited));
  EXPECT_EQ(visited.addresses, std::vector<std::string>{"1.2.3.4:7"});
}

TEST(DnsMessage, IsNoAnswerToAnotherQuestion) {
  Visited visited;
  const Bytes message = answer(1, record(kSameName, 1, Bytes("\x01\x02\x03\x04", 4)));
  EXPECT_FALSE(read_answer(bytes(message), message.size(), query(), 0x5679, Visited::add, &visited));
  DnsQuery other = query();
  other.type = 28;
  EXPECT_FALSE(read_answer(bytes(message), message.size(), other, 0x5678, Visited::add, &visited));
  other = query();
  other.name[0] = 'x';
  EXPECT_FALSE(read_answer(bytes(message), message.size(), other, 0x5678, Visited::add, &visited));
  EXPECT_TRUE(visited.addresses.empty());
}

TEST(DnsMessage, IsFollowedInACircleOnceOnly) {
  const Bytes message = answer(2, record(kSameName, 5, kSameName) + record(kSameName, 5, kSameName));
  Visited visited;
  EXPECT_TRUE(read_answer(bytes(message), message.size(), query(), 0x5678, Visited::add, &visited));
}

}  // namespace
}  // namespace launcher
