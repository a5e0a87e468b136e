// Responses that a proxy has compressed although nobody asked for it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/valid_utf8.hpp>

#include "http/http_fetcher.hpp"
#include "http/received_head.hpp"
#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The bytes that are written in hexadecimal digits.
std::string bytes_of(std::string_view digits) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(at, 2)), nullptr, 16));
  }
  return bytes;
}

const std::string kDecoded = R"({"jsonrpc":"2.0","id":1,"result":{"text":"decoded"}})";
const std::string kGzip = bytes_of(
    "1f8b0800000000000203ab56ca2acecf2b2a4856b25232d23350d251ca4c51b232d4512a4a2d2ecd2951b2aa562a49ad00d24a29a9c9f929a9"
    "29"
    "4ab5b500dd60140534000000");
const std::string kGzipEvent = bytes_of(
    "1f8b08000000000002034b492c49b452a856ca2acecf2b2a4856b25232d23350d251ca4c51b232d4512a4a2d2ecd2951b2aa562a49ad00d24a"
    "29"
    "a9c9f929a9294ab5b55c5c0005547c723c000000");
const std::string kZlib = bytes_of(
    "789cab56ca2acecf2b2a4856b25232d23350d251ca4c51b232d4512a4a2d2ecd2951b2aa562a49ad00d24a29a9c9f929a9294ab5b500a57810"
    "8"
    "2");
const std::string kRawDeflate = bytes_of(
    "ab56ca2acecf2b2a4856b25232d23350d251ca4c51b232d4512a4a2d2ecd2951b2aa562a49ad00d24a29a9c9f929a9294ab5b500");
/// 64 KiB of blanks, as a block that may be repeated.
const std::string kBlanks = bytes_of(
    "ecc18100000000802095fd2917a90a000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000000006a000000ffff");

/// 256 MiB of blanks in 336 KiB.
std::string bomb() {
  std::string bytes = bytes_of("1f8b0800000000000003");
  for (int i = 0; i != 4096; ++i) bytes += kBlanks;
  return bytes;
}

/// The most memory that this process has had since the measurement began, in bytes.
std::size_t most_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM")) return std::stoul(line.substr(line.find(':') + 1)) * 1024;
  }
  return 0;
}

/// Begins a measurement; returns the memory that is in use.
std::size_t measure_memory() {
  std::ofstream("/proc/self/clear_refs") << "5";
  return most_memory();
}

/// Of a bomb: far less than it decodes to. Sanitizers keep what was released.
void expect_little_memory([[maybe_unused]] std::size_t before) {
#if !defined(WORKBENCH_ASAN) && !defined(WORKBENCH_TSAN)
  EXPECT_LT(most_memory() - before, 96U * 1024 * 1024);
#endif
}

struct Coding {
  const char* name;
  const char* header;
  std::string body;
};

std::string coding_name(const testing::TestParamInfo<Coding>& row) {
  return row.param.name;
}

class ACodedResponse : public testing::TestWithParam<Coding> {};

TEST_P(ACodedResponse, IsDecoded) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.send(200, "application/json", GetParam().body, {std::string("Content-Encoding: ") + GetParam().header});
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "server/discover");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(fixture.last_message(), kDecoded);
  EXPECT_EQ(server.requests().front().header("accept-encoding"), "identity");
}

INSTANTIATE_TEST_SUITE_P(
    Codings, ACodedResponse,
    testing::Values(Coding{"Gzip", "gzip", kGzip}, Coding{"XGzip", "x-gzip", kGzip},
                    Coding{"InUpperCase", "GZIP", kGzip}, Coding{"AndIdentity", "identity, gzip", kGzip},
                    Coding{"Deflate", "deflate", kZlib}, Coding{"RawDeflate", "deflate", kRawDeflate},
                    Coding{"Identity", "identity", kDecoded}, Coding{"Empty", "", kDecoded},
                    Coding{"ACharset", "utf-8", kDecoded}, Coding{"ACharsetInUpperCase", "UTF-8", kDecoded},
                    Coding{"None", "none", kDecoded}),
    coding_name);

TEST(ACharsetForACoding, IsKnownOfTheServerFromItsFirstAnswer) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.send(200, "application/json", kDecoded, {"Content-Encoding: utf-8"});
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "server/discover");
  ASSERT_TRUE(fixture.receives(1));
  const std::size_t before = server.requests().size();
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(fixture.last_message(), kDecoded);
  EXPECT_EQ(server.requests().size(), before + 1) << "a call is sent once";
}

TEST(ACharsetForACoding, LosesOneAnswerOfAServerThatThenCompresses) {
  std::atomic<bool> compresses = false;
  ScriptedServer server([&](const SeenRequest&, Reply& reply) {
    reply.send(200, "application/json", compresses ? kGzip : kDecoded,
               {compresses ? "Content-Encoding: gzip" : "Content-Encoding: utf-8"});
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "server/discover");
  ASSERT_TRUE(fixture.receives(1));
  compresses = true;
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("content coding \\\"gzip\\\""));
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(3));
  EXPECT_EQ(fixture.last_message(), kDecoded);
}

class AnUnreadableCoding : public testing::TestWithParam<Coding> {};

TEST_P(AnUnreadableCoding, IsNamedAndTheCallIsNotRepeated) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.send(200, "application/json", GetParam().body, {std::string("Content-Encoding: ") + GetParam().header});
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), AllOf(HasSubstr(std::string("content coding \\\"") + GetParam().header + "\\\""),
                                            HasSubstr("decoded"), HasSubstr("carried out is not known")));
  EXPECT_EQ(server.requests().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Codings, AnUnreadableCoding,
                         testing::Values(Coding{"Compress", "compress", "\x1f\x9d\x90xyz"},
                                         Coding{"BrokenGzip", "gzip", "no gzip"},
                                         Coding{"CutBrotli", "br", bytes_of("5b191ec18cd4")},
                                         Coding{"CutGzip", "gzip", kGzip.substr(0, 10)}),
                         coding_name);

