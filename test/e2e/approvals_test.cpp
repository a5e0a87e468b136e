// Calls that need a person's approval: asked at the client in both eras, or answered with `mcp-workbench approve` for a
// client that can ask nothing. test/e2e/http/approvals_test.cpp has principals over HTTP.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "commands/command_run.hpp"
#include "commands/terminal.hpp"
#include "outcome.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kForms = R"({"elicitation":{}})";
constexpr const char* kNeeds = "needs a person's approval: ";

std::string toolboxes(std::string_view approve = R"(["echo"])") {
  return dev_toolbox(fake_server("s", {"--tool", "echo", "--tool", "pid", "--tool", "raw_result"},
                                 "\"approve\":" + std::string(approve)));
}

std::vector<std::string> with_approvals(const std::string& hold = "0") {
  return {"-D", "plugins.load=stdio-transport,filters,meta-tools,call-log," APPROVALS_PLUGIN, "-D",
          "middleware.approvals.hold=" + hold};
}

std::string meta(const std::string& capabilities) {
  return R"("_meta":{"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},)" +
         modern_request_metadata(capabilities) + "}";
}

/// A result of the form.
std::string chosen(const std::string& decision, const std::string& reason = {}) {
  return R"({"action":"accept","content":{"decision":")" + decision +
         (reason.empty() ? "\"}}" : R"(","reason":")" + reason + "\"}}");
}

// --- a legacy client that can ask
// -------------------------------------------------------------------------------------

class AskingClient : public testing::Test {
 protected:
  AskingClient() {
    client_.initialize("2025-11-25", kForms);
    client_.open("dev");
  }

  /// The id of the call, which is not answered before its form is.
  int begin(const std::string& arguments = R"({"n":1})") {
    return client_.send("tools/call", use_tool_params("dev", "s", "echo", arguments));
  }
  /// The question that the client gets next.
  std::string question() {
    std::string line = client_.next_line();
    EXPECT_EQ(member(line, "method"), "\"elicitation/create\"") << line;
    return line;
  }
  void answer(const std::string& question, const std::string& result) {
    client_.send_raw(R"({"jsonrpc":"2.0","id":)" + member(question, "id") + R"(,"result":)" + result + "}");
  }
  std::string result_of(int id) { return member(client_.answer_to(id), "result"); }

  WorkbenchClient client_{toolboxes(), with_approvals("20 s")};
};

TEST_F(AskingClient, IsShownTheCallAndItPassesAfterAYes) {
  const int call = begin();
  const std::string asked = question();
  EXPECT_THAT(characters(member(asked, "params.message")),
              AllOf(HasSubstr("dev/s/echo"), HasSubstr(R"({"n":1})"), HasSubstr("Asked because of: echo")));
  answer(asked, chosen("once"));
  EXPECT_EQ(result_of(call), R"({"content":[],"echo":{"n":1}})");
  const int other = begin();
  answer(question(), chosen("no"));
  EXPECT_EQ(member(result_of(other), "isError"), "true") << "a yes is for one call";
}

TEST_F(AskingClient, RefusesWithTheReasonOfThePerson) {
  const int call = begin();
  answer(question(), chosen("no", "not on a Friday"));
  const std::string result = result_of(call);
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_THAT(first_text(result), HasSubstr("not on a Friday"));
}

TEST_F(AskingClient, TakesDecliningForANo) {
  const int call = begin();
  answer(question(), R"({"action":"decline"})");
  EXPECT_EQ(member(result_of(call), "isError"), "true");
}

TEST_F(AskingClient, AllowsTheSameArgumentsForItsSessionAndAsksForOthers) {
  const int call = begin(R"({"n":1,"m":2})");
  answer(question(), chosen("same_arguments"));
  EXPECT_THAT(result_of(call), HasSubstr("\"echo\""));
  EXPECT_THAT(client_.use("dev", "s", "echo", R"({ "m":2, "n":1 })"), HasSubstr("\"echo\"")) << "key order and blanks";
  const int other = begin(R"({"n":2,"m":2})");
  answer(question(), chosen("no"));
  EXPECT_EQ(member(result_of(other), "isError"), "true");
}

TEST_F(AskingClient, AllowsTheToolForItsSession) {
  const int call = begin();
  answer(question(), chosen("tool"));
  EXPECT_THAT(result_of(call), HasSubstr("\"echo\""));
  EXPECT_THAT(client_.use("dev", "s", "echo", R"({"n":77})"), HasSubstr("77"));
}

