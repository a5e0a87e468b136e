#include "json/raw_string.hpp"

#include <gtest/gtest.h>

namespace workbench::json {
namespace {

std::string decoded(std::string_view string) {
  return json::spelling_of(string).decoded();
}

TEST(Spelling, DecodesEveryEscape) {
  EXPECT_EQ(decoded(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(decoded(R"("\u0041\u00e9\u6C49\ud83d\ude00")"), "A\xC3\xA9\xE6\xB1\x89\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded(R"("a\u0000b")"), std::string("a\0b", 3));
}

TEST(Spelling, ReplacesALoneSurrogate) {
  EXPECT_EQ(decoded(R"("\ud800")"), "\xEF\xBF\xBD");
  EXPECT_EQ(decoded(R"("\udc00x")"), "\xEF\xBF\xBDx");
  EXPECT_EQ(decoded(R"("\ud800\ud83d\ude00")"), "\xEF\xBF\xBD\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded(R"("\ud800\u0041")"),
            "\xEF\xBF\xBD"
            "A");
}

TEST(Spelling, KeepsLoneSurrogatesApartForComparison) {
  const json::Spelling one = json::spelling_of(R"("\ud800")");
  const json::Spelling other = json::spelling_of(R"("\ud801")");
  EXPECT_NE(one.decoded_for_comparison(), other.decoded_for_comparison());
  EXPECT_EQ(one.decoded_for_comparison(), json::spelling_of(R"("\uD800")").decoded_for_comparison());
}

TEST(Spelling, SpellsANameWhateverItsEscapes) {
  EXPECT_TRUE((json::Spelling{"id", false}.spells("id")));
  EXPECT_TRUE((json::Spelling{"\\u0069d", true}.spells("id")));
  EXPECT_TRUE((json::Spelling{"\\u0069\\u0064", true}.spells("id")));
  EXPECT_FALSE((json::Spelling{"\\u0069e", true}.spells("id")));
  EXPECT_FALSE((json::Spelling{"idx", false}.spells("id")));
}

TEST(Spelling, EndsQuietlyInATextThatWasNeverChecked) {
  EXPECT_EQ((json::Spelling{"a\\", true}.decoded()), "a");
  EXPECT_EQ((json::Spelling{"\\u12", true}.decoded()),
            "\xEF\xBF\xBD"
            "12");
  EXPECT_EQ((json::Spelling{"\\ud83d\\u", true}.decoded()), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(decoded("\""), "");
  EXPECT_EQ(decoded("12"), "");
}

}  // namespace
}  // namespace workbench::json
