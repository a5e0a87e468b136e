// How a tool's schema is shown to a person.

#include "commands/calls/schema_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/table.hpp"

namespace workbench::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string table_of(const char* schema, std::size_t width = 0) {
  return argument_table(SchemaView(Json(schema)), width);
}

TEST(SchemaText, ShowsTypeDemandsAndDescriptionOfEachArgument) {
  EXPECT_EQ(table_of(R"({"required":["path"],"properties":{
      "path":{"type":"string","description":"Where to read"},
      "mode":{"type":"string","enum":["a","b"],"default":"a"},
      "sizes":{"type":"array","items":{"type":"integer"}}}})"),
            "  path   string            required                      Where to read\n"
            "  mode   string            one of \"a\", \"b\", default \"a\"\n"
            "  sizes  array of integer\n");
}

TEST(SchemaText, IndentsTheMembersOfObjectsAndOfTheElementsOfLists) {
  EXPECT_EQ(table_of(R"({"properties":{"o":{"type":"object","properties":{"a":{"type":"boolean"}}},
                         "l":{"type":"array","items":{"type":"object","properties":{"b":{"type":"null"}}}}}})"),
            "  o    object\n"
            "    a  boolean\n"
            "  l    array of object\n"
            "    b  null\n");
}

TEST(SchemaText, FollowsReferencesAndAlternatives) {
  EXPECT_EQ(table_of(R"({"$defs":{"Id":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}},
                         "properties":{"id":{"$ref":"#/$defs/Id"}}})"),
            "  id  string or integer or null\n");
}

TEST(SchemaText, EndsInASchemaThatContainsItself) {
  const std::string text = table_of(
      R"({"$defs":{"Node":{"type":"object","properties":{"next":{"$ref":"#/$defs/Node"},
          "all":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}},"properties":{"root":{"$ref":"#/$defs/Node"}}})");
  EXPECT_THAT(text, HasSubstr("root"));
  EXPECT_LT(text.size(), 10'000U);
  table_of(R"({"$ref":"#"})");
  table_of(R"({"anyOf":[{"$ref":"#"},{"$ref":"#"}]})");
}

TEST(SchemaText, ShowsControlCharactersInsteadOfObeyingThem) {
  EXPECT_THAT(table_of(R"({"properties":{"a":{"type":"string","description":"\u001b[2Jred\nnext"}}})"),
              Not(HasSubstr("\x1b")));
}

TEST(SchemaText, AnArgumentIsOneLine) {
  const SchemaView schema(Json(R"({"required":["n"],"properties":{"n":{"type":"integer","description":"How many"}}})"));
  EXPECT_EQ(argument_line(schema.properties().front()), "n (integer, required): How many");
}

TEST(Table, AlignsColumnsByCharacters) {
  Table table;
  table.add({"\xC3\xA4", "b"});
  table.add({"cc", "d"});
  EXPECT_EQ(table.text(0), "\xC3\xA4   b\ncc  d\n");
}

TEST(Table, WrapsTheLastColumnBetweenWords) {
  Table table;
  table.add({"name", "one two three four five six seven"});
  EXPECT_EQ(table.text(30), "name  one two three four five\n      six seven\n");
}

TEST(Table, BreaksAWordThatIsWiderThanTheColumn) {
  Table table;
  table.add({"x", std::string(50, 'a')});
  EXPECT_EQ(table.text(27), "x  " + std::string(24, 'a') + "\n   " + std::string(24, 'a') + "\n   aa\n");
}

TEST(Numbers, HaveCommasBetweenThousands) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1'234'567), "1,234,567");
}

}  // namespace
}  // namespace workbench::app