TEST_F(AskingClient, IsNotAskedForToolsThatNeedNoApproval) {
  EXPECT_THAT(client_.use_text("dev", "s", "pid"), Not(HasSubstr(kNeeds)));
}

TEST_F(AskingClient, KeepsItsQuestionWhileTheConfigurationIsReadAgain) {
  const int call = begin();
  const std::string asked = question();
  static_cast<void>(client_.folder().write("toolboxes.json", toolboxes(R"(["echo","pid"])")));
  client_.process().send_signal(SIGHUP);
  client_.process().wait_for_error_text("applied: ");
  answer(asked, chosen("once"));
  EXPECT_THAT(result_of(call), HasSubstr("\"echo\""));
}

// --- a modern client that can ask
// -------------------------------------------------------------------------------------

TEST(AskingModernClient, IsAnsweredWithTheQuestionAndItsRepeatedCallPasses) {
  WorkbenchClient client(toolboxes(), with_approvals("20 s"));
  const auto call = [&](const std::string& more = {}) {
    return client.request("tools/call", use_tool_params("dev", "s", "echo", R"({"n":1})", meta(kForms) + more));
  };
  const auto repeat = [&](const std::string& incomplete, const std::string& result) {
    return call(R"(,"inputResponses":{"q1":)" + result + R"(},"requestState":)" + member(incomplete, "requestState"));
  };
  const std::string asked = call();
  ASSERT_THAT(asked, HasSubstr(R"("inputRequests":{"q1":{"method":"elicitation/create")"));
  EXPECT_THAT(asked, HasSubstr("dev/s/echo"));
  EXPECT_THAT(repeat(asked, chosen("once")), HasSubstr(R"("echo":{"n":1})"));
  const std::string refused = repeat(call(), chosen("no", "not now"));
  EXPECT_EQ(member(refused, "isError"), "true");
  EXPECT_THAT(first_text(refused), HasSubstr("not now"));
}

// --- clients that can ask nothing
// -------------------------------------------------------------------------------------

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string name_of_user() {
  const passwd* const user = ::getpwuid(::geteuid());
  return user == nullptr ? std::to_string(::geteuid()) : user->pw_name;
}

/// A client without capabilities, and the terminal of its user.
class MuteClient : public testing::TestWithParam<std::string> {
 protected:
  MuteClient() { start(); }

  void start() {
    client_.reset();
    auto options = with_approvals();
    options.insert(options.end(), {"-D", "middleware=call-log", "-D", "middleware.call-log.file=" + call_log()});
    client_ = std::make_unique<WorkbenchClient>(toolboxes(), options,
                                                std::map<std::string, std::string>{{"XDG_RUNTIME_DIR", path()}});
    if (!is_modern()) client_->initialize();
    // A decision holds for the definition that was known when it was made.
    client_->request("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"})" +
                                       (is_modern() ? "," + meta("{}") : std::string()) + "}");
  }
  [[nodiscard]] static bool is_modern() { return GetParam() == "Modern"; }

  std::string call(const std::string& arguments = R"({"n":1})") {
    return client_->request("tools/call",
                            use_tool_params("dev", "s", "echo", arguments, is_modern() ? meta("{}") : std::string()));
  }
  [[nodiscard]] std::string path() const { return folder_.path().string(); }
  [[nodiscard]] std::string call_log() const { return path() + "/calls.log"; }
  [[nodiscard]] std::vector<std::string> approve(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words{"/usr/bin/env", "XDG_RUNTIME_DIR=" + path(), WORKBENCH_PROGRAM, "approve"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
  }
  /// The JSON of the only waiting call; empty: none waits.
  [[nodiscard]] std::string waiting() const {
    Process process(approve({"list", "--json"}));
    const auto calls = elements(member(outcome_of(process).output, "waiting"));
    EXPECT_LE(calls.size(), 1U);
    return calls.empty() ? std::string() : member(calls.front(), "item");
  }
  [[nodiscard]] Outcome at_terminal(const std::vector<std::string>& arguments) const {
    Terminal terminal(approve(arguments));
    const int code = terminal.exit_code();
    return {code, terminal.screen(), {}};
  }
  [[nodiscard]] std::string id() const { return characters(member(waiting(), "id")); }

  const TemporaryFolder folder_;
  std::unique_ptr<WorkbenchClient> client_;
};

INSTANTIATE_TEST_SUITE_P(OfEra, MuteClient, testing::Values("Legacy", "Modern"));

