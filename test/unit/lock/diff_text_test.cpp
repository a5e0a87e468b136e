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
            "  annotations.readOnlyHint (removed) (a note, not a change):\n"
            "  - true\n"
            "  inputSchema.required (added):\n"
            "  + [\n"
            "  +   \"a\"\n"
            "  + ]\n"
            "  inputSchema.type (removed):\n"
            "  - object\n");
}

TEST(DiffText, ShowsWhereALongLineDiffers) {
  const std::string same(2000, 'x');
  const std::string text = diff(R"({"description":")" + same + R"( yes"})", R"({"description":")" + same + R"( no"})");
  EXPECT_NE(text.find("- ..."), std::string::npos) << text;
  EXPECT_NE(text.find("x yes\n"), std::string::npos) << text;
  EXPECT_NE(text.find("x no\n"), std::string::npos) << text;
  EXPECT_LT(text.size(), 400U);
}

TEST(DiffText, ShowsWholeItems) {
  EXPECT_EQ(whole_text('+', lock_form(R"({"name":"a"})")), "  + {\n  +   \"name\": \"a\"\n  + }\n");
  EXPECT_EQ(whole_text('-', lock_form(R"("Be\nbrief.")")), "  - Be\n  - brief.\n");
}

}  // namespace
}  // namespace workbench::lock
