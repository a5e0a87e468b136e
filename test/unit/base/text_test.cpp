#include "base/text.hpp"

#include <gtest/gtest.h>

namespace workbench::base {
namespace {

TEST(Listed, NamesAllAndCountsThoseBeyondTheLimit) {
  EXPECT_EQ(listed({}), "none");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a, b");
  EXPECT_EQ(listed({"a", "b", "c"}, 4), "a, b and 1 more");
  EXPECT_EQ(listed({"longer than the limit", "b"}, 4), "longer than the limit and 1 more");
}

TEST(Shortened, EndsAtTheBorderOfACharacter) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
  EXPECT_EQ(shortened("\u00e9\u00e9\u00e9\u00e9", 6), "\u00e9...");
  EXPECT_EQ(shortened("abc", 2), "...");
}

TEST(ShortenedLines, GivesEachLineAnEvenShare) {
  EXPECT_EQ(shortened_lines("abc\ndef", 7, 2), "abc\ndef");
  EXPECT_EQ(shortened_lines("abcdefghij\nkl\nmnopqrstuv", 21, 2), "abc...\nkl\nmno...");
  EXPECT_EQ(shortened_lines("abcdefghij\nklmnopqrst", 4, 8), "abcde...\nklmno...");
}

TEST(UpToCharacter, NeverCutsACharacter) {
  EXPECT_EQ(up_to_character("abc", 3), "abc");
  EXPECT_EQ(up_to_character("a\u20AC", 3), "a");
  EXPECT_EQ(up_to_character("\u20AC", 2), "");
}

TEST(FormatDuration, UsesSecondsWhereTheyAreShort) {
  using std::chrono::milliseconds;
  EXPECT_EQ(format_duration(milliseconds(60'000)), "60 s");
  EXPECT_EQ(format_duration(milliseconds(1'500)), "1.5 s");
  EXPECT_EQ(format_duration(milliseconds(1'550)), "1550 ms");
  EXPECT_EQ(format_duration(milliseconds(250)), "250 ms");
  EXPECT_EQ(format_duration(milliseconds(0)), "0 s");
}

}  // namespace
}  // namespace workbench::base
