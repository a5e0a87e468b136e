// However the workbench ends, it ends soon, in order, and leaves no process behind.

#include <dirent.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "workbench_client.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;

/// The promise, and what a test of it may add on a busy machine; a sanitizer also looks for leaks at the end.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::chrono::milliseconds kTimeToEnd{4000};
#else
constexpr std::chrono::milliseconds kTimeToEnd{1500 + 100};
#endif

std::string dev(std::string_view servers) {
  return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + std::string(servers) + "}}");
}

/// Every process whose environment bears the mark: what a workbench with it in its own environment has started.
std::vector<std::string> processes_marked(const std::string& mark) {
  std::vector<std::string> found;
  DIR* proc = ::opendir("/proc");
  while (const dirent* entry = ::readdir(proc)) {
    const std::string pid = entry->d_name;
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream environment("/proc/" + pid + "/environ", std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(environment)), {});
    if (text.find(mark) != std::string::npos) found.push_back(pid);
  }
  ::closedir(proc);
  return found;
}

/// Waits, without a pause that would hide how long it took, until none is left; returns those left at the deadline.
std::vector<std::string> left_after(const std::string& mark, std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  while (true) {
    auto left = processes_marked(mark);
    if (left.empty() || Clock::now() > deadline) return left;
  }
}

/// A workbench with servers of every sort, each of whose processes can be found by a mark in its environment.
class FullHouse : public testing::Test {
 protected:
  FullHouse()
      : mark_("WORKBENCH_TEST_MARK=" + std::to_string(::getpid()) + "-" +
              std::to_string(Clock::now().time_since_epoch().count())),
        client_(dev(server("good", {}) + "," + server("stubborn", {"--ignore-signals"}) + "," + server("parent", {}) +
                    R"(,"shell":{"command":"sh","args":["-c","sh -c ')" + FAKE_SERVER + R"(; true'; true"],)" +
                    marked() + "}")) {
    client_.initialize();
    EXPECT_EQ(member(first_text(client_.open("dev")), "servers_connected"), "4");
    client_.use("dev", "parent", "detach");
    client_.send("tools/call",
                 R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"good","tool":"hang"}}})");
    EXPECT_GE(processes_marked(mark_).size(), 7U);
  }
  ~FullHouse() override {
    for (const std::string& pid : processes_marked(mark_)) ::kill(std::stoi(pid), SIGKILL);
  }

  std::string marked() const {
    const std::size_t equals = mark_.find('=');
    return "\"env\":{\"" + mark_.substr(0, equals) + "\":\"" + mark_.substr(equals + 1) + "\"}";
  }
  std::string server(std::string_view name, const std::vector<std::string>& arguments) const {
    return fake_server(name, arguments, marked());
  }

  const std::string mark_;
  WorkbenchClient client_;
};

TEST_F(FullHouse, LeavesNoProcessASecondAfterSigkillInMidCall) {
  client_.process().send_signal(SIGKILL);
  client_.process().wait();
  EXPECT_THAT(left_after(mark_, std::chrono::milliseconds(1000)), testing::IsEmpty());
}

TEST_F(FullHouse, EndsInOrderWithinOneAndAHalfSecondsAtTheEndOfItsInput) {
  const auto asked = Clock::now();
  client_.process().close_input();
  const auto end = client_.process().wait();
  EXPECT_LT(Clock::now() - asked, kTimeToEnd);
  EXPECT_FALSE(end.was_signalled);
  EXPECT_EQ(end.code_or_signal, 0);
  EXPECT_THAT(left_after(mark_, std::chrono::milliseconds(1000)), testing::IsEmpty());
}

class EndingSignal : public FullHouse, public testing::WithParamInterface<int> {};
INSTANTIATE_TEST_SUITE_P(Shutdown, EndingSignal, testing::Values(SIGTERM, SIGINT));

TEST_P(EndingSignal, EndsItInOrderWithinOneAndAHalfSeconds) {
  const auto asked = Clock::now();
  client_.process().send_signal(GetParam());
  const auto end = client_.process().wait();
  EXPECT_LT(Clock::now() - asked, kTimeToEnd);
  EXPECT_FALSE(end.was_signalled);
  EXPECT_EQ(end.code_or_signal, 0);
  EXPECT_THAT(left_after(mark_, std::chrono::milliseconds(1000)), testing::IsEmpty());
}

TEST(Shutdown, WithoutServersIsImmediate) {
  WorkbenchClient client(dev(""));
  client.initialize();
  const auto asked = Clock::now();
  client.process().close_input();
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
  EXPECT_LT(Clock::now() - asked, std::chrono::milliseconds(500));
}

TEST(Shutdown, AnswersWhatWasAskedBeforeTheEndOfTheInput) {
  WorkbenchClient client(dev(fake_server("s")));
  client.initialize();
  client.open("dev");
  client.send("tools/call", R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"sleep"},)"
                            R"("arguments":{"ms":100}}})");
  client.process().close_input();
  EXPECT_EQ(member(client.next_line(), "result.isError"), "");
}

TEST(Shutdown, HappensWhenTheClientNeitherReadsNorCloses) {
  WorkbenchClient client(dev(fake_server("s")));
  client.initialize();
  client.open("dev");
  for (int call = 0; call < 20; ++call) {
    client.send("tools/call", R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"huge"},)"
                              R"("arguments":{"bytes":1000000}}})");
  }
  client.process().send_signal(SIGTERM);
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
}

TEST(Shutdown, HappensWhenNobodyReadsTheLog) {
  WorkbenchClient client(dev(fake_server("s", {"--stderr-flood"})));
  client.process().leave_errors_unread();
  client.initialize();
  client.open("dev");
  EXPECT_EQ(member(client.use("dev", "s", "echo"), "echo"), "{}");
  client.process().close_input();
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
}

}  // namespace