TEST_P(MuteClient, IsToldThatAPersonHasToDecideAndItsRepeatedCallPassesOnce) {
  const std::string refused = call();
  EXPECT_EQ(member(refused, "isError"), "true");
  EXPECT_THAT(first_text(refused),
              AllOf(StartsWith(kNeeds), HasSubstr("dev/s/echo"), HasSubstr("mcp-workbench approve"),
                    HasSubstr("repeat this call"), Not(HasSubstr(id()))));
  EXPECT_EQ(characters(member(waiting(), "arguments")), R"({"n":1})");
  EXPECT_EQ(at_terminal({"yes", id()}).code, 0);
  EXPECT_THAT(call(R"({"n":2})"), HasSubstr(kNeeds)) << "other arguments";
  EXPECT_THAT(call(R"({ "n" : 1 })"), HasSubstr("\"echo\":"));
  EXPECT_THAT(call(), HasSubstr(kNeeds)) << "once";
}

TEST_P(MuteClient, IsToldTheReasonOfANo) {
  call();
  EXPECT_EQ(at_terminal({"no", id(), "--reason", "not in production"}).code, 0);
  const std::string refused = call();
  EXPECT_EQ(member(refused, "isError"), "true");
  EXPECT_THAT(first_text(refused), HasSubstr("not in production"));
}

TEST_P(MuteClient, MayCallAToolAgainThatIsAllowedForItsSessionUntilThatIsRevoked) {
  call();
  EXPECT_EQ(at_terminal({"always", "--any-arguments", id()}).code, 0);
  EXPECT_THAT(call(R"({"n":5})"), HasSubstr("\"echo\":"));
  EXPECT_THAT(call(R"({"n":6})"), HasSubstr("\"echo\":"));
  Process list(approve({"standing", "--json"}));
  const auto standing = elements(member(outcome_of(list).output, "standing"));
  ASSERT_EQ(standing.size(), 1U);
  EXPECT_EQ(at_terminal({"revoke", characters(member(standing.front(), "item.id"))}).code, 0);
  EXPECT_THAT(call(R"({"n":7})"), HasSubstr(kNeeds));
}

TEST_P(MuteClient, LosesNoQuestionSilentlyWhenTheWorkbenchIsStartedAgain) {
  EXPECT_THAT(call(), HasSubstr(kNeeds));
  const std::string before = id();
  start();
  EXPECT_EQ(waiting(), "") << "the list does not show what nothing waits for";
  EXPECT_EQ(at_terminal({"yes", before}).code, 1);
  EXPECT_THAT(call(), HasSubstr(kNeeds)) << "the repeated call asks again";
  EXPECT_EQ(at_terminal({"yes", id()}).code, 0);
  EXPECT_THAT(call(), HasSubstr("\"echo\":"));
}

TEST_P(MuteClient, KeepsTheDecisionThatWasMadeBeforeTheConfigurationWasReadAgain) {
  call();
  EXPECT_EQ(at_terminal({"yes", id()}).code, 0);
  static_cast<void>(client_->folder().write("toolboxes.json", toolboxes(R"(["echo","pid"])")));
  client_->process().send_signal(SIGHUP);
  client_->process().wait_for_error_text("applied: ");
  EXPECT_THAT(call(), HasSubstr("\"echo\":"));
}

TEST_P(MuteClient, HasThePersonAndTheSurfaceInTheLogAndInTheCallLog) {
  call();
  EXPECT_EQ(at_terminal({"no", id(), "--reason", "never"}).code, 0);
  const std::string user = name_of_user();
  client_->process().wait_for_error_text("was answered with no by " + user + " (terminal): never");
  client_->process().close_input();
  static_cast<void>(client_->process().wait());
  EXPECT_THAT(text_of(call_log()), HasSubstr(R"("method":"tools/call","decision":"no","who":")" + user +
                                             R"(","how":"terminal","reason":"never")"));
}

// --- the end
// -------------------------------------------------------------------------------------

/// How a person or a service manager ends the workbench.
class EndingWorkbench : public testing::TestWithParam<std::string> {
 protected:
  static void end(WorkbenchClient& client) {
    GetParam() == "EndOfInput" ? client.process().close_input() : client.process().send_signal(SIGTERM);
  }
};
INSTANTIATE_TEST_SUITE_P(By, EndingWorkbench, testing::Values("Sigterm", "EndOfInput"));

