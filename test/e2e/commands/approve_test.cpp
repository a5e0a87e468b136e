// `approve`: a person at a terminal answers the calls that wait in any workbench of the user. The calls are those of a
// plugin; test/e2e/approvals_test.cpp has calls of clients.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "outcome.hpp"
#include "terminal.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPlugins = "plugins.load=stdio-transport,filters,meta-tools," INBOX_PLUGIN;

/// The folder of a user's sockets, and workbenches in which calls wait.
class Approve : public testing::Test {
 protected:
  WorkbenchClient& start(const std::string& calls = "1", const std::vector<std::string>& more_options = {},
                         std::map<std::string, std::string> environment = {}) {
    environment.insert({{"XDG_RUNTIME_DIR", path()}, {"SCRIPTED_CALLS", calls}});
    std::vector<std::string> options{"-D", kPlugins};
    options.insert(options.end(), more_options.begin(), more_options.end());
    auto& client =
        *clients_.emplace_back(std::make_unique<WorkbenchClient>(dev_toolbox(fake_server("s")), options, environment));
    client.initialize();
    client.process().wait_for_error_text(calls + " calls wait");
    return client;
  }

  [[nodiscard]] std::vector<std::string> command(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words{"/usr/bin/env", "XDG_RUNTIME_DIR=" + path(), WORKBENCH_PROGRAM, "approve"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
  }
  [[nodiscard]] Outcome run(const std::vector<std::string>& arguments) const {
    Process process(command(arguments));
    return outcome_of(process);
  }
  /// What the screen of a person shows, and the exit code.
  [[nodiscard]] Outcome run_on_terminal(const std::vector<std::string>& arguments) const {
    Terminal terminal(command(arguments));
    const int code = terminal.exit_code();
    return {code, terminal.screen(), {}};
  }
  [[nodiscard]] std::string path() const { return folder_.path().string(); }

  const TemporaryFolder folder_;
  std::vector<std::unique_ptr<WorkbenchClient>> clients_;
};

TEST_F(Approve, ListsWhatWaitsWithHiddenCharactersWrittenOut) {
  start("2");
  const Outcome listed = run({});
  EXPECT_EQ(listed.code, 0) << listed.errors;
  EXPECT_THAT(listed.output, AllOf(HasSubstr("q1"), HasSubstr("dev/s/delete_2"), HasSubstr("cursor, as ada"),
                                   HasSubstr(R"({"path":"a\u{202E}txt.exe"})"), Not(HasSubstr("PROCESS"))));
  EXPECT_THAT(run({"list", "--json"}).output, HasSubstr(R"("id":"q2")"));
}

TEST_F(Approve, SaysThatNothingWaitsIfNoWorkbenchHasACall) {
  const Outcome outcome = run({"list"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.output, "No call waits for an approval.\n");
  EXPECT_EQ(run({"show", "q1"}).code, 1);
}

TEST_F(Approve, ShowsOneCallWhole) {
  start();
  const Outcome shown = run({"show", "q1"});
  EXPECT_EQ(shown.code, 0) << shown.errors;
  EXPECT_THAT(shown.output, AllOf(HasSubstr("dev/s/delete_1\n"), HasSubstr("because of  destructive:"),
                                  HasSubstr("expires in 9 min"), HasSubstr(R"(arguments   {"path":"a\u{202E}txt)")));
  EXPECT_EQ(run({"show", "other"}).code, 1);
}

TEST_F(Approve, AnswersForNoProgramWithoutATerminal) {
  start();
  for (const auto& words : {std::vector<std::string>{"yes", "q1"}, {"always", "q1"}, {"no", "q1"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.errors, HasSubstr("standard input has to be a terminal"));
  }
  EXPECT_THAT(run({}).output, HasSubstr("q1")) << "it still waits";
}

TEST_F(Approve, AnswersSeveralOnATerminalByTheirIds) {
  WorkbenchClient& client = start("3");
  const Outcome outcome = run_on_terminal({"yes", "q1", "q3"});
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("2 calls were approved"));
  client.process().wait_for_error_text("answered 0 by terminal q1 q3");
  EXPECT_THAT(run_on_terminal({"no", "q2", "--reason", "not in production"}).output, HasSubstr("1 call was refused"));
  client.process().wait_for_error_text("answered 3 by terminal q2: not in production");
  EXPECT_EQ(run_on_terminal({"yes", "q1"}).code, 1);
}

TEST_F(Approve, AnswersNoneIfOneOfTheIdsIsUnknown) {
  start("2");
  EXPECT_EQ(run_on_terminal({"yes", "q1", "unknown"}).code, 1);
  EXPECT_THAT(run({}).output, AllOf(HasSubstr("q1"), HasSubstr("q2")));
}

TEST_F(Approve, RemembersForTheSessionWithOrWithoutTheArguments) {
  WorkbenchClient& client = start("2");
  EXPECT_EQ(run_on_terminal({"always", "q1"}).code, 0);
  client.process().wait_for_error_text("answered 1 by terminal q1");
  EXPECT_EQ(run_on_terminal({"always", "--any-arguments", "q2"}).code, 0);
  client.process().wait_for_error_text("answered 2 by terminal q2");
}

TEST_F(Approve, AsksForOneAfterTheOther) {
  WorkbenchClient& client = start("6");
  Terminal terminal(command({}));
  const auto answer = [&](const std::string& tool, const std::string& letter) {
    ASSERT_TRUE(terminal.wait_for("dev/s/" + tool)) << terminal.screen();
    ASSERT_TRUE(terminal.wait_for_next("[q]uit: ")) << terminal.screen();
    terminal.type(letter + "\n");
  };
  answer("delete_1", "y");
  client.process().wait_for_error_text("answered 0 by terminal q1");
  answer("delete_2", "a");
  client.process().wait_for_error_text("answered 1 by terminal q2");
  answer("delete_3", "s");
  answer("delete_4", "t");
  client.process().wait_for_error_text("answered 2 by terminal q4");
  answer("delete_5", "n");
  ASSERT_TRUE(terminal.wait_for_next("A reason for the model (may be empty): ")) << terminal.screen();
  terminal.type("never\n");
  client.process().wait_for_error_text("answered 3 by terminal q5: never");
  answer("delete_6", "q");
  EXPECT_EQ(terminal.exit_code(), 0);
  EXPECT_THAT(run({"list"}).output, AllOf(HasSubstr("q3"), HasSubstr("q6"), Not(HasSubstr("q1"))));
}

TEST_F(Approve, ListsAndRevokesWhatHolds) {
  start();
  EXPECT_THAT(run({"standing"}).output, AllOf(HasSubstr("d1"), HasSubstr("dev/s/echo"), HasSubstr("any")));
  EXPECT_EQ(run({"revoke", "d1"}).code, 0);
  EXPECT_EQ(run({"standing"}).output, "No decision holds for later calls.\n");
  EXPECT_EQ(run({"revoke", "d1"}).code, 1);
}

TEST_F(Approve, NamesTheWorkbenchIfThereAreSeveral) {
  WorkbenchClient& one = start();
  WorkbenchClient& other = start();
  const Outcome listed = run({"list"});
  EXPECT_THAT(listed.output, AllOf(HasSubstr("PROCESS"), HasSubstr(std::to_string(one.process().pid())),
                                   HasSubstr(std::to_string(other.process().pid()))));
}

TEST_F(Approve, RemovesTheSocketsOfKilledWorkbenches) {
  WorkbenchClient& client = start();
  const auto socket = folder_.path() / "mcp-workbench" / (std::to_string(client.process().pid()) + ".operator");
  EXPECT_TRUE(std::filesystem::exists(socket));
  client.process().send_signal(SIGKILL);
  static_cast<void>(client.process().wait());
  EXPECT_EQ(run({"list"}).output, "No call waits for an approval.\n");
  EXPECT_FALSE(std::filesystem::exists(socket));
}

TEST_F(Approve, KeepsTheSocketOfAWorkbenchWhoseProcessItCannotSee) {
  WorkbenchClient& client = start();
  const auto sockets = folder_.path() / "mcp-workbench";
  const auto renamed = sockets / "999999999.operator";  // as in another PID namespace
  std::filesystem::rename(sockets / (std::to_string(client.process().pid()) + ".operator"), renamed);
  EXPECT_THAT(run({"list"}).output, HasSubstr("q1"));
  EXPECT_TRUE(std::filesystem::exists(renamed));
}

TEST_F(Approve, AnswersTheCallsOfTheOthersIfOneWorkbenchDoesNotRespond) {
  WorkbenchClient& stopped = start();
  WorkbenchClient& other = start("2");
  stopped.process().send_signal(SIGSTOP);
  const Outcome listed = run({"list"});
  const std::string process = "the workbench of process " + std::to_string(stopped.process().pid());
  EXPECT_EQ(listed.code, 2);
  EXPECT_THAT(listed.output, AllOf(HasSubstr("q2"), HasSubstr(std::to_string(other.process().pid()))));
  EXPECT_THAT(listed.errors, HasSubstr(process));
  EXPECT_THAT(run_on_terminal({"yes", "q2"}).output, HasSubstr("1 call was approved"));
  stopped.process().send_signal(SIGCONT);
}

TEST_F(Approve, LeavesNoSocketOfAWorkbenchThatHasEnded) {
  WorkbenchClient& client = start();
  client.process().close_input();
  static_cast<void>(client.process().wait());
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() / "mcp-workbench"));
}

TEST_F(Approve, HasNoSocketWhileNoCallHasWaited) {
  start("0");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "mcp-workbench"));
}

