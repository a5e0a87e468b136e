#include <gmock/gmock.h>

#include "repaired.hpp"

namespace {

using testing::ElementsAre;

/// A tool with further members, and what is left of them.
std::string left_of(const std::string& members) {
  const std::string head = R"({"name":"t","inputSchema":{"type":"object"})";
  const std::string text = repair(head + members + "}").text;
  EXPECT_EQ(text.substr(0, head.size()), head);
  return text.substr(head.size(), text.size() - head.size() - 1);
}

TEST(Members, OfTheRightKindStay) {
  const std::string members =
      R"(,"title":"T","description":"","annotations":{"readOnlyHint":true,"title":"T","vendor":null},)"
      R"("icons":[{"src":"data:,","sizes":["48x48"],"theme":"dark","mimeType":"image/png"}],)"
      R"("execution":{"taskSupport":"optional"},"_meta":{"x":null},"vendor":null)";
  EXPECT_EQ(left_of(members), members);
}

TEST(Members, OfAWrongKindAreLeftOut) {
  EXPECT_EQ(
      left_of(R"(,"title":null,"description":["a"],"annotations":null,"icons":{},"execution":1,"_meta":"x","v":0)"),
      R"(,"v":0)");
  EXPECT_THAT(repair(R"({"name":"t","title":null,"inputSchema":{"type":"object"}})").notes,
              ElementsAre("title was not a string; it is left out"));
}

TEST(Members, OfAnnotationsOfAWrongKindAreLeftOutAlone) {
  EXPECT_EQ(left_of(R"(,"annotations":{"title":7,"readOnlyHint":"yes","destructiveHint":false,"openWorldHint":null})"),
            R"(,"annotations":{"destructiveHint":false})");
}

TEST(Members, TakeAllIconsWithOneThatIsNone) {
  for (const char* icon :
       {R"("a.png")", "{}", R"({"src":7})", R"({"src":"a","sizes":"48x48"})", R"({"src":"a","sizes":[48]})",
        R"({"src":"a","theme":"blue"})", R"({"src":"a","mimeType":0})"}) {
    EXPECT_EQ(left_of(std::string(R"(,"icons":[{"src":"b"},)") + icon + "]"), "") << icon;
  }
}

TEST(Members, OfExecutionNeedAKnownTaskSupport) {
  EXPECT_EQ(left_of(R"(,"execution":{"taskSupport":"maybe","x":1})"), R"(,"execution":{"x":1})");
}

TEST(Members, ANameThatClientsMayRefuseIsRemarkedAndStays) {
  const std::string strange = R"({"name":"say hello","inputSchema":{"type":"object"}})";
  EXPECT_EQ(repair(strange).text, strange);
  EXPECT_THAT(repair(strange).notes,
              ElementsAre("name has characters besides A-Z, a-z, 0-9, _ . / and -, which clients "
                          "may refuse"));
  const std::string longest = R"({"name":")" + std::string(128, 'a') + R"(","inputSchema":{"type":"object"}})";
  EXPECT_THAT(repair(longest).notes, ElementsAre());
  const std::string longer = R"({"name":")" + std::string(129, 'a') + R"(","inputSchema":{"type":"object"}})";
  EXPECT_THAT(repair(longer).notes, ElementsAre("name is longer than 128 characters, which clients may refuse"));
}

}  // namespace