TEST(ACodedStream, IsDecodedEventByEvent) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\nContent-Length: " +
              std::to_string(kGzipEvent.size()) + "\r\n\r\n");
    for (const char byte : kGzipEvent) reply.raw(std::string(1, byte));
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(fixture.last_message(), kDecoded);
}

TEST(ACodedRefusal, ShowsWhatItSays) {
  ScriptedServer server(
      [](const SeenRequest&, Reply& reply) { reply.send(403, "application/json", kGzip, {"Content-Encoding: gzip"}); });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send(R"({"jsonrpc":"2.0","id":7,"method":"tools/call"})");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), AllOf(HasSubstr("HTTP 403"), HasSubstr("(it says: {"), HasSubstr("decoded")));
}

TEST(ADecodedBomb, EndsAsEveryAnswerThatIsTooLong) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.send(200, "application/json", bomb(), {"Content-Encoding: gzip"});
  });
  TransportFixture fixture;
  fixture.host.changeable_limits.message_bytes = 1'000'000;
  fixture.connect(server.url());
  const std::size_t before = measure_memory();
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("is longer than 1000000 bytes (limits.messageBytes)"));
  expect_little_memory(before);
}

TEST(ADecodedBomb, IsReadNoFurtherWhileNothingIsRead) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.send(200, "application/json", bomb(), {"Content-Encoding: gzip"});
  });
  TransportFixture fixture;
  fixture.host.changeable_limits.message_bytes = 1'000'000;
  fixture.connect(server.url());
  const std::size_t before = measure_memory();
  fixture.connection->pause_reading(true);
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.run_until([&] { return !server.requests().empty(); }));
  for (int i = 0; i != 5; ++i) fixture.wait_briefly();  // decoding all of it takes less
  expect_little_memory(before);
  EXPECT_TRUE(fixture.observer.messages.empty());
  fixture.connection->pause_reading(false);
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("is longer than 1000000 bytes")) << "it was there to be read";
}

TEST(ADecodedDocument, IsLimitedByWhatItDecodesTo) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    const bool is_bomb = request.target == "/bomb";
    reply.send(200, "application/json", is_bomb ? bomb() : kGzip, {"Content-Encoding: gzip"});
  });
  TransportFixture fixture;
  http::transport::HttpFetcher fetcher(fixture.host);
  for (const char* path : {"/bomb", "/document"}) {
    http::FetchRequest request{server.url(path), {}};
    request.allows_private_addresses = true;
    std::optional<Result<http::FetchResponse>> fetched;
    const auto fetching = fetcher.fetch(
        std::move(request), [&](Result<http::FetchResponse> response) { fetched.emplace(std::move(response)); });
    ASSERT_TRUE(fixture.run_until([&] { return fetched.has_value(); }));
    const std::string text = *fetched ? (*fetched)->body : fetched->error().message;
    EXPECT_THAT(text, path == std::string_view("/bomb") ? HasSubstr("larger than 262144 bytes") : HasSubstr(kDecoded));
  }
}

TEST(ATextInAnotherEncoding, IsReadWithReplacementsAndTheLogSaysSoOnce) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    const std::string text = R"({"jsonrpc":"2.0","id":)" + request.id() + ",\"result\":\"caf\xE9\"}";
    if (request.id() == "1") return reply.send(200, "application/json; charset=iso-8859-1", text);
    reply.begin_events();
    reply.event("data: " + text);
    reply.end_events();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  for (int id = 1; id != 3; ++id) {
    fixture.send_modern(id, "tools/call");
    ASSERT_TRUE(fixture.receives(static_cast<std::size_t>(id)));
    EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\":\"caf\xEF\xBF\xBD\"}"));
  }
  std::size_t told = 0;
  for (const auto& line : fixture.host.lines()) told += line.text.find("U+FFFD") == std::string::npos ? 0U : 1U;
  EXPECT_EQ(told, 1U);
}

TEST(ATextInAnotherEncoding, IsNotReadIfItWouldGrowBeyondItsLimit) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    const std::string text(request.id() == "1" ? kMaxReplacedBytes : kMaxReplacedBytes + 1, '\xE9');
    reply.json(R"({"jsonrpc":"2.0","id":)" + request.id() + R"(,"result":")" + text + "\"}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_GT(fixture.last_message().size(), 3 * kMaxReplacedBytes);
  fixture.send_modern(2, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("sent a message that is not the response to the request"));
  ASSERT_EQ(fixture.observer.undeliverable.size(), 1U);
}

TEST(AContentCoding, IsNoneIfItNamesNothingThatCompresses) {
  using http::transport::names_no_compression;
  for (const char* line : {"Content-Encoding: utf-8\r\n", "content-encoding:UTF-8", "Content-Encoding: none, utf-8",
                           "Content-Encoding: application/json"}) {
    EXPECT_TRUE(names_no_compression(line)) << line;
  }
  for (const char* line :
       {"Content-Encoding: gzip\r\n", "Content-Encoding: utf-8, gzip", "Content-Encoding: Br",
        "Content-Encoding:", "Content-Encoding: identity", "Content-Type: utf-8", "", "X-Content-Encoding: utf-8"}) {
    EXPECT_FALSE(names_no_compression(line)) << line;
  }
}

}  // namespace
}  // namespace workbench::test
