// What packages install beside the program: completions and the manual page, which it writes itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "process.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::string output_of(const std::vector<std::string>& command) {
  Process process(command);
  process.close_input();
  std::string output = process.read_all();
  EXPECT_EQ(process.wait().code_or_signal, 0) << process.errors();
  return output;
}

/// What bash completes `line` to, whose last word is the one at the cursor.
std::string completed(const std::string& words, int cursor) {
  const TemporaryFolder folder;
  const auto file = folder.write("completions", output_of({WORKBENCH_PROGRAM, "completion", "bash"}));
  return output_of({"bash", "-c",
                    "source '" + file.string() + "'; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(cursor) +
                        "; _mcp_workbench; echo \"${COMPREPLY[*]}\""});
}

TEST(Completions, CompleteCommandsAndTheirOptions) {
  EXPECT_EQ(completed("mcp-workbench relo", 1), "reload\n");
  EXPECT_THAT(completed("mcp-workbench status --", 2), AllOf(HasSubstr("--watch"), HasSubstr("--config")));
  EXPECT_THAT(completed("mcp-workbench --", 1), AllOf(HasSubstr("--join"), HasSubstr("--check")));
}

TEST(Completions, LeaveTheNameOfAFileToTheShell) {
  EXPECT_EQ(completed("mcp-workbench --config x", 2), "\n");
}

TEST(Completions, CompleteTheSettingsThatADefinitionSets) {
  for (const char* option : {"-D", "--define"}) {
    const std::string words = "mcp-workbench --check " + std::string(option);
    EXPECT_EQ(completed(words + " plugins.a", 3), "plugins.add=\n") << option;
    EXPECT_THAT(completed(words + " log.", 3), AllOf(HasSubstr("log.level="), HasSubstr("log.file="))) << option;
  }
}

TEST(Completions, QuoteNamesSoThatNoneBecomesACommandOfTheShell) {
  const TemporaryFolder folder;
  const auto file = folder.write("completions", output_of({WORKBENCH_PROGRAM, "completion", "bash"}));
  const std::string names = "mcp-workbench() { echo 'main/$(touch x)'; echo \"it's\"; }";
  EXPECT_EQ(output_of({"bash", "-c",
                       "source '" + file.string() + "'; " + names +
                           "; COMP_WORDS=(mcp-workbench show m); COMP_CWORD=2; COMP_LINE='mcp-workbench show m'; "
                           "COMP_POINT=20; _mcp_workbench; printf '%s\\n' \"${COMPREPLY[@]}\""}),
            "main/\\$\\(touch\\ x\\)\nit\\'s\n");
}

TEST(Completions, NameEveryCommandForZsh) {
  EXPECT_THAT(output_of({WORKBENCH_PROGRAM, "completion", "zsh"}),
              AllOf(HasSubstr("#compdef mcp-workbench\n"), HasSubstr("'logs:"), HasSubstr("'init:")));
}

TEST(TheManual, HasEveryCommandSettingAndExitCode) {
  EXPECT_THAT(output_of({WORKBENCH_PROGRAM, "completion", "manual"}),
              AllOf(HasSubstr(".SS logs "), HasSubstr("\\fBlimits.idleExit\\fR"), HasSubstr("\\fB130\\fR\n"),
                    HasSubstr("\\fBWORKBENCH_LOG_LEVEL\\fR\nThe setting log.level.\n")));
}

TEST(TheManual, HasTheSectionsOfManualPagesInTheirOrder) {
  std::istringstream lines(output_of({WORKBENCH_PROGRAM, "completion", "manual"}));
  std::vector<std::string> sections;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(".SH ")) sections.push_back(line.substr(4));
  }
  EXPECT_THAT(sections, ElementsAre("NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "SETTINGS", "EXAMPLES",
                                    "FILES", "ENVIRONMENT", "EXIT STATUS", "SEE ALSO"));
}

TEST(TheCompletionCommand, NamesWhatItCanWrite) {
  Process process({WORKBENCH_PROGRAM, "completion", "fish"});
  EXPECT_EQ(process.wait().code_or_signal, 64);
  EXPECT_THAT(process.errors(), HasSubstr("name bash, zsh, manual or names"));
}

}  // namespace
