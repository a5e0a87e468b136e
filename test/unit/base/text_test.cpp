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

TEST(VisiblePart, KeepsTextTabsAndTheEndsOfLines) {
  EXPECT_EQ(visible_part("a\tb\r\nc\rd\n\u00e9\u20AC\U0001F600"), "a\tb\nc\nd\n\u00e9\u20AC\U0001F600");
}

TEST(VisiblePart, LeavesOutWhatAReaderDoesNotSee) {
  EXPECT_EQ(visible_part(std::string_view("a\0b\x1B[8mc\x7F", 9)), "ab[8mc") << "control characters";
  EXPECT_EQ(visible_part("a\xC2\x85"
                         "b\xC2\x9F"),
            "ab")
      << "U+0085 and U+009F";
  EXPECT_EQ(visible_part("a\xE2\x80\xAE"
                         "b\xE2\x81\xA6"
                         "c\xEF\xBB\xBF"),
            "abc")
      << "writing direction, U+FEFF";
  EXPECT_EQ(visible_part("a\xF3\xA0\x80\x81\xF3\xA0\x81\xA1"
                         "b"),
            "ab")
      << "U+E0001 and U+E0061";
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
