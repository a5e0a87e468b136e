// Two replicas behind the load balancer of the sample configuration.

#include <atomic>
#include <csignal>
#include <thread>

#include "fixture.hpp"

namespace {

using namespace http_ground;

/// A port that was free a moment ago.
std::uint16_t free_port() {
  const HttpWorkbench passing(dev_toolbox());
  return passing.port();
}

class Replicas : public testing::Test {
 protected:
  Replicas() : port(free_port()), balancer(command(), environment()) {
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

  [[nodiscard]] HttpAnswer post(const std::string& body, const HttpFields& fields) const {
    return HttpClient(port).ask("POST", "/mcp", with_json(fields), body);
  }
  [[nodiscard]] HttpAnswer initialize() const {
    return post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                R"("capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
                {});
  }

  static inline const std::vector<std::string> kOptions{"-D", "limits.drainLeast=2s"};  // as the sample says
  HttpWorkbench a{dev_toolbox(), kOptions};
  HttpWorkbench b{dev_toolbox(), kOptions};
  std::uint16_t port;
  test_support::Process balancer;
};

TEST_F(Replicas, KeepASessionWhereItBegan) {
  for (int count = 0; count != 10; ++count) {
    auto opened = initialize();
    ASSERT_EQ(opened.status, 200);
    for (int call = 0; call != 5; ++call) {
      ASSERT_EQ(post(kPing, {{"Mcp-Session-Id", opened.fields["mcp-session-id"]}}).status, 200);
    }
  }
}

TEST_F(Replicas, LoseNothingWhenOneIsToldToEndUnderLoad) {
  const HttpFields fields{
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
