// Digests and texts of arguments, and times.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "argument_text.hpp"
#include "content_digest.hpp"
#include "duration_text.hpp"
#include "json_digest.hpp"
#include "shown_text.hpp"

namespace workbench::approvals {
namespace {

using testing::EndsWith;
using testing::StartsWith;

std::string digits(std::string_view text) {
  return digits_of(digest_of(text));
}

// The examples of NIST, and lengths around the border of a block.
TEST(ContentDigest, IsSha256) {
  EXPECT_EQ(digits(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digits("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digits("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digits(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

ContentDigest digest(std::string text) {
  return json_digest(Json(std::move(text)));
}

TEST(JsonDigest, DoesNotDependOnOrderWhiteSpaceAndEscapes) {
  EXPECT_EQ(digest(R"({"a":1,"b":[true,null,"x"]})"), digest("{ \"b\" : [ true , null , \"\\u0078\" ] ,\n\"a\":1 }"));
  EXPECT_EQ(digest(R"({"a":{"x":1,"y":2}})"), digest(R"({"a":{"y":2,"x":1}})"));
  EXPECT_EQ(digest("\"\xF0\x9F\x98\x80\""), digest(R"("\ud83d\ude00")"));
  EXPECT_EQ(json_digest(Json()), digest("{}"));
}

TEST(JsonDigest, DependsOnEverythingElse) {
  const std::vector<std::string> different = {"1",
                                              "1.0",
                                              "10",
                                              "\"1\"",
                                              "null",
                                              "\"null\"",
                                              "[]",
                                              "{}",
                                              "[[]]",
                                              "[1]",
                                              "[1,2]",
                                              "[2,1]",
                                              "[[1],2]",
                                              "[[1,2]]",
                                              R"({"a":1})",
                                              R"({"a":"1"})",
                                              R"({"b":1})",
                                              R"({"a":1,"a":2})",
                                              R"({"a":2,"a":1})",
                                              R"({"a":{"b":1}})",
                                              R"("\ud800")",
                                              R"("\ud801")",
                                              R"("\ufffd")",
                                              R"("a\\")",
                                              R"("a\"")",
                                              "[\"a\",\"b\"]",
                                              "[\"a,b\"]",
                                              R"({"":{}})"};
  for (std::size_t one = 0; one != different.size(); ++one) {
    for (std::size_t other = 0; other != one; ++other) {
      EXPECT_NE(digest(different[one]), digest(different[other])) << different[one] << ' ' << different[other];
    }
  }
}

TEST(JsonDigest, TakesDeepValues) {
  const std::string deep = std::string(16'000, '[') + std::string(16'000, ']');
  EXPECT_EQ(digest(deep), digest(deep));
  const std::string other = std::string(16'000, '[') + "\"]\"" + std::string(16'000, ']');
  EXPECT_NE(digest(deep), digest(other));
  EXPECT_NE(digest("[" + deep + ",1]"), digest("[" + deep + ",2]")) << "what follows counts, too";
}

std::string shown(std::string json) {
  return shown_arguments(Json(std::move(json))).text;
}

TEST(ArgumentText, HasTheArgumentsAsTheyWereSent) {
  EXPECT_EQ(shown(R"({ "b": 1.10, "a": [true, "x"] })"), R"({"b":1.10,"a":[true,"x"]})");
  EXPECT_EQ(shown(""), "");
}

TEST(ArgumentText, WritesHiddenCharactersOut) {
  EXPECT_EQ(shown("\"a\xE2\x80\xAE"
                  "b\xC2\xA0\xEF\xB8\x8F\""),
            R"("a\u{202E}b\u{A0}\u{FE0F}")");
  EXPECT_EQ(shown(R"("\u202e\u0000\udb40\udc41")"), R"("\u{202E}\u{0}\u{E0041}")");
  EXPECT_EQ(shown(R"({"\u200b":1})"), R"({"\u{200B}":1})");
  EXPECT_EQ(shown(R"("\ud800x")"), R"("\u{D800}x")");
}

TEST(ArgumentText, DecodesEscapesInWhichWordsCouldHide) {
  EXPECT_EQ(shown(R"("\u0072\u006d -rf \u002f")"), R"("rm -rf /")");
  EXPECT_EQ(shown(R"("a\nb\t\"c\\ \/ \u{41}")"), R"("a\nb\t\"c\\ / )" + shown(R"("\u{41}")").substr(1));
}

TEST(ArgumentText, IsNotMistakenForWhatItWritesOut) {
  EXPECT_EQ(shown(R"("\\u{202E}")"), R"("\\u{202E}")");
}

TEST(ArgumentText, SaysTheSizeAndTheDigestOfWhatItCuts) {
  const std::string sent = R"({"a":")" + std::string(100, 'x') + "\"}";
  const ArgumentText text = shown_arguments(Json(sent), 50);
  EXPECT_FALSE(text.is_whole);
  EXPECT_EQ(text.bytes, sent.size());
  EXPECT_EQ(text.sha256, digits(sent));
  EXPECT_THAT(preview_of(text, 20), StartsWith(R"({"a":"xxxxxxxxxxxxxx... ()"));
  EXPECT_THAT(preview_of(text, 20), EndsWith("SHA-256 " + digits(sent) + ")"));
}

TEST(ArgumentText, IsCutBetweenCharacters) {
  const ArgumentText text = shown_arguments(Json("\"\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\""));
  EXPECT_THAT(preview_of(text, 4), StartsWith("\"\xC3\xA4... (10 bytes"));
}

TEST(ShownLine, WritesHiddenCharactersAndBytesOut) {
  EXPECT_EQ(shown_line("a\nb\x1B[31m\xE2\x80\x8B\xFF\xED\xA0\x80"), R"(a\u{A}b\u{1B}[31m\u{200B}\xFF\xED\xA0\x80)");
  EXPECT_EQ(shown_line("\xC3\xA4\xE6\xBC\xA2\xF0\x9F\x98\x80"), "\xC3\xA4\xE6\xBC\xA2\xF0\x9F\x98\x80");
  EXPECT_EQ(shown_line("abcdef", 3), "abc...");
}

TEST(DurationText, IsReadAndWrittenWithItsUnit) {
  using std::chrono::milliseconds;
  EXPECT_EQ(parse_duration("10 m"), milliseconds(600'000));
  EXPECT_EQ(parse_duration("20s"), milliseconds(20'000));
  EXPECT_EQ(parse_duration("250"), milliseconds(250));
  for (const char* wrong : {"", "s", "1.5 s", "-1 s", "1 day", "1 s s", "99999999999999999999", "99999999999 h"}) {
    EXPECT_FALSE(parse_duration(wrong)) << wrong;
  }
  EXPECT_EQ(duration_text(milliseconds(600'000)), "10 m");
  EXPECT_EQ(duration_text(milliseconds(90'000)), "90 s");
  EXPECT_EQ(duration_text(milliseconds(1'500)), "1500 ms");
  EXPECT_EQ(duration_text(milliseconds(0)), "0 ms");
}

}  // namespace
}  // namespace workbench::approvals
