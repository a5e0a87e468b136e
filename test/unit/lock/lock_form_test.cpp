#include "lock/lock_form.hpp"

#include <gtest/gtest.h>

#include <string>

namespace workbench::lock {
namespace {

TEST(LockForm, IsTheSameForEverySpelling) {
  const std::string form = lock_form(R"({"name":"a","n":15,"s":"/é","required":["a","b"],"type":"object"})");
  EXPECT_EQ(form, R"({"n":15,"name":"a","required":["a","b"],"s":"/é","type":"object"})");
  EXPECT_EQ(lock_form(R"({ "type" : "object", "required":["b" , "a"],"s":"\/\u00e9", "n":1.50e1,"name":"\u0061" })"),
            form);
}

TEST(LockForm, WritesNumbersInOneWay) {
  for (const auto& [number, form] :
       {std::pair("0", "0"), std::pair("-0.0", "0"), std::pair("0e9", "0"), std::pair("1E2", "100"),
        std::pair("-12.50", "-12.5"), std::pair("0.001", "0.001"), std::pair("1e-3", "0.001"),
        std::pair("1e30", "1e30"), std::pair("12e-30", "12e-30"), std::pair("9007199254740993", "9007199254740993"),
        std::pair("1e9999999999", "1e9999999999")}) {
    EXPECT_EQ(lock_form(number), form) << number;
  }
}

TEST(LockForm, HasLongTextsInLines) {
  EXPECT_EQ(lock_form(R"("one\ntwo\n")"), R"({"$lines":["one","two",""]})");
}

TEST(LockForm, ShowsHiddenCharacters) {
  EXPECT_EQ(lock_form("\"a\xE2\x80\x8B\xE2\x80\xAE b\\u0000\\ud800\\tc\U000E0041\""),
            R"("a\u200b\u202e b\u0000\ud800\tc\udb40\udc41")");
}

TEST(LockForm, TakesNothingOfAServerForAPattern) {
  EXPECT_EQ(lock_form(R"({"$pattern":"{number}"})"), R"({"$$pattern":"{number}"})");
  EXPECT_EQ(lock_form(R"({"$$lines":["a"]})"), R"({"$$$lines":["a"]})");
  EXPECT_EQ(lock_form(R"({"$ref":"#/a"})"), R"({"$ref":"#/a"})");
}

TEST(LockForm, OfTwoListingsHasPatterns) {
  const auto form = lock_form_of_two(R"({"name":"a","description":"Now: 2026-11-27\nUse it.","required":["x","y"]})",
                                     R"({"description":"Now: 2026-11-28\nUse it.","name":"a","required":["y","x"]})");
  ASSERT_TRUE(form);
  EXPECT_EQ(*form, R"({"description":{"$pattern":["Now: {date}","Use it."]},"name":"a","required":["x","y"]})");
}

TEST(LockForm, OfTwoListingsNamesTheFieldThatDiffersOtherwise) {
  for (const std::string second :
       {R"({"inputSchema":{"properties":{"a":{"description":"y"}}}})",
        R"({"inputSchema":{"properties":{"a":{"description":1}}}})", R"({"inputSchema":{"properties":{"a":{}}}})"}) {
    const auto form = lock_form_of_two(R"({"inputSchema":{"properties":{"a":{"description":"x"}}}})", second);
    ASSERT_FALSE(form) << second;
    EXPECT_NE(form.error().message.find("'inputSchema.properties.a.description'"), std::string::npos);
  }
}

TEST(LockForm, KeepsThePatternsThatStillMatch) {
  const std::string locked = R"({"a":{"$pattern":"on {date}"},"b":{"$pattern":"port {number}"},"c":"x"})";
  EXPECT_EQ(accepted_form(locked, lock_form(R"({"a":"on 2026-12-01","b":"port of call","c":"y","d":"z"})")),
            R"({"a":{"$pattern":"on {date}"},"b":"port of call","c":"y","d":"z"})");
}

TEST(LockForm, IsNormalOnceItWasNormalized) {
  const std::string edited = R"({"b": {"$lines": ["one line"]}, "a" : {"$pattern":["x {number}"]}})";
  const std::string form = normalized_form(edited);
  EXPECT_EQ(form, R"({"a":{"$pattern":"x {number}"},"b":"one line"})");
  EXPECT_EQ(normalized_form(form), form);
}

}  // namespace
}  // namespace workbench::lock
