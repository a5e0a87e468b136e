// Many clients at once, some of them faulty: no other client is affected, and memory stays bounded.

#include <sys/resource.h>

#include <fstream>
#include <list>

#include "fixture.hpp"

namespace {

using namespace http_fixture;

constexpr std::size_t kStreams = 2000;
constexpr std::size_t kCallers = 200;

#if defined(WORKBENCH_ASAN) || defined(WORKBENCH_TSAN)  // whose allocators do not return memory
constexpr std::size_t kMaxMegabytes = 2000;
#else
constexpr std::size_t kMaxMegabytes = 100;
#endif

class ManyClients : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
    ASSERT_GT(limit.rlim_cur, kStreams + kCallers + 100);
  }

  void call(HttpClient& client, const std::string& tool, const std::string& arguments, const std::string& id,
            const std::string& meta = {}) {
    client.send(
        "POST", "/mcp",
        with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}}),
        R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{)" + use(tool, arguments) +
            ",\"_meta\":{" + modern_request_metadata() + meta + "}}}");
  }

  [[nodiscard]] static std::size_t megabytes_in_use(HttpWorkbench& workbench) {
    std::ifstream status("/proc/" + std::to_string(workbench.process().pid()) + "/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6)) / 1024;
    }
    return 0;
  }

  HttpWorkbench workbench{R"({"toolMode":"dynamic",)" + dev_toolbox().substr(1)};
};

TEST_F(ManyClients, TwoThousandStreamsAndTwoHundredCallersAreServedWithoutAnError) {
  std::list<HttpClient> listeners;
  for (std::size_t count = 0; count != kStreams; ++count) {
    HttpClient& listener = listeners.emplace_back(workbench.port());
    listener.send("POST", "/mcp",
                  with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "subscriptions/listen"}}),
                  R"({"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{},"_meta":{)" +
                      modern_request_metadata() + "}}}");
    ASSERT_EQ(listener.read_head().status, 200);
    ASSERT_THAT(*listener.next_event(), HasSubstr("acknowledged"));
  }
  std::list<HttpClient> callers;
  for (std::size_t count = 0; count != kCallers; ++count) callers.emplace_back(workbench.port());
  for (int round = 0; round != 20; ++round) {
    std::size_t id = 0;
    for (HttpClient& caller : callers) {
      const std::string number = std::to_string(++id);
      call(caller, "echo", "{\"n\":" + number + "}", number);
    }
    id = 0;
    for (HttpClient& caller : callers) {
      const auto answer = caller.read_answer();
      ASSERT_EQ(answer.status, 200);
      ++id;
      ASSERT_THAT(answer.body, HasSubstr("\"id\":" + std::to_string(id) + ","));
      ASSERT_THAT(answer.body, HasSubstr("{\"n\":" + std::to_string(id) + "}"));
    }
  }
  RecordProperty("megabytes", std::to_string(megabytes_in_use(workbench)));
  EXPECT_LT(megabytes_in_use(workbench), kMaxMegabytes);
}

TEST_F(ManyClients, GetTheReasonIfTheServerEnds) {
  std::list<HttpClient> callers;
  for (std::size_t count = 0; count != kCallers; ++count)
    call(callers.emplace_back(workbench.port()), "hang", "{}", "1");
  HttpClient last_caller(workbench.port());
  call(last_caller, "kill_self", "{}", "2");
  for (HttpClient& caller : callers) {
    const auto answer = caller.read_answer();
    ASSERT_EQ(answer.status, 200);
    ASSERT_THAT(answer.body, HasSubstr("signal 9"));
  }
  HttpClient later(workbench.port());
  call(later, "echo", "{}", "3");
  EXPECT_THAT(later.read_answer().body, HasSubstr("\"echo\":{}")) << "the next call starts it again";
}

TEST_F(ManyClients, AreServedWhileOthersDisconnectInMidStream) {
  for (int count = 0; count != 200; ++count) {
    HttpClient vanishing(workbench.port());
    call(vanishing, "progress", R"({"count":50})", "1", R"(,"progressToken":1)");
    if (count % 2 == 0) static_cast<void>(vanishing.read_head());
  }
  HttpClient other(workbench.port());
  call(other, "echo", "{}", "1");
  EXPECT_THAT(other.read_answer().body, HasSubstr("\"echo\":{}"));
  EXPECT_LT(megabytes_in_use(workbench), kMaxMegabytes);
}

TEST_F(ManyClients, AreServedWhileOthersDoNotRead) {
  std::list<HttpClient> slow_readers;
  for (int count = 0; count != 8; ++count)
    call(slow_readers.emplace_back(workbench.port()), "huge", R"({"bytes":8000000})", "1");
  for (int count = 0; count != 20; ++count) {
    HttpClient other(workbench.port());
    call(other, "echo", "{}", "1");
    ASSERT_THAT(other.read_answer().body, HasSubstr("\"echo\":{}"));
  }
  for (HttpClient& slow_reader : slow_readers) EXPECT_GT(slow_reader.read_answer().body.size(), 8'000'000U);
}

TEST_F(ManyClients, UseLittleMemoryForLargeResponsesThatCouldBeResumed) {
  const std::string session = workbench.initialize("2025-03-26");
  open_dev(workbench, session);
  const std::string batch =
      R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use("huge", R"({"bytes":8000000})") + "}}]";
  for (int count = 0; count != 20; ++count) {
    ASSERT_GT(workbench.post(batch, {{"Mcp-Session-Id", session}}).body.size(), 8'000'000U);
  }
  EXPECT_LT(megabytes_in_use(workbench), kMaxMegabytes);
}

TEST_F(ManyClients, AreDisconnectedIfTheyDoNotReadTheirEvents) {
  HttpWorkbench strict(dev_toolbox(), {"-D", "limits.messageBytes=1048576"});
  HttpClient slow_reader(strict.port());
  call(slow_reader, "progress", R"({"count":200000})", "1", R"(,"progressToken":1)");
  strict.process().wait_for_error_text("disconnecting a client that has not read");
  EXPECT_LT(megabytes_in_use(strict), kMaxMegabytes);
}

TEST_F(ManyClients, AreNotDisconnectedIfTheyReadABurst) {
  HttpWorkbench narrow(dev_toolbox(), {"-D", "limits.clientBacklogBytes=65536"});
  HttpClient reader(narrow.port());
  call(reader, "progress", R"({"count":20000})", "1", R"(,"progressToken":1)");
  EXPECT_EQ(reader.read_head().status, 200);
  for (int step = 1; step <= 20000; ++step) {
    ASSERT_THAT(*reader.next_event(), HasSubstr("\"message\":\"step " + std::to_string(step) + "\""));
  }
  EXPECT_THAT(*reader.next_event(), HasSubstr("\"id\":1,\"result\":"));
}

}  // namespace
