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
  EXPECT_EQ(translated("${workspaceFolder}/x", {.dollar_is_variable = false, .project = "/srv/shop"}), "/srv/shop/x");
  EXPECT_EQ(translated("${workspaceFolder}/x"), "${PWD:-.}/x");
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
