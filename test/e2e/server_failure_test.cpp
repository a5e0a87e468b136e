// Servers fail. Whoever waits is told why, the next call starts the server again, and nobody else notices.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string dev(std::string_view servers) {
  return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + std::string(servers) + "}}");
}

std::string use_params(std::string_view tool, std::string_view arguments = "{}") {
  return R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":")" + std::string(tool) +
         R"("},"arguments":)" + std::string(arguments) + "}}";
}

TEST(AServerThatEnds, AnswersEveryWaitingCallWithTheReason) {
  WorkbenchClient client(dev(fake_server("s")));
  client.initialize();
  client.open("dev");
  const int waiting = client.send("tools/call", use_params("hang"));
  const int exiting = client.send("tools/call", use_params("exit", R"({"code":7})"));
  for (const auto& [id, tool] : {std::pair{waiting, "hang"}, std::pair{exiting, "exit"}}) {
    const std::string result = member(client.answer_to(id), "result");
    EXPECT_EQ(member(result, "isError"), "true");
    EXPECT_THAT(first_text(result),
                AllOf(StartsWith("[dev/s/" + std::string(tool) + "] Error: "), HasSubstr("exit code 7")));
  }
}

TEST(AServerThatEnds, BySignalSaysWhichOne) {
  WorkbenchClient client(dev(fake_server("s")));
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use_text("dev", "s", "kill_self", R"({"signal":9})"), HasSubstr("signal 9"));
}

TEST(AServerThatEnds, IsQuotedWithItsLastWordsOnStderr) {
  WorkbenchClient client(dev(fake_server("s", {"--stderr", "the disk is full"})));
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use_text("dev", "s", "exit", R"({"code":1})"), HasSubstr("the disk is full"));
}

TEST(AServerThatEnds, IsStartedAgainByTheNextCall) {
  WorkbenchClient client(dev(fake_server("s")));
  client.initialize();
  client.open("dev");
  const std::string pid = client.use_text("dev", "s", "pid");
  client.use("dev", "s", "exit", R"({"code":1})");
  const std::string next_pid = client.use_text("dev", "s", "pid");
  EXPECT_NE(next_pid, pid);
  EXPECT_THAT(next_pid, testing::MatchesRegex("[0-9]+"));
}

TEST(AServerThatEnds, WhileNobodyCallsIsStartedAgainToo) {
  WorkbenchClient client(dev(fake_server("s")));
  client.initialize();
  client.open("dev");
  const std::string pid = client.use_text("dev", "s", "pid");
  ::kill(std::stoi(pid), SIGKILL);
  client.process().wait_for_error_text("[dev/s] ended: ");
  EXPECT_NE(client.use_text("dev", "s", "pid"), pid);
}

TEST(AServerThatEnds, AtEveryCallIsNotStartedWithoutPause) {
  WorkbenchClient client(dev(fake_server("s")));
  client.initialize();
  client.open("dev");
  std::string text;
  for (int attempt = 0; attempt < 8 && text.find("times in a row") == std::string::npos; ++attempt) {
    text = client.use_text("dev", "s", "exit", R"({"code":1})");
  }
  EXPECT_THAT(text, AllOf(StartsWith("[dev/s/exit] Error: the server has ended "),
                          HasSubstr("times in a row and may be started again in "), HasSubstr("exit code 1")));
}

TEST(AServerThatEnds, RightAfterAnAnswerStillAnswered) {
  WorkbenchClient client(dev(fake_server("s")));
  client.initialize();
  client.open("dev");
  EXPECT_EQ(member(client.use("dev", "s", "answer_then_exit", R"({"code":0})"), "isError"), "");
}

TEST(AServerThatEnds, LeavesTheOthersAlone) {
  WorkbenchClient client(dev(fake_server("s") + "," + fake_server("other")));
  client.initialize();
  client.open("dev");
  const std::string pid = client.use_text("dev", "other", "pid");
  client.use("dev", "s", "exit", R"({"code":1})");
  EXPECT_EQ(client.use_text("dev", "other", "pid"), pid);
}

TEST(AProgramThatCannotBeStarted, SaysSoAtOnceWithTheSystemsReason) {
  WorkbenchClient client(dev(R"("a":{"command":"no-such-program-anywhere"},"b":{"command":"/etc/passwd"},)"
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

TEST(AServer, ThatFloodsItsStderrIsServedAllTheSame) {
  WorkbenchClient client(dev(fake_server("s", {"--stderr-flood"})), {"-D", "log.level=warning"});
  client.initialize();
  client.open("dev");
  for (int call = 0; call < 5; ++call)
    EXPECT_EQ(member(client.use("dev", "s", "echo", R"({"n":1})"), "echo"), R"({"n":1})");
}

TEST(AServer, ThatDoesNotReadGetsNoMoreThanItsShareAndTheRestIsBusy) {
  WorkbenchClient client(dev(fake_server("s") + "," + fake_server("other")), {"-D", "limits.serverBacklogBytes=1MiB"});
  client.initialize();
  client.open("dev");
  client.use("dev", "s", "stop_reading");
  const std::string big = "{\"x\":\"" + std::string(700'000, 'x') + "\"}";
  std::vector<int> ids;
  for (int call = 0; call < 6; ++call) ids.push_back(client.send("tools/call", use_params("echo", big)));
  EXPECT_THAT(first_text(member(client.answer_to(ids.back()), "result")),
              StartsWith("[dev/s/echo] Error: the server does not read what it was sent"));
  EXPECT_EQ(member(client.use("dev", "other", "echo", R"({"n":1})"), "echo"), R"({"n":1})");
}

TEST(AServer, IsGivenOnlyTheSafePartOfTheEnvironmentAndWhatTheFileNames) {
  WorkbenchClient client(dev(fake_server("s", {}, R"("env":{"GIVEN":"${SECRET_TOKEN}"},"inheritEnv":["NAMED_*"])")), {},
                         {{"SECRET_TOKEN", "s3cret"}, {"NAMED_ONE", "1"}, {"OTHER", "2"}});
  client.initialize();
  client.open("dev");
  const std::string names = client.use_text("dev", "s", "env");
  EXPECT_THAT(names, AllOf(HasSubstr("PATH"), HasSubstr("GIVEN"), HasSubstr("NAMED_ONE")));
  EXPECT_THAT(names, testing::Not(testing::AnyOf(HasSubstr("SECRET_TOKEN"), HasSubstr("OTHER"))));
  EXPECT_EQ(client.use_text("dev", "s", "env", R"({"name":"GIVEN"})"), "s3cret");
}

TEST(AServerThatNobodyCalls, IsEndedUntilTheNextCall) {
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s") + "}}"),
                         {"-D", "limits.idleServer=200ms"});
  client.initialize();
  client.open("dev");
  const std::string first = client.use_text("dev", "s", "pid");
  client.process().wait_for_error_text("not called for a while: ended until the next call");
  EXPECT_NE(client.use_text("dev", "s", "pid"), first);
}

}  // namespace
