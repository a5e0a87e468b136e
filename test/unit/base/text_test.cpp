#include "base/text.hpp"

#include <gtest/gtest.h>

namespace {

using workbench::base::listed;
using workbench::base::shortened;
using workbench::base::shortened_lines;

TEST(Words, ListNamesAndCountThoseBeyondTheLimit) {
  EXPECT_EQ(listed({}), "none");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a, b");
  EXPECT_EQ(listed({"a", "b", "c"}, 4), "a, b and 1 more");
  EXPECT_EQ(listed({"longer than the limit", "b"}, 4), "longer than the limit and 1 more");
}

TEST(Words, ShortenAtACharactersBorder) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
  EXPECT_EQ(shortened("\u00e9\u00e9\u00e9\u00e9", 6), "\u00e9...");
  EXPECT_EQ(shortened("abc", 2), "...");
}

TEST(Words, ShortenEachLineOfATextEvenly) {
  EXPECT_EQ(shortened_lines("abc\ndef", 7, 2), "abc\ndef");
  EXPECT_EQ(shortened_lines("abcdefghij\nkl\nmnopqrstuv", 21, 2), "abc...\nkl\nmno...");
  EXPECT_EQ(shortened_lines("abcdefghij\nklmnopqrst", 4, 8), "abcde...\nklmno...");
}

}  // namespace
