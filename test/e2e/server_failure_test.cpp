// Servers that fail: pending calls get the reason, the next call restarts the server, and no other server is affected.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ServerExit, FailsEveryPendingCallWithTheReason) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  const int waiting = client.send("tools/call", use_tool_params("dev", "s", "hang"));
  const int exiting = client.send("tools/call", use_tool_params("dev", "s", "exit", R"({"code":7})"));
  const auto has_reason = AllOf(HasSubstr(R"("isError":true)"), HasSubstr("exit code 7"));
  EXPECT_THAT(client.answer_to(waiting), AllOf(HasSubstr("[dev/s/hang] Error: "), has_reason));
  EXPECT_THAT(client.answer_to(exiting), AllOf(HasSubstr("[dev/s/exit] Error: "), has_reason));
}

TEST(ServerExit, BySignalNamesTheSignal) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use_text("dev", "s", "kill_self", R"({"signal":9})"), HasSubstr("signal 9"));
}

TEST(ServerExit, IsReportedWithTheEndOfStderr) {
  WorkbenchClient client(dev_toolbox(fake_server("s", {"--stderr", "the disk is full"})));
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use_text("dev", "s", "exit", R"({"code":1})"), HasSubstr("the disk is full"));
}

TEST(ServerExit, IsFollowedByARestartAtTheNextCall) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  const std::string pid = client.use_text("dev", "s", "pid");
  client.use("dev", "s", "exit", R"({"code":1})");
  const std::string next_pid = client.use_text("dev", "s", "pid");
  EXPECT_NE(next_pid, pid);
  EXPECT_THAT(next_pid, testing::MatchesRegex("[0-9]+"));
}

TEST(ServerExit, BetweenCallsIsFollowedByARestartAtTheNextCall) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  const std::string pid = client.use_text("dev", "s", "pid");
  ::kill(std::stoi(pid), SIGKILL);
  client.process().wait_for_error_text("[dev/s] ended: ");
  EXPECT_NE(client.use_text("dev", "s", "pid"), pid);
}

TEST(ServerExit, AtEveryCallDelaysTheRestart) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  std::string text;
  for (int attempt = 0; attempt < 8 && text.find("times in a row") == std::string::npos; ++attempt) {
    text = client.use_text("dev", "s", "exit", R"({"code":1})");
  }
  EXPECT_THAT(text, AllOf(StartsWith("[dev/s/exit] Error: the server has ended "),
                          HasSubstr("times in a row and may be started again in "), HasSubstr("exit code 1")));
}

TEST(ServerExit, AfterAResponseKeepsTheResponse) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  EXPECT_EQ(member(client.use("dev", "s", "answer_then_exit", R"({"code":0})"), "isError"), "");
}

TEST(ServerExit, LeavesOtherServersRunning) {
  WorkbenchClient client(dev_toolbox(fake_server("s") + "," + fake_server("other")));
  client.initialize();
  client.open("dev");
  const std::string pid = client.use_text("dev", "other", "pid");
  client.use("dev", "s", "exit", R"({"code":1})");
  EXPECT_EQ(client.use_text("dev", "other", "pid"), pid);
}

TEST(ServerStart, FailsAtOnceWithTheReasonOfTheSystem) {
  WorkbenchClient client(dev_toolbox(R"("a":{"command":"no-such-program-anywhere"},"b":{"command":"/etc/passwd"},)"
                                     R"("c":{"command":"true","cwd":"/no/such/folder"},"ok":{"command":")" +
                                     std::string(FAKE_SERVER) + "\"}"));
  client.initialize();
  const auto started = std::chrono::steady_clock::now();
  const std::string errors = member(first_text(client.open("dev")), "_errors");
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(5));
  EXPECT_THAT(errors, HasSubstr("no-such-program-anywhere"));
  EXPECT_THAT(errors, HasSubstr("Permission denied"));
  EXPECT_THAT(errors, HasSubstr("/no/such/folder"));
}

TEST(Server, ThatFloodsItsStderrAnswersCalls) {
  WorkbenchClient client(dev_toolbox(fake_server("s", {"--stderr-flood"})), {"-D", "log.level=warning"});
  client.initialize();
  client.open("dev");
  EXPECT_EQ(member(client.use("dev", "s", "echo", R"({"n":1})"), "echo"), R"({"n":1})");
  EXPECT_EQ(member(client.use("dev", "s", "echo", R"({"n":2})"), "echo"), R"({"n":2})");
}

TEST(Server, ThatDoesNotReadIsBusyAndDelaysNoOther) {
  WorkbenchClient client(dev_toolbox(fake_server("s") + "," + fake_server("other")),
                         {"-D", "limits.serverBacklogBytes=1MiB"});
  client.initialize();
  client.open("dev");
  client.use("dev", "s", "stop_reading");
  const std::string big = "{\"x\":\"" + std::string(700'000, 'x') + "\"}";
  std::vector<int> ids;
  for (int call = 0; call < 6; ++call)
    ids.push_back(client.send("tools/call", use_tool_params("dev", "s", "echo", big)));
  EXPECT_THAT(first_text(member(client.answer_to(ids.back()), "result")),
              StartsWith("[dev/s/echo] Error: the server does not read what it was sent"));
  EXPECT_EQ(member(client.use("dev", "other", "echo", R"({"n":1})"), "echo"), R"({"n":1})");
}

TEST(Server, GetsTheSafePartOfTheEnvironmentAndTheConfiguredVariables) {
  WorkbenchClient client(
      dev_toolbox(fake_server("s", {}, R"("env":{"GIVEN":"${SECRET_TOKEN}"},"inheritEnv":["NAMED_*"])")), {},
      {{"SECRET_TOKEN", "s3cret"}, {"NAMED_ONE", "1"}, {"OTHER", "2"}});
  client.initialize();
  client.open("dev");
  const std::string names = client.use_text("dev", "s", "env");
  EXPECT_THAT(names, AllOf(HasSubstr("PATH"), HasSubstr("GIVEN"), HasSubstr("NAMED_ONE")));
  EXPECT_THAT(names, testing::Not(testing::AnyOf(HasSubstr("SECRET_TOKEN"), HasSubstr("OTHER"))));
  EXPECT_EQ(client.use_text("dev", "s", "env", R"({"name":"GIVEN"})"), "s3cret");
}

TEST(IdleServer, IsStoppedUntilTheNextCall) {
  WorkbenchClient client(dev_toolbox(fake_server("s")), {"-D", "limits.idleServer=200ms"});
  client.initialize();
  client.open("dev");
  const std::string first = client.use_text("dev", "s", "pid");
  client.process().wait_for_error_text("not called for a while: ended until the next call");
  EXPECT_NE(client.use_text("dev", "s", "pid"), first);
}

}  // namespace
