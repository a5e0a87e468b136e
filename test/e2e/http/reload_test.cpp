// The configuration changes again and again while many clients call, over stdio and HTTP.

#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <thread>

#include "fixture.hpp"
#include "marked_processes.hpp"

namespace {

using namespace http_fixture;
using test_support::WorkbenchClient;

constexpr std::size_t kServers = 5;
constexpr int kReloads = 20;
constexpr int kCallersOverHttp = 100;
constexpr int kCallsOverStdio = 100;

/// Five servers, whose processes have a mark in their environment, and a generation each.
class Servers {
 public:
  [[nodiscard]] std::string file() const {
    std::string entries;
    for (std::size_t server = 0; server != kServers; ++server) {
      entries += entries.empty() ? "" : ",";
      entries += fake_server(name(server), {},
                             R"("env":{"WORKBENCH_TEST_MARK":")" + mark_ + R"(","GENERATION":")" +
                                 std::to_string(generations_.at(server)) + "\"}");
    }
    return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + entries + "}}");
  }
  [[nodiscard]] static std::string name(std::size_t server) { return "s" + std::to_string(server); }
  void change(std::size_t server) { ++generations_.at(server); }

  /// Those that run, launchers excepted.
  [[nodiscard]] std::size_t running() const {
    std::size_t count = 0;
    for (const std::string& pid : test_support::processes_marked(mark_)) {
      std::error_code gone;
      const auto program = std::filesystem::read_symlink("/proc/" + pid + "/exe", gone);
      if (!gone && program == FAKE_SERVER_PROGRAM) ++count;
    }
    return count;
  }
  [[nodiscard]] bool is_gone() const { return test_support::left_after(mark_, std::chrono::seconds(5)).empty(); }

 private:
  const std::string mark_ = test_support::new_mark();
  std::array<int, kServers> generations_{};
};

/// A workbench for stdio and HTTP at once.
class ReloadUnderLoad : public testing::Test {
 protected:
  ReloadUnderLoad()
      : stdio_(servers_.file(), {"-D", "listeners=stdio,http", "-D", "listener.http.port=0"}), port_(http_port()) {
    stdio_.initialize();
    stdio_.open("dev");
  }

  std::uint16_t http_port() {
    constexpr std::string_view kBefore = "listening on http://127.0.0.1:";
    stdio_.process().wait_for_error_text(kBefore);
    stdio_.process().wait_for_error_text("/mcp");
    const std::string& log = stdio_.process().errors();
    return static_cast<std::uint16_t>(std::stoul(log.substr(log.find(kBefore) + kBefore.size())));
  }

  /// One call after another until `done`.
  void call_over_http(std::size_t server) {
    const std::string call = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" +
                             use_of(server, "sleep", R"({"ms":50})") + ",\"_meta\":{" + modern_request_metadata() +
                             "}}}";
    const HttpHeaders fields =
        with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}});
    HttpClient client(port_);
    while (!done_) {
      const auto answer = client.ask("POST", "/mcp", fields, call);
      const bool is_right = answer.status == 200 && answer.body.find("\"result\"") != std::string::npos &&
                            answer.body.find("isError") == std::string::npos;
      ++(is_right ? answered_ : lost_);
      if (!is_right) last_lost_ = answer.body;
    }
  }

  static std::string use_of(std::size_t server, const std::string& tool, const std::string& arguments = "{}") {
    return R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":")" + Servers::name(server) +
           R"(","tool":")" + tool + R"("},"arguments":)" + arguments + "}";
  }

  /// As editors save: beside the file, then over it.
  void save(const std::string& text) const {
    const auto written = stdio_.folder().write("toolboxes.json.new", text);
    std::filesystem::rename(written, stdio_.folder().path() / "toolboxes.json");
  }

  [[nodiscard]] std::string pid_of(std::size_t server) { return stdio_.use_text("dev", Servers::name(server), "pid"); }

  Servers servers_;
  WorkbenchClient stdio_;
  const std::uint16_t port_;
  std::atomic<bool> done_ = false;
  std::atomic<int> answered_ = 0;
  std::atomic<int> lost_ = 0;
  std::string last_lost_;
};

TEST_F(ReloadUnderLoad, LosesNoCallRestartsOnlyWhatHasChangedAndLeavesNoProcess) {
  std::vector<std::thread> callers;
  for (int caller = 0; caller != kCallersOverHttp; ++caller) {
    callers.emplace_back([this, caller] { call_over_http(static_cast<std::size_t>(caller) % kServers); });
  }
  std::array<std::string, kServers> pids;
  for (std::size_t server = 0; server != kServers; ++server) pids.at(server) = pid_of(server);

  for (int reload = 0; reload != kReloads; ++reload) {
    std::vector<int> calls;
    for (int call = 0; call != kCallsOverStdio; ++call) {
      calls.push_back(stdio_.send(
          "tools/call", "{" + use_of(static_cast<std::size_t>(call) % kServers, "sleep", R"({"ms":30})") + "}"));
    }
    const bool is_broken = reload % 5 == 4;
    const std::string nonsense = "nonsense" + std::to_string(reload);
    const std::size_t changed = static_cast<std::size_t>(reload) % (kServers - 1);  // the last one never is
    if (!is_broken) servers_.change(changed);
    save(is_broken ? "{\"" + nonsense + "\":1," + servers_.file().substr(1) : servers_.file());
    for (const int call : calls) EXPECT_THAT(stdio_.answer_to(call), Not(HasSubstr("isError")));

    if (is_broken) {
      stdio_.process().wait_for_error_text(nonsense);
    } else {
      const std::string before = std::exchange(pids.at(changed), {});
      do {
        pids.at(changed) = pid_of(changed);
      } while (pids.at(changed) == before);
    }
    for (std::size_t server = 0; server != kServers; ++server) EXPECT_EQ(pid_of(server), pids.at(server));
  }

  done_ = true;
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(lost_, 0) << last_lost_;
  EXPECT_GT(answered_, kReloads * 10);
  const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
  while (servers_.running() > 2 * kServers && std::chrono::steady_clock::now() < deadline) {
  }
  EXPECT_EQ(servers_.running(), 2 * kServers) << "those of the stdio client, and those of all clients over HTTP";
  stdio_.process().close_input();
  stdio_.process().send_signal(SIGTERM);
  EXPECT_EQ(stdio_.process().wait().code_or_signal, 0);
  EXPECT_TRUE(servers_.is_gone());
}

}  // namespace
