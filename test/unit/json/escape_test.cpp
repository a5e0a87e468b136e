#include "json/escape.hpp"

#include <gtest/gtest.h>

#include <string>

#include "json/scanner.hpp"

namespace workbench::json {
namespace {

TEST(Quoted, EscapesWhatMustBeEscapedAndNothingElse) {
  EXPECT_EQ(quoted(""), R"("")");
  EXPECT_EQ(quoted("a/b 'c'"), R"("a/b 'c'")");
  EXPECT_EQ(quoted("\" \\ \b \f \n \r \t"), R"("\" \\ \b \f \n \r \t")");
  EXPECT_EQ(quoted(std::string_view("\0\x01\x1F", 3)), R"("\u0000\u0001\u001f")");
  EXPECT_EQ(quoted("\x7F\xC3\xA9\xE6\xB1\x89\xF0\x9F\x98\x80"), "\"\x7F\xC3\xA9\xE6\xB1\x89\xF0\x9F\x98\x80\"");
}

TEST(Quoted, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(quoted("a\xFF"), "\"a\xEF\xBF\xBD\"");
  EXPECT_EQ(quoted("\xC3"), "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(quoted("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
  EXPECT_EQ(quoted("\xC3\xA9\xC3x"), "\"\xC3\xA9\xEF\xBF\xBDx\"");
}

TEST(Quoted, TreatsEveryByteAlikeAtEveryPlace) {
  for (int byte = 0; byte != 256; ++byte) {
    const std::string one(1, static_cast<char>(static_cast<unsigned char>(byte)));
    const std::string inside = quoted(one).substr(1, quoted(one).size() - 2);
    for (std::size_t place = 0; place != 70; ++place) {
      const std::string before(place, 'a');
      const std::string behind(70 - place, 'b');
      ASSERT_EQ(quoted(before + one + behind), "\"" + before + inside + behind + "\"") << byte << " at " << place;
    }
  }
}

TEST(Quoted, QuotesMegabytesOfWhatGrowsMost) {
  const std::string text(1'000'000, '\x02');
  const std::string string = quoted(text);
  EXPECT_EQ(string.size(), 6 * text.size() + 2);
  EXPECT_TRUE(characters(Json(string)) == text);
}

TEST(Quoted, IsAppendedToWhatIsThere) {
  std::string out = "x:";
  json::append_quoted(out, "y");
  json::append_quoted(out, "z");
  EXPECT_EQ(out, R"(x:"y""z")");
}

TEST(Characters, AreDecoded) {
  EXPECT_EQ(characters(Json(R"("a\n\u00e9")")), "a\n\xC3\xA9");
  EXPECT_EQ(characters(Json(R"("plain")")), "plain");
}

TEST(Characters, OfAValueThatIsNotAStringAreEmpty) {
  EXPECT_EQ(characters(Json("12")), "");
  EXPECT_EQ(characters(Json()), "");
}

}  // namespace
}  // namespace workbench::json
