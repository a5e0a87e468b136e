#include "advice/message_pattern.hpp"

#include <gtest/gtest.h>

namespace workbench::app {
namespace {

using Found = std::optional<std::string>;

TEST(MessagePattern, IsFoundAnywhere) {
  EXPECT_EQ(MessagePattern("unknown key").match("c.json:1:2: unknown key; x"), Found(""));
  EXPECT_EQ(MessagePattern("unknown key").match("known key"), std::nullopt);
}

TEST(MessagePattern, HasGapsAndAlternatives) {
  constexpr MessagePattern kPattern("listen on ...port ...: in use | Too many calls");
  EXPECT_TRUE(kPattern.match("cannot listen on 127.0.0.1, port 80: in use"));
  EXPECT_TRUE(kPattern.match("Too many calls at once"));
  EXPECT_FALSE(kPattern.match("port 80: in use, cannot listen on it"));
}

TEST(MessagePattern, ReturnsWhatItsKindAllows) {
  EXPECT_EQ(MessagePattern("exit code <word>").match("with exit code 17; its"), Found("17"));
  EXPECT_EQ(MessagePattern("within <duration>").match("ready within 1.5 s; its"), Found("1.5 s"));
  EXPECT_EQ(MessagePattern("start '<path>': no").match("cannot start '/a b/it's': no"), Found("/a b/it's"));
  EXPECT_EQ(MessagePattern("start '<program>': no").match("start 'x; y': no"), std::nullopt);
  EXPECT_EQ(MessagePattern("start '<program>': no").match("start '-x': no"), std::nullopt);
  EXPECT_EQ(MessagePattern("folder '<path>' x").match("folder '/a\u202e' x"), std::nullopt);
}

TEST(MessagePattern, LooksOnWhereAKindDoesNotAllowIt) {
  EXPECT_EQ(MessagePattern("variable <word> is").match("variable ?? is, variable A is"), Found("A"));
}

TEST(MessagePattern, BeginsWhereTheWordsOfTheWorkbenchBegin) {
  constexpr MessagePattern kPattern("^cannot start '<program>': no");
  EXPECT_EQ(kPattern.match("cannot start 'x': no"), Found("x"));
  EXPECT_EQ(kPattern.match("Failed to connect to server 's' in toolbox 't': cannot start 'x': no"), Found("x"));
  EXPECT_EQ(kPattern.match("initialize: cannot start 'x': no"), std::nullopt);
}

TEST(MissingVariable, IsNamedBeforeOrBehindTheDemand) {
  EXPECT_EQ(missing_variable("Error: GITHUB_TOKEN is required"), Found("GITHUB_TOKEN"));
  EXPECT_EQ(missing_variable("please set the BRAVE_API_KEY variable"), Found("BRAVE_API_KEY"));
  EXPECT_EQ(missing_variable("MY_X is not set"), Found("MY_X"));
  EXPECT_EQ(missing_variable("needs HOME"), std::nullopt);
  EXPECT_EQ(missing_variable("please set it; MY_API_KEY is fine"), std::nullopt);
}

}  // namespace
}  // namespace workbench::app
