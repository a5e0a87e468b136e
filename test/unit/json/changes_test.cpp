#include "json/changes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "json/lone_surrogates.hpp"

namespace workbench::json {
namespace {

/// What becomes of a value that is named after its change.
Change named_change(const Json& value) {
  if (value.text() == "\"leave out\"") return "";
  if (value.text() == "\"two\"") return "1,2";
  return value.text() == "\"change\"" ? Change("0") : Change();
}

std::string changed_object(const std::string& object) {
  const Json whole(object);
  const Json changed = with_change(
      whole, changed_members(whole, [](std::string_view, const Json& value) { return named_change(value); }));
  return std::string(changed.text());
}

std::string changed_array(const std::string& array) {
  const Json whole(array);
  const Json changed = with_change(whole, changed_elements(whole, named_change));
  return std::string(changed.text());
}

TEST(Changes, LeaveAnObjectToTheByteIfThereIsNone) {
  const Json object(std::string(R"({ "a" : 1.0 , "b":[ ] })"));
  EXPECT_FALSE(changed_members(object, [](std::string_view, const Json&) { return Change(); }).has_value());
  EXPECT_EQ(changed_object("{}"), "{}");
}

TEST(Changes, ReplaceAndLeaveOutMembers) {
  EXPECT_EQ(changed_object(R"({"a":"change"})"), R"({"a":0})");
  EXPECT_EQ(changed_object(R"({ "a":1.0, "b":"change" ,"c" : "x" })"), R"({ "a":1.0,"b":0,"c" : "x"})");
  EXPECT_EQ(changed_object(R"({"a":"leave out","b":1})"), R"({"b":1})");
  EXPECT_EQ(changed_object(R"({"a":1,"b":"leave out"})"), R"({"a":1})");
  EXPECT_EQ(changed_object(R"({"a":"leave out"})"), "{}");
}

TEST(Changes, NameMembersByTheirDecodedKeys) {
  const Json object(std::string(R"({"\u0061":1})"));
  const Change changed =
      changed_members(object, [](std::string_view key, const Json&) { return key == "a" ? Change("2") : Change(); });
  EXPECT_EQ(changed, R"({"\u0061":2})");
}

TEST(Changes, ReplaceAndLeaveOutElements) {
  EXPECT_EQ(changed_array(R"([1, "change" ,"x"])"), R"([1,0,"x"])");
  EXPECT_EQ(changed_array(R"(["leave out",1])"), "[1]");
  EXPECT_EQ(changed_array(R"(["two",3])"), "[1,2,3]");
  EXPECT_EQ(changed_array(R"(["leave out"])"), "[]");
  EXPECT_EQ(changed_array("[ ]"), "[ ]");
}

TEST(LoneSurrogates, AreReplacedAndNothingElse) {
  const auto without = [](const char* text) {
    const Json value{std::string(text)};
    const Json changed = without_lone_surrogates(value);
    return std::string(changed.text());
  };
  EXPECT_EQ(without(R"("\ud83d")"), R"("\ufffd")");
  EXPECT_EQ(without(R"("a\uDC00\uD83D\u0041")"), R"("a\ufffd\ufffd\u0041")");
  EXPECT_EQ(without(R"(["\ud83d\ude00","\\ud83d","\n\ud83d\n"])"), R"(["\ud83d\ude00","\\ud83d","\n\ufffd\n"])");
  EXPECT_EQ(without("7"), "7");
}

}  // namespace
}  // namespace workbench::json
