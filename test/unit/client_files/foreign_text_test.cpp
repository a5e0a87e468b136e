#include "client_files/foreign_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::client_files {
namespace {

using testing::ElementsAre;

std::string translated(std::string_view text, const TextRules& rules = {}) {
  return translate_text(text, rules).text;
}

TEST(ForeignText, HasItsVariablesWrittenAsOurs) {
  EXPECT_EQ(translated("a ${env:X} ${Y} ${Z:-d}"), "a ${X} ${Y} ${Z:-d}");
  EXPECT_EQ(translated("{env:X}/b"), "${X}/b");
  EXPECT_EQ(translated("${{ secrets.DOCS_TOKEN }}"), "${DOCS_TOKEN}");
  EXPECT_EQ(translated("${input:github-token}"), "${GITHUB_TOKEN}");
  EXPECT_EQ(translated("${userHome}${/}x"), "${HOME}/x");
  EXPECT_EQ(translated("~/x"), "${HOME}/x");
  EXPECT_EQ(translated("a~/x"), "a~/x");
}

TEST(ForeignText, HasADollarNameReplacedWhereItsClientDoesSoOrNothingElseCanBeMeant) {
  EXPECT_EQ(translated("x-$NAME-y", {.dollar_is_variable = true, .project = {}}), "x-${NAME}-y");
  EXPECT_EQ(translated("x-$NAME-y"), "x-$NAME-y");
  EXPECT_EQ(translated("$NAME"), "${NAME}");
  EXPECT_EQ(translated("$5"), "$5");
}

TEST(ForeignText, HasTheFolderOfTheProjectInPlaceOfTheWorkspace) {
  const TextRules of_project{.dollar_is_variable = false, .project = "/srv/shop"};
  EXPECT_EQ(translated("${workspaceFolder}/x", of_project), "/srv/shop/x");
  EXPECT_EQ(translated("${workspaceFolderBasename}", of_project), "shop");
  EXPECT_EQ(translated("${env:PWD}", of_project), "/srv/shop");
}

TEST(ForeignText, HasTheFolderOfEachClientWhereNoProjectIsKnown) {
  for (const char* name : {"workspaceFolder", "workspaceRoot", "fileWorkspaceFolder", "workspacePath",
                           "CLAUDE_PROJECT_DIR", "CLAUDE_PROJECT_DIR:-.", "env:CLAUDE_PROJECT_DIR"}) {
    EXPECT_EQ(translated("--root=${" + std::string(name) + "}/x"), "--root=${client.root}/x") << name;
  }
  for (const char* name : {"cwd", "PWD", "env:PWD", "PWD:-.", "env:PWD:-/tmp"}) {
    EXPECT_EQ(translated("${" + std::string(name) + "}/x"), "${client.cwd}/x") << name;
  }
  EXPECT_EQ(translated("{env:PWD}/x"), "${client.cwd}/x");
  EXPECT_EQ(translated("$PWD"), "${client.cwd}");
  EXPECT_EQ(translated("$PWD/x", {.dollar_is_variable = true, .project = {}}), "${client.cwd}/x");
  EXPECT_EQ(translated("${MYPWD} ${PWD_OF_X}"), "${MYPWD} ${PWD_OF_X}");
  EXPECT_EQ(translate_text("${workspaceFolderBasename}", {}).errors.size(), 1U);
}

TextRules rules_of_none() {
  TextRules rules;
  rules.client = "X";
  rules.braces_are_variable = false;
  rules.replaces_nothing = true;
  rules.has_files = false;
  return rules;
}

struct LiteralText {
  const char* text;
  const char* written;
};

class TextOfAClientThatReplacesNothing : public testing::TestWithParam<LiteralText> {};

TEST_P(TextOfAClientThatReplacesNothing, ReachesTheServerAsItIs) {
  const TranslatedText text = translate_text(GetParam().text, rules_of_none());
  EXPECT_EQ(text.text, GetParam().written);
  EXPECT_TRUE(text.errors.empty());
}

INSTANTIATE_TEST_SUITE_P(Of, TextOfAClientThatReplacesNothing,
                         testing::Values(LiteralText{"Authorization:${AUTH_HEADER}", "Authorization:$${AUTH_HEADER}"},
                                         LiteralText{"${K:-none}", "$${K:-none}"},
                                         LiteralText{"${K:+x} ${K%y}", "$${K:+x} $${K%y}"},
                                         LiteralText{"a ${ b", "a $${ b"}, LiteralText{"$NAME", "$NAME"},
                                         LiteralText{"$${X}", "$$${X}"}, LiteralText{"{file:~/key}", "{file:~/key}"},
                                         LiteralText{"$(date)", "$(date)"}));

TEST(ForeignText, ThatStaysHasANoteThatNamesTheClientAndTheOtherMeaning) {
  EXPECT_THAT(translate_text("${AUTH}", rules_of_none()).notes,
              ElementsAre("${AUTH} stays, because X passes it on as it is; for the variable, write one $ less"));
  EXPECT_THAT(translate_text("$AUTH", rules_of_none()).notes,
              ElementsAre("$AUTH stays, because X passes it on as it is; for the variable, write ${AUTH}"));
}

TEST(ForeignText, HasAFormThatCanMeanOnlyOneThingReadForEveryClient) {
  EXPECT_EQ(translated("${env:X} ${userHome} ${workspaceFolder}", rules_of_none()), "${X} ${HOME} ${client.root}");
}

TEST(ForeignText, LeavesToTheServerWhatItsOwnEnvironmentHas) {
  TextRules rules;
  rules.of_server = {"AUTH"};
  EXPECT_EQ(translated("Authorization:${AUTH} ${OTHER}", rules), "Authorization:$${AUTH} ${OTHER}");
}

TEST(ForeignText, KeepsTheInputsThatItsFileDescribes) {
  TextRules rules;
  rules.inputs = {"key"};
  EXPECT_EQ(translated("${input:key} ${input:other-key}", rules), "${input:key} ${OTHER_KEY}");
}

TEST(ForeignText, WithACommandThatItsClientRunsIsAnError) {
  TextRules rules;
  rules.client = "Crush";
  rules.runs_commands = true;
  EXPECT_THAT(translate_text("Bearer $(pass x)", rules).errors,
              ElementsAre("$(...) is a command that Crush runs, and has no meaning here; write its output, or ${NAME} "
                          "for a variable"));
}

TEST(ForeignText, OfOurOwnFileStaysAsItIs) {
  const TextRules ours{.dollar_is_variable = false, .project = {}, .is_ours = true};
  for (const char* text : {"${client.cwd}/x", "${PWD}", "~/x", "$NAME", "$${X}", "${input:key}"}) {
    EXPECT_EQ(translate_text(text, ours).text, text);
    EXPECT_TRUE(translate_text(text, ours).errors.empty());
  }
}

TEST(ForeignText, ThatMeansNothingHereIsAnErrorAndStaysAsItIs) {
  const TranslatedText command = translate_text("${command:pick}", {});
  EXPECT_EQ(command.text, "$${command:pick}");
  EXPECT_THAT(command.errors, ElementsAre("${command...} has no meaning here; write the value itself, or ${NAME} for a "
                                          "variable of the environment"));
  EXPECT_EQ(translate_text("${X", {}).errors.size(), 1U);
  EXPECT_EQ(translate_text("{file:~/key}", {}).errors.size(), 1U);
}

TEST(ForeignText, ACommandLineIsDividedAsAShellDoes) {
  EXPECT_THAT(words_of("npx -y 'a b' \"c d\" e\\ f"), ElementsAre("npx", "-y", "a b", "c d", "e f"));
}

}  // namespace
}  // namespace workbench::client_files
