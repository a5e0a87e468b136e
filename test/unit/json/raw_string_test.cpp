#include "json/raw_string.hpp"

#include <gtest/gtest.h>

namespace workbench::json {
namespace {

std::string decoded(std::string_view string) {
  return json::raw_string_of(string).decoded();
}

TEST(RawString, DecodesEveryEscape) {
  EXPECT_EQ(decoded(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(decoded(R"("\u0041\u00e9\u6C49\ud83d\ude00")"), "A\xC3\xA9\xE6\xB1\x89\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded(R"("a\u0000b")"), std::string("a\0b", 3));
}

TEST(RawString, ReplacesALoneSurrogate) {
  EXPECT_EQ(decoded(R"("\ud800")"), "\xEF\xBF\xBD");
  EXPECT_EQ(decoded(R"("\udc00x")"), "\xEF\xBF\xBDx");
  EXPECT_EQ(decoded(R"("\ud800\ud83d\ude00")"), "\xEF\xBF\xBD\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded(R"("\ud800\u0041")"),
            "\xEF\xBF\xBD"
            "A");
}

TEST(RawString, KeepsLoneSurrogatesApartForComparison) {
  const json::RawString one = json::raw_string_of(R"("\ud800")");
  const json::RawString other = json::raw_string_of(R"("\ud801")");
  EXPECT_NE(one.decoded_for_comparison(), other.decoded_for_comparison());
  EXPECT_EQ(one.decoded_for_comparison(), json::raw_string_of(R"("\uD800")").decoded_for_comparison());
}

TEST(RawString, SpellsANameWhateverItsEscapes) {
  EXPECT_TRUE((json::RawString{"id", false}.equals("id")));
  EXPECT_TRUE((json::RawString{"\\u0069d", true}.equals("id")));
  EXPECT_TRUE((json::RawString{"\\u0069\\u0064", true}.equals("id")));
  EXPECT_FALSE((json::RawString{"\\u0069e", true}.equals("id")));
  EXPECT_FALSE((json::RawString{"idx", false}.equals("id")));
}

TEST(RawString, EndsQuietlyInATextThatWasNeverChecked) {
  EXPECT_EQ((json::RawString{"a\\", true}.decoded()), "a");
  EXPECT_EQ((json::RawString{"\\u12", true}.decoded()),
            "\xEF\xBF\xBD"
            "12");
  EXPECT_EQ((json::RawString{"\\ud83d\\u", true}.decoded()), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(decoded("\""), "");
  EXPECT_EQ(decoded("12"), "");
}

}  // namespace
}  // namespace workbench::json