TEST_P(EndingWorkbench, AnswersACallThatWaitsInTheInbox) {
  WorkbenchClient client(toolboxes(), with_approvals("10 m"));
  client.initialize();
  client.open("dev");
  const int call =
      client.send("tools/call", use_tool_params("dev", "s", "echo", R"({"n":1})", R"("_meta":{"progressToken":"t"})"));
  EXPECT_THAT(client.next_line(), HasSubstr("waiting for a person's approval"));
  end(client);
  EXPECT_THAT(first_text(member(client.answer_to(call), "result")),
              AllOf(StartsWith(kNeeds), HasSubstr("the workbench is ending"), HasSubstr("repeat this call")));
  client.process().wait_for_error_text("ended: closed: the workbench is ending");
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
}

TEST_P(EndingWorkbench, AnswersACallWhoseFormIsOpen) {
  WorkbenchClient client(toolboxes(), with_approvals("10 m"));
  client.initialize("2025-11-25", kForms);
  client.open("dev");
  const int call = client.send("tools/call", use_tool_params("dev", "s", "echo", R"({"n":1})"));
  EXPECT_EQ(member(client.next_line(), "method"), "\"elicitation/create\"");
  end(client);
  EXPECT_THAT(first_text(member(client.answer_to(call), "result")), HasSubstr("the workbench is ending"));
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
}

// --- the command line
// -------------------------------------------------------------------------------------------------

std::vector<std::string> call_command(const Commands& commands) {
  std::vector<std::string> words{WORKBENCH_PROGRAM, "call", "dev/s/echo", "n=1", "--raw", "--config", commands.file()};
  const auto options = with_approvals("20 s");
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

TEST(CallThatNeedsAnApproval, IsAskedForOnTheTerminalOfItsCommand) {
  const Commands commands(toolboxes());
  Terminal terminal(call_command(commands));
  ASSERT_TRUE(terminal.wait_for("Allow this call? dev/s/echo")) << terminal.screen();
  ASSERT_TRUE(terminal.wait_for_next("> ")) << terminal.screen();
  terminal.type("once\n");
  EXPECT_EQ(terminal.exit_code(), 0) << terminal.screen();
  EXPECT_THAT(terminal.screen(), AllOf(HasSubstr("\"echo\""), Not(HasSubstr("The server asks"))));
}

TEST(CallThatNeedsAnApproval, IsRefusedOnTheTerminalWithAReason) {
  const Commands commands(toolboxes());
  Terminal terminal(call_command(commands));
  ASSERT_TRUE(terminal.wait_for_next("> ")) << terminal.screen();
  terminal.type("no\n");
  ASSERT_TRUE(terminal.wait_for_next("> ")) << terminal.screen();
  terminal.type("too early\n");
  EXPECT_EQ(terminal.exit_code(), 1) << terminal.screen();
}

TEST(CallThatNeedsAnApproval, IsLeftToTheOtherSurfacesWithoutATerminal) {
  const Commands commands(toolboxes());
  const TemporaryFolder folder;
  const std::map<std::string, std::string> environment{{"XDG_RUNTIME_DIR", folder.path().string()}};
  Process process(call_command(commands), environment);
  process.wait_for_error_text("needs a person's approval, and there is no terminal");
  process.wait_for_error_text("Allow this call? dev/s/echo");
  std::string id;
  for (int attempt = 0; id.empty() && attempt != 200; ++attempt) {
    Process list({WORKBENCH_PROGRAM, "approve", "list", "--json"}, environment);
    const auto calls = elements(member(outcome_of(list).output, "waiting"));
    if (!calls.empty()) id = characters(member(calls.front(), "item.id"));
  }
  Terminal terminal(
      {"/usr/bin/env", "XDG_RUNTIME_DIR=" + folder.path().string(), WORKBENCH_PROGRAM, "approve", "yes", id});
  EXPECT_EQ(terminal.exit_code(), 0) << terminal.screen();
  const Outcome outcome = outcome_of(process);
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("\"echo\""));
}

TEST(CallThatNeedsAnApproval, SaysThatNobodyHasDecidedInItsTime) {
  const Commands commands(toolboxes());
  auto words = call_command(commands);
  for (std::string& word : words) {
    if (word.starts_with("middleware.approvals.hold=")) word = "middleware.approvals.hold=0";
  }
  Process process(words);
  const Outcome outcome = outcome_of(process);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.output + outcome.errors,
              AllOf(HasSubstr("there was no decision about dev/s/echo"), Not(HasSubstr("has refused"))));
}

}  // namespace
