// What clients over HTTP get while the workbench shuts down, alone or as one of two replicas behind a load balancer.

#include <atomic>
#include <csignal>
#include <thread>

#include "fixture.hpp"
#include "reserved_port.hpp"

namespace {

using namespace http_fixture;

TEST(Shutdown, WaitsForActiveCallsAndRefusesNewOnes) {
  HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}),
              R"({"jsonrpc":"2.0","id":"c","method":"tools/call","params":{)" + use("sleep", R"({"ms":700})") + "}}");
  HttpClient health(workbench.port());
  static_cast<void>(text_in_session(workbench, session, "pid"));  // now the call has arrived
  workbench.process().send_signal(SIGTERM);
  workbench.process().wait_for_error_text("waiting for the calls in flight");
  EXPECT_EQ(health.ask("GET", "/readyz", {}).status, 503);
  const auto refused = workbench.call("server/discover", "");
  EXPECT_EQ(refused.status, 503) << "no new clients are accepted";
  EXPECT_EQ(refused.body, "Shutting down; retry.\n");
  EXPECT_THAT(client.read_answer().body, HasSubstr(R"("id":"c","result")"));
  EXPECT_EQ(workbench.process().wait().code_or_signal, 0);
}

TEST(Shutdown, DoesNotWaitLongerThanLimitsDrain) {
  HttpWorkbench workbench(dev_toolbox(), {"-D", "limits.drain=200ms"});
  HttpClient client(workbench.port());
  client.send(
      "POST", "/mcp",
      with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}}),
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use("hang") + ",\"_meta\":{" +
          modern_request_metadata() + "}}}");
  const auto pid = first_text(member(workbench.call("tools/call", use("pid"), "use_tool").body, "result"));
  workbench.process().send_signal(SIGTERM);
  const auto answer = client.read_answer();
  EXPECT_EQ(answer.status, 200) << "after 503 a client may repeat the request";
  EXPECT_THAT(answer.body, HasSubstr("whether the request was carried out is not known"));
  EXPECT_EQ(workbench.process().wait().code_or_signal, 0);
  EXPECT_NE(::kill(std::stoi(pid), 0), 0) << "its server has ended as well";
}

TEST(Shutdown, IsImmediateWithoutActiveCalls) {
  HttpWorkbench workbench(dev_toolbox());
  static_cast<void>(workbench.initialize());
  const auto begun = std::chrono::steady_clock::now();
  workbench.process().send_signal(SIGTERM);
  EXPECT_EQ(workbench.process().wait().code_or_signal, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(1500));
}

class Replicas : public testing::Test {
 protected:
  Replicas() : port(reserved.number()), balancer(command(), environment()) {
    const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
    while (!answers()) {
      if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error(balancer.errors());
    }
  }

  static std::vector<std::string> command() {
    return {"/usr/sbin/haproxy", "-db", "-f", WORKBENCH_SAMPLES "/replicas/haproxy.cfg"};
  }
  [[nodiscard]] std::map<std::string, std::string> environment() const {
    const auto address = [](std::uint16_t of) { return "127.0.0.1:" + std::to_string(of); };
    return {{"WORKBENCH_ADDRESS", address(port)}, {"REPLICA_A", address(a.port())}, {"REPLICA_B", address(b.port())}};
  }

  [[nodiscard]] bool answers() const {
    try {
      return HttpClient(port).ask("GET", "/healthz", {}).status == 200;
    } catch (const std::exception&) {
      return false;
    }
  }

  [[nodiscard]] HttpResponse post(const std::string& body, const HttpHeaders& fields) const {
    return HttpClient(port).ask("POST", "/mcp", with_json(fields), body);
  }
  [[nodiscard]] HttpResponse initialize() const {
    return post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                R"("capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
                {});
  }

  static inline const std::vector<std::string> kOptions{"-D", "limits.drainLeast=2s"};  // as the sample says
  HttpWorkbench a{dev_toolbox(), kOptions};
  HttpWorkbench b{dev_toolbox(), kOptions};
  ReservedPort reserved;
  std::uint16_t port;
  test_support::Process balancer;
};

TEST_F(Replicas, KeepASessionWhereItBegan) {
  for (int count = 0; count != 10; ++count) {
    auto opened = initialize();
    ASSERT_EQ(opened.status, 200);
    for (int call = 0; call != 5; ++call) {
      ASSERT_EQ(post(kPing, {{"Mcp-Session-Id", opened.headers["mcp-session-id"]}}).status, 200);
    }
  }
}

TEST_F(Replicas, LoseNoRequestIfOneShutsDownUnderLoad) {
  const HttpHeaders fields{
      {"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}};
  const std::string call = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" +
                           use("sleep", R"({"ms":20})") + ",\"_meta\":{" + modern_request_metadata() + "}}}";
  ASSERT_EQ(post(call, fields).status, 200);
  const bool a_serves =
      first_text(member(post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use("pid") +
                                 ",\"_meta\":{" + modern_request_metadata() + "}}}",
                             fields)
                            .body,
                        "result")) == first_text(member(a.call("tools/call", use("pid"), "use_tool").body, "result"));
  HttpWorkbench& ending = a_serves ? a : b;

  std::atomic<int> answered = 0;
  std::atomic<int> lost = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller != 16; ++caller) {
    callers.emplace_back([&] {
      for (int count = 0; count != 30; ++count) {
        try {
          const auto answer = post(call, fields);
          const bool is_right = answer.status == 200 && answer.body.find("\"result\"") != std::string::npos &&
                                answer.body.find("isError") == std::string::npos;
          ++(is_right ? answered : lost);
        } catch (const std::exception&) {
          ++lost;
        }
        if (answered == 100) ending.process().send_signal(SIGTERM);
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(answered, 480);
  EXPECT_EQ(ending.process().wait().code_or_signal, 0);
}

}  // namespace
