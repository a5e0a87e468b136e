#include "lean/needless_escapes.hpp"

#include <gtest/gtest.h>

namespace {

using meta_tools::without_needless_escapes;

TEST(NeedlessEscapes, OfAsciiCharactersAreWrittenPlainly) {
  EXPECT_EQ(without_needless_escapes(R"("the server\u0027s \u003Cname\u003e \u0022x\u0022")"),
            R"("the server's <name> \"x\"")");
}

TEST(NeedlessEscapes, AreNotThoseThatJsonDemandsNorThoseOfOtherCharacters) {
  const char* text = R"("\u000a \n \u001F \u007f \u00e9 \ud83d\ude00 \/")";
  EXPECT_EQ(without_needless_escapes(text), text);
}

TEST(NeedlessEscapes, AreNotWhatOnlyLooksLikeOneBehindAnEscapedBackslash) {
  EXPECT_EQ(without_needless_escapes(R"("C:\\u0041\u0041 \u005c\u005cu0041")"), R"("C:\\u0041A \\\\u0041")");
}

}  // namespace
