// What a client over HTTP may cost at most, as docs/operate/bounds-of-clients.md has it: the
// memory of the real program, and the time for which it holds up other clients.

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <list>
#include <optional>

#include "fixture.hpp"
#include "latency.hpp"
#include "memory.hpp"

namespace {

using namespace http_fixture;
using test_support::AddedMemory;

/// For what is not counted by client: buffers of the allocator, tables, the log.
constexpr double kSlack = 4;
constexpr double kKibibytes = 1024;

/// Many descriptors, for this process and for the workbench that it starts. Returns how many there are.
std::size_t raise_descriptor_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

class HttpBounds : public testing::Test {
 protected:
  void SetUp() override {
    if (!test_support::kReturnsMemory) GTEST_SKIP() << "the allocator of this build keeps freed memory";
    raise_descriptor_limit();
    workbench_.emplace(dev_toolbox());
    ASSERT_THAT(workbench_->call("tools/call", use("echo"), "use_tool").body, HasSubstr("\"echo\":{}"));
    added_.emplace(workbench_->process().pid());
  }
  [[nodiscard]] std::uint16_t port() const { return workbench_->port(); }

  /// In KiB, from the report that the workbench writes on SIGUSR1.
  [[nodiscard]] double heap_in_use() {
    test_support::Process& process = workbench_->process();
    const std::size_t before = process.errors().size();
    process.send_signal(SIGUSR1);
    const std::size_t heap = process.wait_for_error_text("(heap: ", before);
    process.wait_for_error_text(" KiB in use", heap);
    return std::stod(process.errors().substr(heap + std::string_view("(heap: ").size()));
  }

  std::optional<HttpWorkbench> workbench_;
  std::optional<AddedMemory> added_;
};

TEST_F(HttpBounds, AnIdleConnectionCostsLessThanEightKibibytes) {
  constexpr int kConnections = 2'000;
  std::list<RawConnection> idle;
  for (int count = 0; count < kConnections; ++count) idle.emplace_back(port());
  EXPECT_EQ(workbench_->post(kPing).status, 400) << "it has seen all of them";
  EXPECT_LT(added_->now() * kKibibytes / kConnections, 8);
}

TEST_F(HttpBounds, AConnectionWithAnUnfinishedHeadCostsItsHeaders) {
  constexpr int kConnections = 500;
  std::list<RawConnection> slow;
  for (int count = 0; count < kConnections; ++count) {
    slow.emplace_back(port()).write("POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(15'000, 'x'));
  }
  EXPECT_EQ(workbench_->post(kPing).status, 400);
  EXPECT_LT(added_->now() * kKibibytes / kConnections, 3 * 16 + 8);
}

// 40 bodies of 15 MB that are never finished: by default 128 MiB are held for one client.
TEST_F(HttpBounds, UnfinishedBodiesOfOnePrincipalHaveALimitTogether) {
  constexpr std::size_t kBody = 15'000'000;
  const std::string part(1'000'000, ' ');
  std::list<RawConnection> senders;
  int refused = 0;
  for (int count = 0; count < 40; ++count) {
    RawConnection& sender = senders.emplace_back(port());
    sender.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
                 std::to_string(kBody) + "\r\nExpect: 100-continue\r\n\r\n");
    if (sender.read_until("\r\n").find("429") != std::string::npos) {
      ++refused;
      continue;
    }
    for (std::size_t sent = 0; sent + part.size() < kBody; sent += part.size()) sender.write(part);
  }
  EXPECT_GE(refused, 40 - 10);
  EXPECT_LT(added_->most(), 128 + 16 + kSlack);
  EXPECT_EQ(workbench_->post(kPing).status, 400) << "small requests are served";
  senders.clear();
  EXPECT_THAT(workbench_->call("tools/call", use("echo"), "use_tool").body, HasSubstr("\"echo\":{}"));
}

TEST_F(HttpBounds, AnIdleSessionCostsLessThan32Kibibytes) {
  constexpr int kSessions = 500;
  for (int count = 0; count < kSessions; ++count) static_cast<void>(workbench_->initialize());
  EXPECT_LT(added_->now() * kKibibytes / kSessions, 32);
}

TEST_F(HttpBounds, ASessionThatHasEndedLeavesNothingInTheHeap) {
  HttpClient client(port());
  const auto come_and_go = [&](int sessions) {
    for (int count = 0; count < sessions; ++count) {
      const std::string session = workbench_->initialize();
      EXPECT_EQ(client.ask("DELETE", "/mcp", {{"Mcp-Session-Id", session}}).status, 204);
    }
  };
  come_and_go(200);  // tables and buffers have their size then
  const double before = heap_in_use();
  constexpr int kSessions = 2'000;
  come_and_go(kSessions);
  EXPECT_LT((heap_in_use() - before) * kKibibytes / kSessions, 20) << "bytes of each session";
}

TEST_F(HttpBounds, ACallInFlightCostsLessThan16Kibibytes) {
  constexpr int kCalls = 500;
  const std::string call = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use("hang") +
                           ",\"_meta\":{" + modern_request_metadata() + "}}}";
  std::list<HttpClient> callers;
  for (int count = 0; count < kCalls; ++count) {
    callers.emplace_back(port()).send(
        "POST", "/mcp",
        with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}}),
        call);
  }
  ASSERT_THAT(workbench_->call("tools/call", use("echo"), "use_tool").body, HasSubstr("\"echo\":{}"));
  EXPECT_LT(added_->now() * kKibibytes / kCalls, 16);
}

