// ${input:ID}: a person is asked once, on a terminal.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "command_run.hpp"
#include "terminal.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A server that returns its variable KEY, which a person has to enter first.
std::string toolboxes_with_input() {
  return R"({"inputs":[{"id":"key","description":"Your key","password":true}],"toolboxes":{)" +
         toolbox("dev", fake_server("fake", {}, R"("env":{"KEY":"${input:key}"})")) + "}}";
}

const std::vector<std::string> kShowKey{"call", "dev/fake/env", "name=KEY"};

std::vector<std::string> show_key_with(const Commands& commands) {
  return {WORKBENCH_PROGRAM, kShowKey[0], kShowKey[1], kShowKey[2], "--config", commands.file()};
}

TEST(AnInput, IsAskedForOnATerminalWithoutShowingWhatIsTypedAndNeverAgain) {
  const Commands commands(toolboxes_with_input());
  {
    Terminal terminal(show_key_with(commands));
    ASSERT_TRUE(terminal.wait_for("Your key: ")) << terminal.screen();
    terminal.type("s3cret\n");
    EXPECT_EQ(terminal.exit_code(), 0) << terminal.screen();
    const std::string& screen = terminal.screen();
    EXPECT_EQ(screen.find("s3cret"), screen.rfind("s3cret")) << "the answer of the tool: " << screen;
  }
  const Outcome again = commands.run(kShowKey);
  EXPECT_EQ(again.code, 0) << again.errors;
  EXPECT_THAT(again.output, HasSubstr("s3cret"));
  EXPECT_EQ(again.errors, "");
}

TEST(AnInput, IsAskedForByTheDoctorBeforeItsReport) {
  const Commands commands(toolboxes_with_input());
  Terminal terminal({WORKBENCH_PROGRAM, "doctor", "--config", commands.file()});
  ASSERT_TRUE(terminal.wait_for("Your key: ")) << terminal.screen();
  terminal.type("s3cret\n");
  EXPECT_EQ(terminal.exit_code(), 0) << terminal.screen();
  EXPECT_THAT(terminal.screen(), AllOf(HasSubstr("dev/fake: well"), Not(HasSubstr("needs an answer")),
                                       Not(HasSubstr("TROUBLE")), Not(HasSubstr("s3cret"))));
}

/// A person at a terminal who does not see what is written to standard error.
class CommandsWithoutErrors : public testing::TestWithParam<std::string> {};

TEST_P(CommandsWithoutErrors, AskForNoInputBecauseTheQuestionIsNotSeen) {
  const Commands commands(toolboxes_with_input());
  Terminal terminal({"/bin/sh", "-c", "exec \"$0\" " + GetParam() + " --config \"$1\" 2>\"$1.errors\"",
                     WORKBENCH_PROGRAM, commands.file()});
  EXPECT_NE(terminal.exit_code(), -1) << terminal.screen();
  std::ifstream errors(commands.file() + ".errors");
  EXPECT_THAT(
      terminal.screen() + std::string(std::istreambuf_iterator<char>(errors), {}),
      AllOf(Not(HasSubstr("Your key")), HasSubstr("needs an answer that was not given yet"), HasSubstr("(key)")));
}

INSTANTIATE_TEST_SUITE_P(At, CommandsWithoutErrors,
                         testing::Values("doctor", "list", "show dev/fake/env", "call dev/fake/env name=KEY"));

TEST(AnInput, IsLeftForAnotherTimeByAnEmptyAnswer) {
  const Commands commands(toolboxes_with_input());
  Terminal terminal(show_key_with(commands));
  ASSERT_TRUE(terminal.wait_for("Your key: ")) << terminal.screen();
  terminal.type("\n");
  EXPECT_NE(terminal.exit_code(), 0);
  EXPECT_THAT(terminal.screen(), HasSubstr("needs an answer that was not given yet (key)"));
}

TEST(AnInput, ThatIsInterruptedLeavesATerminalThatShowsWhatIsTyped) {
  const Commands commands(toolboxes_with_input());
  Terminal terminal(show_key_with(commands));
  ASSERT_TRUE(terminal.wait_for("Your key: ")) << terminal.screen();
  EXPECT_FALSE(terminal.shows_what_is_typed());
  terminal.type("\x03");
  EXPECT_EQ(terminal.exit_code(), -1) << "ended by the signal";
  EXPECT_TRUE(terminal.shows_what_is_typed());
}

TEST(AnInput, WithoutATerminalIsReportedWithTheRemedy) {
  const Commands commands(toolboxes_with_input());
  EXPECT_THAT(commands.run(kShowKey).output + commands.run(kShowKey).errors, HasSubstr("mcp-workbench doctor"));
  const Outcome doctor = commands.run({"doctor"});
  EXPECT_NE(doctor.code, 0);
  EXPECT_THAT(doctor.output, HasSubstr("needs an answer that was not given yet (key)"));
}

TEST(AnInput, ThatIsAnsweredMeanwhileIsNoticedByARunningWorkbench) {
  WorkbenchClient client(toolboxes_with_input(), {"-D", "config.watch=false"});
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use_text("dev", "fake", "env", R"({"name":"KEY"})"), Not(HasSubstr("s3cret")));
  static_cast<void>(client.folder().write("toolboxes.json.inputs", R"({"key":"s3cret"})"));
  client.process().send_signal(SIGHUP);
  client.process().wait_for_error_text("applied: ");
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "fake", "env", R"({"name":"KEY"})"), "s3cret");
}

}  // namespace
