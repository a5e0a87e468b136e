#include "json/extensions.hpp"

#include <gtest/gtest.h>

namespace workbench::json {
namespace {

using Kind = ExtendedJson::Kind;

std::string plain(std::string_view text) {
  return without_extensions(text).plain;
}

TEST(ExtendedJson, HasBlanksInPlaceOfCommentsAndTrailingCommas) {
  EXPECT_EQ(plain("{\"a\": 1, // x\n\"b\": [1, 2, ], }"), "{\"a\": 1,     \n\"b\": [1, 2  ]  }");
  EXPECT_EQ(plain("/* a\nb */ {}"), "    \n     {}");
  EXPECT_EQ(plain("[1, /* , */ // ]\n]"), "[1              \n]");
}

TEST(ExtendedJson, LeavesStringsAndEverythingElseAsTheyAre) {
  for (const std::string_view text :
       {R"({"a//b": "/* , ] */", "c\"//": ",]"})", R"(["\\", "//"])", "[1,,2]", "\"open // ", "{,"}) {
    EXPECT_EQ(plain(text), text);
  }
}

TEST(ExtendedJson, SaysWhatItFoundWhere) {
  const ExtendedJson found = without_extensions("[1, // one\n/* two */ ]");
  ASSERT_EQ(found.extensions.size(), 3U);
  EXPECT_EQ(found.extensions[0].kind, Kind::trailing_comma);
  EXPECT_EQ(found.extensions[0].offset, 2U);
  EXPECT_EQ(found.extensions[1].kind, Kind::line_comment);
  EXPECT_EQ(found.extensions[1].offset, 4U);
  EXPECT_EQ(found.extensions[2].kind, Kind::block_comment);
  EXPECT_EQ(found.extensions[2].offset, 11U);
}

TEST(ExtendedJson, EndsWithTheTextWhereACommentOrAStringDoesNot) {
  EXPECT_EQ(plain("[1] /* open"), "[1]        ");
  EXPECT_EQ(plain("[1] // open"), "[1]        ");
  EXPECT_EQ(plain("\"\\"), "\"\\");
}

}  // namespace
}  // namespace workbench::json
