// What operators of a running workbench may do with its servers, over the local socket.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operator_peer.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kServer = R"({"toolbox":"dev","server":"s"})";

TEST(OperatedServers, AreShownBeforeAClientHasUsedThem) {
  SharedWorkbenchProcess workbench(
      dev_toolbox(fake_server("s") + "," + fake_server("other", {}, R"("share":"process")")));
  EXPECT_EQ(member(workbench.request("workbench/status"), "servers"), "[]");
  const std::string row = workbench.row_of("other");
  EXPECT_EQ(member(row, "state"), R"("known")");
  EXPECT_EQ(member(row, "shared"), "true");
  const auto client = workbench.joined();
  client->use("dev", "s", "echo");
  const std::string used = workbench.row_of("s");
  EXPECT_EQ(member(used, "state"), R"("ready")");
  EXPECT_EQ(member(used, "restarts"), "0");
  EXPECT_THAT(member(used, "startedAt"), HasSubstr("Z\""));
}

TEST(OperatedServers, CountHowOftenTheyWereStartedAgain) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s", {"--tool", "exit", "--tool", "echo"})));
  const auto client = workbench.joined();
  client->use("dev", "s", "exit");
  client->use("dev", "s", "echo");
  EXPECT_EQ(member(workbench.row_of("s"), "restarts"), "1");
}

TEST(OperatedServers, AreRestartedAndACallInFlightIsToldWhy) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s")));
  const auto client = workbench.joined();
  const std::string before = client->use_text("dev", "s", "pid");
  const int call = client->send("tools/call", use_tool_params("dev", "s", "hang"));
  workbench.wait_for_row("s", [](const std::string& row) { return member(row, "callsInFlight") == "1"; });
  EXPECT_EQ(workbench.request("workbench/restart", kServer), "{}");
  EXPECT_THAT(client->answer_to(call), HasSubstr("an operator has restarted it"));
  const std::string row = workbench.wait_for_state("s", "ready");
  EXPECT_EQ(member(row, "restarts"), "0") << "it did not end by itself";
  EXPECT_NE(client->use_text("dev", "s", "pid"), before);
}

TEST(OperatedServers, ThatAreStoppedStartWithTheNextCall) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s")));
  const auto client = workbench.joined();
  const std::string before = client->use_text("dev", "s", "pid");
  EXPECT_EQ(workbench.request("workbench/stop", kServer), "{}");
  EXPECT_EQ(member(workbench.wait_for_state("s", "stopped"), "pid"), "");
  EXPECT_NE(client->use_text("dev", "s", "pid"), before);
}

TEST(OperatedServers, ThatAreStoppedStartByARestart) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s")));
  const auto client = workbench.joined();
  client->use("dev", "s", "echo");
  workbench.request("workbench/stop", kServer);
  workbench.wait_for_state("s", "stopped");
  workbench.request("workbench/restart", kServer);
  workbench.wait_for_state("s", "ready");
}

TEST(OperatedServers, ThatAnEntryHasReplacedAreNotMeant) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s")));
  const auto client = workbench.joined();
  const std::string before = client->use_text("dev", "s", "pid");
  client->send("tools/call", use_tool_params("dev", "s", "hang"));
  workbench.wait_for_row("s", [](const std::string& row) { return member(row, "callsInFlight") == "1"; });
  workbench.folder().write("toolboxes.json", dev_toolbox(fake_server("s", {"--instructions", "another"})));
  workbench.request("workbench/reload");
  EXPECT_EQ(workbench.request("workbench/restart", kServer), "{}");
  EXPECT_NE(client->use_text("dev", "s", "pid"), before);
  EXPECT_THAT(workbench.request("workbench/status", R"({"all":true})"), HasSubstr(R"("callsInFlight":1)"));
}

TEST(OperatedServers, AreMeantByTheirProcessIfThereAreSeveral) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s")));
  const auto one = workbench.joined();
  const auto other = workbench.joined();
  const std::string stays = one->use_text("dev", "s", "pid");
  other->use("dev", "s", "echo");
  std::string pid;
  for (const std::string& row : elements(member(workbench.request("workbench/status"), "servers"))) {
    if (member(row, "calls") == "1" && (pid.empty() || member(row, "clients") == "[1]")) pid = member(row, "pid");
  }
  EXPECT_EQ(workbench.request("workbench/stop", R"({"toolbox":"dev","server":"s","pid":)" + pid + "}"), "{}");
  EXPECT_EQ(one->use_text("dev", "s", "pid"), stays);
  EXPECT_THAT(workbench.request("workbench/stop", R"({"toolbox":"dev","server":"s","pid":1})"), HasSubstr("not_found"));
}

TEST(OperatedServers, ThatFailSayWhyInTheStatusAndInTheLog) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s", {"--stderr", "no\u202Ekey", "--exit-after-start"})));
  const auto client = workbench.joined();
  EXPECT_EQ(workbench.request("workbench/start", kServer), "{}");
  const std::string row = workbench.wait_for_state("s", "failed");
  EXPECT_THAT(member(row, "lastError"), HasSubstr("key"));
  const std::string log = workbench.request("workbench/log", kServer);
  EXPECT_THAT(log, AllOf(HasSubstr(R"("level":"information","text":"no\\u{202E}key")"), HasSubstr("not started: "),
                         HasSubstr("started by the operator")));
  const std::string last = workbench.request("workbench/log", R"({"toolbox":"dev","server":"s","limit":1})");
  EXPECT_EQ(elements(member(last, "lines")).size(), 1U);
  EXPECT_THAT(workbench.request("workbench/log", R"({"toolbox":"dev","server":"s","limit":0})"), StartsWith("error: "));
}