TEST_F(HttpBounds, AFloodOfRefusedRequestsCostsLittleMemoryAndFewLines) {
  const std::size_t before = workbench_->process().errors().size();
  for (int request = 0; request < 1'500; ++request) {
    ASSERT_EQ(workbench_->post(kPing, {{"Origin", "http://evil.example"}}).status, 403);
  }
  EXPECT_LT(added_->most(), kSlack);
  workbench_->process().send_signal(SIGTERM);
  static_cast<void>(workbench_->process().wait());
  EXPECT_LT(workbench_->process().errors().size() - before, 30'000U);
}

// --- all of it at once -----------------------------------------------------------------------------------------------

constexpr int kServers = 8;
constexpr double kMegabytesOfServer = 10;
constexpr std::size_t kSockets = 10'000;
constexpr int kCalls = 2'000;

std::string toolboxes_of_all() {
  std::string servers = fake_server("s");
  for (int server = 1; server <= kServers; ++server) servers += "," + fake_server("s" + std::to_string(server));
  servers += R"(,"loud":{"command":"sh","args":["-c","yes >&2 & exec ')" FAKE_SERVER_PROGRAM R"('"]})";
  const std::string endless = R"("endless":{"command":"sh","args":["-c","tr '\\0' x </dev/zero"]})";
  return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + servers +
                        R"(}},"endless":{"description":"d","mcpServers":{)" + endless + "}}");
}

void send_modern(HttpClient& client, const std::string& name, const std::string& arguments) {
  client.send("POST", "/mcp",
              with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", name}}),
              R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + name + R"(","arguments":)" +
                  arguments + ",\"_meta\":{" + modern_request_metadata() + "}}}");
}

std::string use_of(const std::string& server, const std::string& tool, const std::string& arguments) {
  return R"({"tool":{"toolbox":"dev","server":")" + server + R"(","tool":")" + tool + R"("},"arguments":)" + arguments +
         "}";
}

TEST(AnotherClient, HasItsUsualLatencyWhileOthersTakeAllThatTheyMay) {
  const std::size_t descriptors = raise_descriptor_limit();
  const std::size_t sockets = std::min(kSockets, descriptors - std::min<std::size_t>(descriptors, 1'000));
  HttpWorkbench workbench(toolboxes_of_all(), {"-D", "listener.http.connections=12000"});
  const pid_t pid = workbench.process().pid();
  HttpClient client(workbench.port());
  std::atomic<int> calls = 0;
  const auto call = [&] {
    send_modern(client, "use_tool", use_of("s", "echo", "{}"));
    const auto answer = client.read_answer();
    ++calls;
    calls.notify_one();
    if (answer.body.find("\"echo\":{}") == std::string::npos) throw std::runtime_error(answer.body);
  };
  call();
  for (int server = 1; server <= kServers; ++server) {
    HttpClient starter(workbench.port());
    send_modern(starter, "use_tool", use_of("s" + std::to_string(server), "echo", "{}"));
    ASSERT_EQ(starter.read_answer().status, 200);
  }
  const Latency usual = usual_latency_of(pid, call);
  const AddedMemory added(pid);

  HttpClient opener(workbench.port());
  std::list<HttpClient> slow_readers;
  std::list<RawConnection> idle;
  for (std::size_t count = 0; count != sockets; ++count) idle.emplace_back(workbench.port());
  const auto take_all = [&] {
    send_modern(opener, "open_toolbox", R"({"toolbox_name":"endless"})");
    for (int server = 1; server <= kServers; ++server) {
      send_modern(slow_readers.emplace_back(workbench.port()), "use_tool",
                  use_of("s" + std::to_string(server), "huge", R"({"bytes":10000000})"));
    }
    send_modern(slow_readers.emplace_back(workbench.port()), "use_tool", use_of("loud", "echo", "{}"));
    workbench.process().wait_for_error_text("lines of its stderr are left out here");
    // Each of the 10 MB is checked in one go, which holds up a call or two.
    for (int made = calls; made < kCalls; made = calls) calls.wait(made);
  };
  calls = 0;
  const Latency meanwhile = latency_of(pid, call, take_all);
  print("one client's calls, usually", usual);
  print("while others take all that they may", meanwhile);
  std::printf("  %zu idle sockets; memory: %.1f MiB more than before, %.1f MiB at most\n", sockets, added.now(),
              added.most());
  EXPECT_LT(meanwhile.p99_processor_time, usual.p99_processor_time + 5 * kSlowness);
  if (!test_support::kReturnsMemory) return;
  constexpr double kLine = 64 * 1.05;
  EXPECT_LT(added.most(),
            kServers * kMegabytesOfServer + kLine + static_cast<double>(sockets) * 8 / kKibibytes + 4 + kSlack);
}

}  // namespace
