// A server that stops or kills its own launcher, in every state: nothing that it has started outlives it, and nothing
// else is harmed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <functional>
#include <ostream>
#include <string>
#include <tuple>

#include "marked_processes.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::IsEmpty;

/// What a server leaves behind: processes in sessions of their own, whose parents have ended.
struct Daemon {
  const char* what;
  std::string script;

  friend void PrintTo(const Daemon& daemon, std::ostream* out) { *out << daemon.what; }
};

struct Attack {
  const char* what;
  int signal;

  friend void PrintTo(const Attack& attack, std::ostream* out) { *out << attack.what; }
};

struct Ending {
  const char* what;
  std::function<void(WorkbenchClient&)> end;

  friend void PrintTo(const Ending& ending, std::ostream* out) { *out << ending.what; }
};

const std::vector<Daemon>& daemons() {
  static const std::vector<Daemon> kDaemons{
      {"ADaemon", "(setsid sleep 1000 >/dev/null 2>&1 &)"},
      {"ATreeOfDaemons", "(setsid sh -c '(setsid sleep 1000 &) ; sleep 1000; true' >/dev/null 2>&1 &)"},
      {"ADaemonThatForks", "(setsid sh -c 'while :; do (sleep 0.001 &); done' >/dev/null 2>&1 &)"}};
  return kDaemons;
}

std::string server_of(const std::string& mark, const std::string& script) {
  return R"("s":{"command":"sh","args":["-c",)" + test_support::quoted(script) + R"(],"env":{"MARK":")" + mark + "\"}}";
}

int parent_of(const std::string& process) {
  std::ifstream status("/proc/" + process + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("PPid:")) return std::stoi(line.substr(5));
  }
  return 0;
}

const std::vector<std::string> kQuickly{"-D", "limits.shutdown=600ms", "-D", "limits.serverEnd=600ms"};

class AServerThat : public testing::TestWithParam<std::tuple<Attack, Ending, Daemon>> {};
INSTANTIATE_TEST_SUITE_P(ItsLauncher, AServerThat,
                         testing::Combine(testing::Values(Attack{"Kills", SIGKILL}, Attack{"Stops", SIGSTOP}),
                                          testing::Values(Ending{"ClosesItsToolbox",
                                                                 [](WorkbenchClient& client) {
                                                                   client.call("close_toolbox",
                                                                               R"({"toolbox_name":"dev"})");
                                                                 }},
                                                          Ending{"EndsOrderly",
                                                                 [](WorkbenchClient& client) {
                                                                   client.process().close_input();
                                                                   client.process().wait();
                                                                 }},
                                                          Ending{"IsKilled",
                                                                 [](WorkbenchClient& client) {
                                                                   client.process().send_signal(SIGKILL);
                                                                   client.process().wait();
                                                                 }}),
                                          testing::ValuesIn(daemons())),
                         [](const auto& row) {
                           return std::string(std::get<0>(row.param).what) + "_WorkbenchThat" +
                                  std::get<1>(row.param).what + "_" + std::get<2>(row.param).what;
                         });

TEST_P(AServerThat, LeavesNothingBehind) {
  const auto& [attack, ending, daemon] = GetParam();
  const std::string mark = new_mark();
  const std::string other_mark = new_mark() + "-other";
  std::vector<std::string> options = kQuickly;
  options.insert(options.end(), {"-D", "metaTools=open_toolbox,use_tool,close_toolbox"});
  WorkbenchClient client(
      toolboxes_file(toolbox("dev", server_of(mark, daemon.script + "; exec " FAKE_SERVER)) + "," +
                     toolbox("other", fake_server("s", {}, R"("env":{"MARK":")" + other_mark + "\"}"))),
      options);
  client.initialize();
  client.open("dev");
  client.open("other");
  const std::string other = client.use_text("other", "s", "pid");
  const int launcher = parent_of(client.use_text("dev", "s", "pid"));
  ASSERT_GT(processes_marked(mark).size(), 1U) << "the server and what it has started";
  ASSERT_EQ(::kill(launcher, attack.signal), 0);
  if (attack.signal == SIGKILL) {
    EXPECT_THAT(left_after(mark, kPatience), IsEmpty()) << "without any end";
  }
  if (std::string(ending.what) == "ClosesItsToolbox") {
    EXPECT_EQ(client.use_text("other", "s", "pid"), other) << "another server is not harmed";
  }
  ending.end(client);
  EXPECT_THAT(left_after(mark, kPatience), IsEmpty());
}

TEST(AServerThatKillsItsLauncher, WhileItStartsLeavesNothingBehind) {
  for (const char* signal : {"KILL", "STOP"}) {
    for (const Daemon& daemon : daemons()) {
      const std::string mark = new_mark();
      WorkbenchClient client(
          dev_toolbox(server_of(mark, daemon.script + "; kill -" + signal + " $PPID; exec sleep 1000")),
          {"-D", "limits.shutdown=600ms", "-D", "limits.serverEnd=600ms", "-D", "limits.serverStart=300ms"});
      client.initialize();
      client.open("dev");
      EXPECT_THAT(left_after(mark, kPatience), IsEmpty()) << signal << daemon.what;
      client.process().close_input();
      client.process().wait();
      EXPECT_THAT(left_after(mark, kPatience), IsEmpty()) << signal << daemon.what;
    }
  }
}

TEST(AServerThatStopsItsLauncher, AndEndsLeavesNothingBehind) {
  const std::string mark = new_mark();
  WorkbenchClient client(dev_toolbox(server_of(mark, daemons()[0].script + "; exec " FAKE_SERVER)), kQuickly);
  client.initialize();
  client.open("dev");
  ::kill(parent_of(client.use_text("dev", "s", "pid")), SIGSTOP);
  client.send("tools/call", use_tool_params("dev", "s", "exit", R"({"code":3})"));
  client.process().close_input();
  client.process().wait();
  EXPECT_THAT(left_after(mark, kPatience), IsEmpty());
}

}  // namespace