TEST(OperatedServers, AreNotFoundUnderOtherNames) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("files")));
  EXPECT_THAT(workbench.request("workbench/restart", R"({"toolbox":"dev","server":"fles"})"),
              AllOf(HasSubstr("not_found"), HasSubstr("files")));
  EXPECT_THAT(workbench.request("workbench/stop", R"({"toolbox":"div","server":"files"})"),
              AllOf(HasSubstr("not_found"), HasSubstr("dev")));
  EXPECT_THAT(workbench.request("workbench/stop"), HasSubstr("must be names"));
}

TEST(OperatedServers, ThatNoClientUsesCannotBeStarted) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s")));
  EXPECT_THAT(workbench.request("workbench/start", kServer), AllOf(HasSubstr("unavailable"), HasSubstr("first call")));
  EXPECT_EQ(workbench.request("workbench/stop", kServer), "{}");
}

TEST(OperatedServers, WhoseEntriesHaveErrorsAreNamed) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s") + R"(,"bad":{"command":"x","args":7})"));
  const std::string errors = member(workbench.request("workbench/status"), "entryErrors");
  EXPECT_THAT(errors, HasSubstr("bad"));
}

TEST(OperatedServers, HaveAdviceForTheirMessages) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s")));
  EXPECT_THAT(workbench.request("workbench/advice", R"({"message":"cannot start 'uvx': it was not found"})"),
              AllOf(HasSubstr("meaning"), HasSubstr("remedy")));
  EXPECT_THAT(workbench.request("workbench/advice", R"({"message":"all is well"})"), HasSubstr("not_found"));
}

// --- logins ----------------------------------------------------------------------------------------------------------

/// A workbench with a server "s" that logs in like this; see the plugin scripted-logins.
class LoginWorkbench {
 public:
  explicit LoginWorkbench(const std::string& login)
      : workbench_(toolboxes(login),
                   {"-D", "plugins.load=stdio-transport,filters,meta-tools,local-listener," LOGIN_PLUGIN}) {}

  /// Another entry for the server "s", which is in use afterwards.
  void configure(const std::string& login, const std::string& more) {
    workbench_.folder().write("toolboxes.json", toolboxes(login, more));
    EXPECT_THAT(workbench_.request("workbench/reload"), AnyOf(HasSubstr("applied"), HasSubstr("unchanged")));
  }
  std::string log_in(const std::string& more = {}) {
    return workbench_.request("workbench/login", R"({"toolbox":"dev","server":"s")" + more + "}");
  }
  [[nodiscard]] bool is_logged_in(const std::string& principal) const {
    return std::filesystem::exists(store_.path() / ("s." + principal));
  }
  SharedWorkbenchProcess& process() { return workbench_; }

 private:
  [[nodiscard]] std::string toolboxes(const std::string& login, const std::string& more = {}) const {
    return dev_toolbox(fake_server("plain") + R"(,"s":{"transport":"scripted-logins","store":")" +
                       store_.path().string() + R"(","login":")" + login + "\"" + more + "}");
  }

  const TemporaryFolder store_;
  SharedWorkbenchProcess workbench_;
};

std::string at(int state) {
  return R"({"url":"https://as.example/authorize?state=)" + std::to_string(state) + "\"}";
}

TEST(LoginsOfOperators, AnswerWithTheAddressAndASecondRequestWithTheSame) {
  LoginWorkbench workbench("numbered");
  EXPECT_EQ(workbench.log_in(), at(18));
  EXPECT_EQ(workbench.log_in(), at(18));
}

TEST(LoginsOfOperators, BeginAnewWhenTheEntryOfTheServerHasChanged) {
  LoginWorkbench workbench("numbered");
  EXPECT_EQ(workbench.log_in(), at(18));
  workbench.configure("numbered", R"(,"kept":"required")");
  EXPECT_EQ(workbench.log_in(), at(19));
}

TEST(LoginsOfOperators, ShareTheirAddressWithTheCallsOfClients) {
  LoginWorkbench workbench("numbered");
  const auto client = workbench.process().connected(R"({"elicitation":{"url":{}}})");
  client->send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  const std::string asked = client->next_line();
  EXPECT_EQ(characters(member(asked, "params.url")), "https://as.example/authorize?state=18");
  EXPECT_EQ(workbench.log_in(), at(18));
}

TEST(LoginsOfOperators, ThatNeedNoPersonAreMadeForThePrincipalThatIsNamed) {
  LoginWorkbench workbench("machine");
  EXPECT_EQ(workbench.log_in(R"(,"principal":"ada")"), "{}");
  EXPECT_TRUE(workbench.is_logged_in("ada"));
  EXPECT_FALSE(workbench.is_logged_in("-"));
}

TEST(LoginsOfOperators, SayWhyTheyHaveFailed) {
  EXPECT_THAT(LoginWorkbench("timeout").log_in(), AllOf(HasSubstr("timed_out"), HasSubstr("not answered within")));
  EXPECT_THAT(LoginWorkbench("file").log_in(),
              AllOf(HasSubstr("not at an http or https URL"), Not(HasSubstr("passwd"))));
}

TEST(LoginsOfOperators, AreNotPossibleWithoutAUrl) {
  LoginWorkbench workbench("person");
  EXPECT_THAT(workbench.process().request("workbench/login", R"({"toolbox":"dev","server":"plain"})"),
              AllOf(HasSubstr("unavailable"), HasSubstr("knows no logins")));
}

}  // namespace
