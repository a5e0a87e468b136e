#include "json/visible_json.hpp"

#include <gtest/gtest.h>

#include "json/lookup.hpp"

namespace workbench::json {
namespace {

TEST(VisibleJson, WritesHiddenCharactersInTheEscapesOfJson) {
  EXPECT_EQ(visible_json("{\"a\u202e\":\"\x7F\U000E0041 \u00e9\"}\n"),
            "{\"a\\u202e\":\"\\u007f\\udb40\\udc41 \u00e9\"}\n");
  EXPECT_EQ(visible_json("[\"a\\u202e\"]"), "[\"a\\u202e\"]");
  EXPECT_EQ(visible_json("\"\xFF\""), "\"\\ufffd\"");
}

TEST(WithVisibleStrings, LeavesAValueWithoutHiddenCharactersToTheByte) {
  const Json value(R"( {"a\u00e9" : ["\n\t\"\\", 1.0, {"\/":null}],"\ud83d\ude00":"caf\u00e9"})");
  const VisibleJson visible = with_visible_strings(value);
  EXPECT_EQ(visible.value.text().data(), value.text().data());
  EXPECT_TRUE(visible.shown.empty());
}

TEST(WithVisibleStrings, WritesOutWhatIsHiddenInKeysAndValues) {
  const VisibleJson visible =
      with_visible_strings(Json("{\"a\u200b\": 1.0, \"b\":[\"\\u202e\\\"x\", \"\\ud83d\\ude00\"]}"));
  EXPECT_EQ(visible.value.text(), R"({"a\\u{200B}": 1.0, "b":["\\u{202E}\"x", "\ud83d\ude00"]})");
  EXPECT_EQ(visible.shown,
            (std::map<std::string, std::string>{{"a\\u{200B}", "a\u200b"}, {"\\u{202E}\"x", "\u202e\"x"}}));
}

TEST(WithHiddenStrings, IsTheReverse) {
  const Json value("{\"a\u200b\": [\"\u202e\", \"\xF3\xA0\x81\x81\"], \"plain\":\"\u00e9\"}");
  const VisibleJson visible = with_visible_strings(value);
  const Json again = with_hidden_strings(visible.value, visible.shown);
  EXPECT_EQ(again.text(), value.text());
}

TEST(WithHiddenStrings, ReplacesWholeStringsAlone) {
  const std::map<std::string, std::string> shown{{"\\u{200B}", "\u200b"}};
  const Json sent = with_hidden_strings(Json(R"(["\\u{200B}","a\\u{200B}"])"), shown);
  EXPECT_EQ(sent.text(), "[\"\u200b\",\"a\\\\u{200B}\"]");
}

}  // namespace
}  // namespace workbench::json
