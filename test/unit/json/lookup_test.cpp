#include "json/lookup.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "json/reader.hpp"
#include "json/scanner.hpp"

namespace workbench::json {
namespace {

Json json(std::string text) {
  return Json(std::move(text));
}

TEST(PickMembers, FindsWhatItIsAskedForToTheByte) {
  const std::array<std::string_view, 3> names{"server", "arguments", "missing"};
  std::array<Json, 3> found;
  const Json object = json(R"({ "x":[{"server":1}], "arguments" : { "a": 1.10 } , "server":"s" })");
  EXPECT_EQ(json::pick_members(object, names, found), std::nullopt);
  EXPECT_EQ(found[0].text(), R"("s")");
  EXPECT_EQ(found[1].text(), R"({ "a": 1.10 })");
  EXPECT_TRUE(found[2].is_absent());
}

TEST(PickMembers, DecodesKeysAndReportsADuplicate) {
  const std::array<std::string_view, 2> names{"tool", "name"};
  std::array<Json, 2> found;
  EXPECT_EQ(json::pick_members(json(R"({"name":1,"n\u0061me":2,"other":3,"other":4})"), names, found), "name");
  EXPECT_EQ(found[1].text(), "1");
  EXPECT_EQ(json::pick_members(json(R"({"name":1,"other":3,"other":4})"), names, found), std::nullopt);
}

TEST(PickMembers, ForgetsWhatWasFoundBefore) {
  const std::array<std::string_view, 1> names{"a"};
  std::array<Json, 1> found{json("1")};
  for (const char* text : {"{}", "[]", "\"a\"", "7"}) {
    found[0] = json("1");
    EXPECT_EQ(json::pick_members(json(text), names, found), std::nullopt);
    EXPECT_TRUE(found[0].is_absent()) << text;
  }
  EXPECT_EQ(json::pick_members(Json(), names, found), std::nullopt);
}

TEST(PickMembers, IsNotMisledByBracketsAndQuotesInStrings) {
  for (std::size_t padding = 0; padding != 70; ++padding) {
    const std::string filler(padding, 'x');
    const std::string skipped = R"({"s":")" + filler + R"(}]\"}\\","t":["\\\\","{"]})";
    ASSERT_FALSE(check(skipped, 9).has_value());
    const Json found = member(json(R"({"skip":)" + skipped + R"(,"a":1})"), "a");
    EXPECT_EQ(found.text(), "1") << padding;
  }
}

TEST(Member, TakesTheFirstOfDuplicates) {
  const Json found = member(json(R"({"a":1,"a":2})"), "a");
  EXPECT_EQ(found.text(), "1");
  EXPECT_TRUE(member(json(R"({"a":1})"), "b").is_absent());
  EXPECT_TRUE(member(json("[1]"), "a").is_absent());
}

TEST(Member, SharesTheTextItWasFoundIn) {
  Json value;
  { value = member(json(R"({"a":[1,2]})"), "a"); }
  EXPECT_EQ(value.text(), "[1,2]");
}

TEST(Readers, StayInsideOfATextThatWasNeverChecked) {
  for (const std::string_view text :
       {R"({"a)", R"({"a\)", R"({"a":)", R"({"a":")", R"({"a":"\)", R"({"a":[)", R"({"a":{"b":"})", "{", "[", "[1,",
        "[\"", "[[", "[}", "{]", "{\"a\"}", "[,]", "{,}", "[1[2", "[]]"}) {
    const std::string exact(text);  // its own allocation or object: a sanitizer sees a byte too many
    int rounds = 0;
    for (json::MemberReader member(exact); member.next();) ASSERT_LT(++rounds, 10) << text;
    for (json::ElementReader element(exact); element.next();) ASSERT_LT(++rounds, 10) << text;
  }
}

}  // namespace
}  // namespace workbench::json
