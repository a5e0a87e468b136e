#include "lock/diff_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "lock/lock_form.hpp"

namespace workbench::lock {
namespace {

std::string diff(std::string_view locked, std::string_view listed) {
  return diff_text(differences(CatalogItemKind::tool, lock_form(locked), listed));
}

TEST(DiffText, ShowsTheLinesOfATextThatDiffer) {
  EXPECT_EQ(diff(R"({"description":"Reads a file.\nIn lines.\nOf any size.\nQuickly.\nAlways."})",
                 R"({"description":"Reads a file.\nIn lines.\nOf any size.\nSlowly.\nAlways."})"),
            "  description:\n"
            "    ...\n"
            "    In lines.\n"
            "    Of any size.\n"
            "  - Quickly.\n"
            "  + Slowly.\n"
            "    Always.\n");
}

TEST(DiffText, WritesHiddenCharactersOut) {
  const std::string text =
      diff(R"({"description":"Reads."})", "{\"description\":\"Reads.\xE2\x80\x8B\\u202e\\u001b\"}");
  EXPECT_EQ(text, "  description:\n  - Reads.\n  + Reads.\\u{200B}\\u{202E}\\u{1B}\n");
}

TEST(DiffText, NamesWhatWasAddedAndRemovedAndWhatIsANote) {
  EXPECT_EQ(diff(R"({"inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}})",
                 R"({"inputSchema":{"required":["a"]}})"),
            "  inputSchema.required (added):\n"
            "  + [\n"
            "  +   \"a\"\n"
            "  + ]\n"
            "  inputSchema.type (removed):\n"
            "  - object\n"
            "  annotations.readOnlyHint (removed) (a note, not a change):\n"
            "  - true\n");
}

TEST(DiffText, ShowsWhereALongLineDiffers) {
  const std::string same(2000, 'x');
  const std::string text = diff(R"({"description":")" + same + R"( yes"})", R"({"description":")" + same + R"( no"})");
  EXPECT_NE(text.find("- …"), std::string::npos) << text;
  EXPECT_NE(text.find("x yes\n"), std::string::npos) << text;
  EXPECT_NE(text.find("x no\n"), std::string::npos) << text;
  EXPECT_LT(text.size(), 400U);
}

/// A tool whose description has this text.
std::string described(std::string_view text) {
  return R"({"description":")" + std::string(text) + R"("})";
}

/// Words that are all different, `bytes` of them.
std::string words(std::size_t bytes) {
  std::string text;
  for (int number = 0; text.size() < bytes; ++number) text.append("word").append(std::to_string(number)).append(" ");
  return text;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// `text` without the breaks that make long lines readable.
std::string unwrapped(std::string text, char sign) {
  const std::string between = std::string("\n  ") + sign + "   ";
  for (std::size_t at = 0; (at = text.find(between, at)) != std::string::npos;) text.erase(at, between.size());
  return text;
}

TEST(DiffText, ShowsEachPlaceWhereALongLineDiffers) {
  const std::string long_text = words(6000);
  std::string changed = long_text;
  for (const std::size_t at : {5000U, 1800U})
    changed.insert(changed.find(' ', at) + 1, "EVIL" + std::to_string(at) + " ");
  const std::string text = diff(described(long_text), described("W" + changed.substr(1)));
  EXPECT_TRUE(has(text, "Word0")) << text;
  EXPECT_TRUE(has(text, "EVIL1800")) << text;
  EXPECT_TRUE(has(text, "EVIL5000")) << text;
  EXPECT_LT(text.size(), 2000U) << text;
  const std::string removed = diff(described(changed), described(long_text));
  EXPECT_TRUE(has(removed, "EVIL1800") && has(removed, "EVIL5000")) << removed;
}

TEST(DiffText, ShowsAllOfANewLongText) {
  const std::string long_text = words(3000) + "EVIL" + std::string(500, 'y');
  const std::string added = whole_text('+', lock_form(described(long_text)));
  EXPECT_TRUE(has(unwrapped(added, '+'), long_text)) << added;
  const std::string replaced = diff(R"({"description":"Short."})", described(long_text));
  EXPECT_TRUE(has(unwrapped(replaced, '+'), long_text)) << replaced;
}

TEST(DiffText, ComparesEachOfSeveralLinesWithTheOneThatReplacesIt) {
  const std::string first = words(3000);
  const std::string second = "Second " + first;
  const std::string text = diff(described(first + "\\n" + second), described(first + "EVIL1\\n" + second + "EVIL2"));
  EXPECT_TRUE(has(text, "EVIL1") && has(text, "EVIL2")) << text;
  EXPECT_LT(text.size(), 1500U) << text;
}

TEST(DiffText, ShowsEverythingOfWhatIsTooLongToCompare) {
  std::string before;
  std::string after = "EVIL0 ";
  for (int number = 0; number < 5000; ++number) {
    before.append("a").append(std::to_string(number)).append(" ");
    after.append("b").append(std::to_string(number)).append(number == 2500 ? " EVIL1 " : " ");
  }
  const std::string text = diff(described(before), described(after + "EVIL2"));
  EXPECT_TRUE(has(text, "EVIL0") && has(text, "EVIL1") && has(text, "EVIL2"));
}

TEST(DiffText, ShowsAllFieldsHoweverManyDiffer) {
  const auto tool = [](std::string_view value) {
    std::string properties;
    for (int index = 0; index < 2'000; ++index)
      properties.append(index == 0 ? "{\"p" : ",\"p").append(std::to_string(index)).append("\":").append(value);
    return R"({"name":"a","inputSchema":)" + properties + "}}";
  };
  const std::string text = diff(tool("1"), tool("2"));
  for (const int index : {0, 99, 100, 999, 1'999})
    EXPECT_TRUE(has(text, "+     \"p" + std::to_string(index) + "\": 2")) << index;
}

TEST(DiffText, ShowsThePatternsThatAreAccepted) {
  const std::string_view locked = R"({"description":{"$pattern":"It is {date}."}})";
  EXPECT_EQ(new_patterns_text(locked, locked), "");
  EXPECT_EQ(new_patterns_text(locked, R"({"a":["It is {path}.",{"$pattern":"It is {date}."}]})"), "");
  EXPECT_EQ(new_patterns_text(locked, R"({"a":[{"$pattern":["It is.","{path}"]}]})"),
            "  differs from start to start, and is accepted as this pattern:\n  + It is.\n  + {path}\n");
}

TEST(DiffText, ShowsWholeItems) {
  EXPECT_EQ(whole_text('+', lock_form(R"({"name":"a"})")), "  + {\n  +   \"name\": \"a\"\n  + }\n");
  EXPECT_EQ(whole_text('-', lock_form(R"("Be\nbrief.")")), "  - Be\n  - brief.\n");
}

}  // namespace
}  // namespace workbench::lock
