#include "wildcard_filter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench {
namespace {

bool admits(std::string_view pattern, std::string_view name) {
  Tool tool;
  tool.name = name;
  return make_wildcard_filter(pattern).value()->admits(tool);
}

TEST(WildcardFilter, AStarAdmitsEveryName) {
  EXPECT_TRUE(admits("*", "read_file"));
  EXPECT_TRUE(admits("*", ""));
  EXPECT_TRUE(admits("***", "x"));
}

TEST(WildcardFilter, AStarStandsForAnyRunNoneIncluded) {
  EXPECT_TRUE(admits("read_*", "read_file"));
  EXPECT_TRUE(admits("read_*", "read_"));
  EXPECT_TRUE(admits("*_file", "read_text_file"));
  EXPECT_TRUE(admits("read*file", "read_text_file"));
  EXPECT_TRUE(admits("*text*", "read_text_file"));
}

TEST(WildcardFilter, MatchesTheWholeName) {
  EXPECT_FALSE(admits("read_*", "xread_file"));
  EXPECT_FALSE(admits("*_file", "read_files"));
  EXPECT_FALSE(admits("read_fil?", "read_file_now"));
}

TEST(WildcardFilter, AStarGivesBackWhatTheRestNeeds) {
  EXPECT_TRUE(admits("*ab", "aab"));
  EXPECT_TRUE(admits("a*b*c", "abbcbc"));
  EXPECT_TRUE(admits("*aab*ba", "aaabaabba"));
  EXPECT_FALSE(admits("a*b*c", "abbcb"));
}

TEST(WildcardFilter, AQuestionMarkStandsForExactlyOneCharacter) {
  EXPECT_TRUE(admits("tool_?", "tool_7"));
  EXPECT_FALSE(admits("tool_?", "tool_"));
  EXPECT_FALSE(admits("tool_?", "tool_17"));
  EXPECT_TRUE(admits("*??", "ab"));
  EXPECT_FALSE(admits("*??", "a"));
}

TEST(WildcardFilter, ACharacterOfSeveralBytesIsOneCharacter) {
  EXPECT_TRUE(admits("caf?", "caf\u00e9"));
  EXPECT_TRUE(admits("?", "\U0001F600"));
  EXPECT_FALSE(admits("caf??", "caf\u00e9"));
  EXPECT_FALSE(admits("*??", "\u00e9"));
  EXPECT_TRUE(admits("*\u00e9", "caf\u00e9"));
  EXPECT_FALSE(admits("caf\u00e8", "caf\u00e9"));
}

TEST(WildcardFilter, EveryOtherCharacterStandsForItself) {
  EXPECT_TRUE(admits("a.b[c]{d}\\*", "a.b[c]{d}\\e"));
  EXPECT_FALSE(admits("a.b*", "axb"));
  EXPECT_FALSE(admits("[ab]*", "a"));
}

TEST(WildcardFilter, MindsTheCase) {
  EXPECT_FALSE(admits("READ_*", "read_file"));
}

TEST(WildcardFilter, IsNotSlowedDownByAPatternMadeToBacktrack) {
  std::string pattern;
  for (int i = 0; i < 40; ++i) pattern += "*a";
  pattern += "*b";
  const std::string name(50'000, 'a');

  // Trying every share-out among the stars would outlast any test's time limit by far.
  EXPECT_FALSE(admits(pattern, name));
  EXPECT_TRUE(admits(pattern, name + "b"));
}

TEST(WildcardFilter, RefusesAnEmptyPatternAndSaysWhatToWrite) {
  const auto refused = make_wildcard_filter("");

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("\"*\" for every tool"));
}

}  // namespace
}  // namespace workbench
