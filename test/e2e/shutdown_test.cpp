// The workbench ends within 1.5 s, with exit code 0, and leaves no process behind.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "marked_processes.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using Clock = std::chrono::steady_clock;

/// The promised limit, and a margin for a busy machine; sanitizers also need time at the end.
#if defined(WORKBENCH_ASAN) || defined(WORKBENCH_TSAN)
constexpr std::chrono::milliseconds kMaxShutdown{4000};
#else
constexpr std::chrono::milliseconds kMaxShutdown{1500 + 100};
#endif

/// A workbench with servers of several kinds, whose processes have a mark in their environment.
class ShutdownWithServers : public testing::Test {
 protected:
  ShutdownWithServers()
      : mark_(new_mark()),
        client_(dev_toolbox(server("good", {}) + "," + server("stubborn", {"--ignore-signals"}) + "," +
                            server("parent", {}) + R"(,"shell":{"command":"sh","args":["-c","sh -c ')" + FAKE_SERVER +
                            R"(; true'; true"],)" + marked() + "}")) {
    client_.initialize();
    EXPECT_EQ(member(first_text(client_.open("dev")), "servers_connected"), "4");
    client_.use("dev", "parent", "detach");
    client_.send("tools/call", use_tool_params("dev", "good", "hang"));
    EXPECT_GE(processes_marked(mark_).size(), 7U);
  }
  ~ShutdownWithServers() override {
    for (const std::string& pid : processes_marked(mark_)) ::kill(std::stoi(pid), SIGKILL);
  }

  std::string marked() const { return R"("env":{"WORKBENCH_TEST_MARK":")" + mark_ + "\"}"; }
  std::string server(std::string_view name, const std::vector<std::string>& arguments) const {
    return fake_server(name, arguments, marked());
  }

  const std::string mark_;
  WorkbenchClient client_;
};

TEST_F(ShutdownWithServers, LeavesNoProcessASecondAfterSigkill) {
  client_.process().send_signal(SIGKILL);
  client_.process().wait();
  EXPECT_THAT(left_after(mark_, std::chrono::milliseconds(1000)), testing::IsEmpty());
}

TEST_F(ShutdownWithServers, TakesAtMostOneAndAHalfSecondsAtTheEndOfInput) {
  const auto begin = Clock::now();
  client_.process().close_input();
  const auto end = client_.process().wait();
  EXPECT_LT(Clock::now() - begin, kMaxShutdown);
  EXPECT_FALSE(end.was_signalled);
  EXPECT_EQ(end.code_or_signal, 0);
  EXPECT_THAT(left_after(mark_, std::chrono::milliseconds(1000)), testing::IsEmpty());
}

class ShutdownBySignal : public ShutdownWithServers, public testing::WithParamInterface<int> {};
INSTANTIATE_TEST_SUITE_P(Shutdown, ShutdownBySignal, testing::Values(SIGTERM, SIGINT));

TEST_P(ShutdownBySignal, TakesAtMostOneAndAHalfSeconds) {
  const auto begin = Clock::now();
  client_.process().send_signal(GetParam());
  const auto end = client_.process().wait();
  EXPECT_LT(Clock::now() - begin, kMaxShutdown);
  EXPECT_FALSE(end.was_signalled);
  EXPECT_EQ(end.code_or_signal, 0);
  EXPECT_THAT(left_after(mark_, std::chrono::milliseconds(1000)), testing::IsEmpty());
}

TEST(Shutdown, WithoutServersIsImmediate) {
  WorkbenchClient client(dev_toolbox(""));
  client.initialize();
  const auto begin = Clock::now();
  client.process().close_input();
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
  EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(500));
}

TEST(Shutdown, AnswersTheRequestsBeforeTheEndOfInput) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  client.send("tools/call", use_tool_params("dev", "s", "sleep", R"({"ms":100})"));
  client.process().close_input();
  EXPECT_EQ(member(client.next_line(), "result.isError"), "");
}

TEST(Shutdown, CompletesWhenTheClientNeitherReadsNorCloses) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  for (int call = 0; call < 20; ++call) {
    client.send("tools/call", use_tool_params("dev", "s", "huge", R"({"bytes":1000000})"));
  }
  client.process().send_signal(SIGTERM);
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
}

TEST(Shutdown, CompletesWhenTheLogIsNotRead) {
  WorkbenchClient client(dev_toolbox(fake_server("s", {"--stderr-flood"})));
  client.process().leave_errors_unread();
  client.initialize();
  client.open("dev");
  EXPECT_EQ(member(client.use("dev", "s", "echo"), "echo"), "{}");
  client.process().close_input();
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
}

}  // namespace
