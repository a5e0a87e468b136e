// What a server's message may cost in memory, whatever it sends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <fstream>
#include <string>

#include "transport_allocations.hpp"
#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using test_support::Reply;
using test_support::ScriptedServer;
using test_support::SeenRequest;

#if !defined(WORKBENCH_ASAN) && !defined(WORKBENCH_TSAN)  // whose allocators do not return memory

constexpr std::size_t kMegabyte = 1024UL * 1024;
constexpr std::size_t kLimit = 32 * kMegabyte;
/// Of the server in this process, and of what curl has read.
constexpr std::size_t kSlack = 3 * kMegabyte;

/// In bytes; `name` is "VmHWM" or "VmRSS".
std::size_t memory(std::string_view name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name)) return std::stoul(line.substr(line.find(':') + 1)) * 1024;
  }
  return 0;
}

/// Restarts the measurement of peak memory.
std::size_t begin_measurement() {
  std::ofstream("/proc/self/clear_refs") << "5";
  return memory("VmHWM");
}

/// Sends `bytes` in pieces whose sizes double to anything but the limit.
void send_in_pieces(Reply& reply, std::size_t bytes) {
  const std::string piece(65'000, 'x');
  for (std::size_t sent = 0; sent < bytes; sent += piece.size()) reply.raw(piece);
}

/// Data that the libraries load and keep with the first request of a process is not a part of the cost of a response.
void make_first_request() {
  const ScriptedServer server(
      [](const SeenRequest&, Reply& reply) { reply.json(R"({"jsonrpc":"2.0","id":1,"result":{}})"); });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  EXPECT_TRUE(fixture.receives(1));
}

/// A connection to `server` that has sent a request, whose response is too long.
class TooLongResponse {
 public:
  explicit TooLongResponse(const ScriptedServer& server) {
    ::mallopt(M_MMAP_THRESHOLD, 1024 * 1024);  // as the program does: large buffers are returned at once
    make_first_request();
    fixture.host.changeable_limits.message_bytes = kLimit;
    fixture.connect(server.url());
    before_ = begin_measurement();
    fixture.send_modern(1, "tools/call");
  }

  /// What it has taken until now, at the most.
  [[nodiscard]] std::size_t cost() const { return memory("VmHWM") - before_; }

  TransportFixture fixture;

 private:
  std::size_t before_ = 0;
};

TEST(AnEventWithoutEnd, CostsTheLimitAndATwentieth) {
  const ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: ");
    send_in_pieces(reply, kLimit + kMegabyte);
    reply.raw("\n\ndata: {\"id\":1,\"result\":{}}\n\n");
    reply.close();
  });
  TooLongResponse response(server);
  ASSERT_TRUE(response.fixture.receives(1));
  EXPECT_EQ(response.fixture.observer.undeliverable.size(), 1U);
  EXPECT_LE(response.cost(), kLimit + kLimit / 20 + kSlack);
}

TEST(ABodyWithoutEnd, CostsTheLimitAndATwentieth) {
  const ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
    send_in_pieces(reply, kLimit + kMegabyte);
    reply.close();
  });
  TooLongResponse response(server);
  ASSERT_TRUE(response.fixture.receives(1));
  EXPECT_THAT(response.fixture.last_message(), testing::HasSubstr("limits.messageBytes"));
  EXPECT_LE(response.cost(), kLimit + kLimit / 20 + kSlack);
}

/// libcurl, which passes it on, is C: no exception may leave what it calls.
TEST(AResponseWithoutMemoryForIt, FailsTheRequest) {
  constexpr std::size_t kBody = 10'000;
  const ScriptedServer server(
      [](const SeenRequest& request, Reply& reply) { reply.result(request, '"' + std::string(kBody, 'x') + '"'); });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  {
    const FailingAllocations failing(kBody, kBody + 1'000);
    EXPECT_TRUE(fixture.receives(1));
  }
  EXPECT_THAT(fixture.last_message(), testing::HasSubstr("there is not enough memory for its response"));

  fixture.send_modern(2, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), testing::HasSubstr("xxx"));
}

/// A message that is just short enough is there once, too, and none of it stays.
TEST(ALargeEvent, IsInMemoryOnceAndThenNotAtAll) {
  const ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"id\":1,\"result\":{\"x\":\"");
    send_in_pieces(reply, kLimit - kMegabyte);
    reply.raw("\"}}\n\ndata: {\"method\":\"later\"}\n\n");
    EXPECT_TRUE(reply.wait_for_end());
  });
  TooLongResponse response(server);
  std::size_t cost = 0;
  response.fixture.observer.on_each_message = [&] {
    if (cost == 0) cost = response.cost();
    response.fixture.observer.messages.clear();
    response.fixture.observer.messages.shrink_to_fit();
  };
  const std::size_t before = memory("VmRSS");
  ASSERT_TRUE(response.fixture.run_until([&] { return cost != 0; }));
  // The observer of the test copies it.
  EXPECT_LE(cost, 2 * kLimit + kLimit / 20 + kSlack);
  ASSERT_TRUE(response.fixture.run_until([&] { return memory("VmRSS") < before + kSlack; }));
}

#endif

}  // namespace
}  // namespace workbench::test
