#include "workbench/words.hpp"

#include <gtest/gtest.h>

namespace {

using workbench::listed;
using workbench::shortened;

TEST(Words, ListNamesAndCountThoseBeyondTheLimit) {
  EXPECT_EQ(listed({}), "none");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a, b");
  EXPECT_EQ(listed({"a", "b", "c"}, 2), "a, b and 1 more");
}

TEST(Words, ShortenAtACharactersBorder) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
  EXPECT_EQ(shortened("\u00e9\u00e9\u00e9\u00e9", 6), "\u00e9...");
  EXPECT_EQ(shortened("abc", 2), "...");
}

TEST(Words, TellAConnectionFailureOnOneLine) {
  EXPECT_EQ(workbench::connection_failure("dev", "s", {workbench::ErrorKind::unavailable, "a\nb"}),
            "Failed to connect to server 's' in toolbox 'dev': a b");
}

}  // namespace