TEST_F(Approve, IsAnnouncedOnTheDesktopByTheNumberOfCallsAlone) {
  const auto shown = folder_.path() / "shown";
  const auto program =
      folder_.write("notify-send", "#!/bin/sh\nprintf '%s|' \"$@\" >'" + shown.string() + ".part' && mv '" +
                                       shown.string() + ".part' '" + shown.string() + "'\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  start("1", {"-D", "approvals.notify=desktop"}, {{"DISPLAY", ":9"}, {"PATH", path() + ":/usr/bin:/bin"}});
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!std::filesystem::exists(shown) && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  std::string text;
  std::getline(std::ifstream(shown), text);
  EXPECT_EQ(text,
            "--app-name=MCP Workbench|MCP Workbench|1 call waits for your approval. In a terminal: mcp-workbench "
            "approve|");
}

TEST_F(Approve, IsCountedInTheStatusOfTheSharedWorkbench) {
  const std::string plugins = std::string(kPlugins) + ",local-listener";
  const std::map<std::string, std::string> environment{
      {"XDG_RUNTIME_DIR", path()}, {"XDG_STATE_HOME", path()}, {"SCRIPTED_CALLS", "2"}};
  WorkbenchClient client(dev_toolbox(fake_server("s")), {"--join", "-D", plugins}, environment);
  client.initialize();
  const auto status = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{WORKBENCH_PROGRAM, "status", "-D",
                                   plugins,           "-c",     (client.folder().path() / "toolboxes.json").string()};
    words.insert(words.end(), options.begin(), options.end());
    Process process(words, environment);
    return outcome_of(process).output;
  };
  const std::string json = status({"--json"});
  EXPECT_EQ(member(json, "approvals"), R"({"waiting":2,"standing":1})") << json;
  EXPECT_EQ(member(json, "flows"), R"([{"client":"cursor","private":true,"untrusted":true}])");
  EXPECT_THAT(status({}), AllOf(HasSubstr("2 calls wait for an approval: mcp-workbench approve\n"),
                                HasSubstr("1 standing approval: mcp-workbench approve standing\n"),
                                HasSubstr("flow of cursor: private data was read")));
  if (const std::string pid = member(json, "pid"); !pid.empty()) ::kill(std::stoi(pid), SIGKILL);
}

TEST_F(Approve, WarnsIfThereIsNoDesktopForNotices) {
  WorkbenchClient& client = start("1", {"-D", "approvals.notify=desktop"}, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}});
  client.process().wait_for_error_text("approvals.notify = desktop has no effect");
}

}  // namespace
