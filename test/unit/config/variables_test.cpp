#include "config/variables.hpp"

#include "config_fixture.hpp"

namespace workbench::config {
namespace {

Expansion expanded(std::string_view text, const Variables& variables = {}) {
  return expand_variables(text, environment_of(variables));
}

std::string text_of(std::string_view text, const Variables& variables = {}) {
  const Expansion expansion = expanded(text, variables);
  EXPECT_TRUE(expansion.problems.empty()) << expansion.problems.front();
  return expansion.text;
}

std::vector<std::string> problems_of(std::string_view text, const Variables& variables = {}) {
  return expanded(text, variables).problems;
}

using Problems = std::vector<std::string>;

TEST(Variables, AreReplacedByTheirValues) {
  EXPECT_EQ(text_of("a${X}b${_Y2}", {{"X", "1"}, {"_Y2", "2"}}), "a1b2");
  EXPECT_EQ(text_of("${env:X}", {{"X", "1"}}), "1");
  EXPECT_EQ(text_of("${EMPTY}", {{"EMPTY", ""}}), "");
}

TEST(Variables, HaveDefaultsForUnsetAndEmpty) {
  EXPECT_EQ(text_of("${X:-d}", {{"X", "1"}}), "1");
  EXPECT_EQ(text_of("${X:-d}"), "d");
  EXPECT_EQ(text_of("${X:-d}", {{"X", ""}}), "d");
  EXPECT_EQ(text_of("${X:-}"), "");
  EXPECT_EQ(text_of("${env:X:-a:-b}"), "a:-b");
}

TEST(Variables, ValuesAndDefaultsAreNotExpandedAgain) {
  EXPECT_EQ(text_of("${X}", {{"X", "${Y}$${"}, {"Y", "wrong"}}), "${Y}$${");
  EXPECT_EQ(problems_of("${X:-${Y}}", {{"Y", "wrong"}}),
            Problems{"the default of ${X:-...} contains another variable; use a plain text without ${"});
}

TEST(Variables, DollarsMayStandForThemselves) {
  EXPECT_EQ(text_of("$${X} $X $ $$ }"), "${X} $X $ $$ }");
  EXPECT_EQ(text_of("100$"), "100$");
}

TEST(Variables, ThatAreNotSetAreSeparateProblems) {
  EXPECT_EQ(problems_of("${X}${Y}").size(), 2U);
  EXPECT_EQ(problems_of("${workspaceFolder}/x"),
            Problems{"variable workspaceFolder is not set; set it, give a default: ${workspaceFolder:-...}, or write "
                     "$${workspaceFolder} for the characters ${workspaceFolder}"});
}

TEST(Variables, ThatAreNotSetAndMeantForTheServerReachItAsTheirProblemSays) {
  for (const std::string written : {"${X}", "${env:X}"}) {
    const Problems problems = problems_of("a " + written);
    ASSERT_EQ(problems.size(), 1U);
    const std::string remedy = "$" + written;
    EXPECT_NE(problems.front().find("write " + remedy + " for the characters " + written), std::string::npos)
        << problems.front();
    EXPECT_EQ(text_of("a " + remedy), "a " + written);
  }
}

TEST(Variables, ThatPromptAUserAreExplained) {
  EXPECT_EQ(
      problems_of("${input:token}"),
      Problems{
          "${input:...} prompts a user, which is not possible here; set an environment variable and write ${NAME}"});
}

TEST(Variables, WhatIsNotANameIsNotRepeated) {
  const Problems no_name = {
      "${...} does not contain a variable name; write ${NAME} or ${NAME:-default}, or $${ for the characters ${"};
  EXPECT_EQ(problems_of("${}"), no_name);
  EXPECT_EQ(problems_of("${config:secret}"), no_name);
  EXPECT_EQ(problems_of("${1X}"), no_name);
  EXPECT_EQ(problems_of("${X Y}"), no_name);
  EXPECT_EQ(problems_of("pass${word"),
            Problems{"${ without a closing }; close it, or write $${ for the characters ${"});
}

TEST(Variables, AreReplacedInEveryStringOfTheFileButNotInKeys) {
  const ReadJson read(
      R"({"toolboxes": {"${T}": {"description": "${D}", "mcpServers": {"s": {"command": "${C}",
          "args": ["${A}"], "env": {"${K}": "${V:-v}"}, "toolFilters": ["!${F}", "*"], "type": "${TR}"}}}}})",
      {{"D", "d"}, {"C", "c"}, {"A", "a"}, {"F", "f"}, {"TR", "stdio"}});
  ASSERT_EQ(read.findings, "");
  EXPECT_EQ(read.reading.config->toolboxes.at(0).name, "${T}");
  EXPECT_EQ(read.reading.config->toolboxes.at(0).description, "d");
  EXPECT_EQ(read.server().options.text("command"), "c");
  EXPECT_EQ(read.server().options.text_list("args"), Options::TextList{"a"});
  EXPECT_EQ(read.server().options.text_map("env"), (Options::TextMap{{"${K}", "v"}}));
  EXPECT_EQ(read.server().tool_filters, (std::vector<std::string>{"!f", "*"}));
}

}  // namespace
}  // namespace workbench::config
