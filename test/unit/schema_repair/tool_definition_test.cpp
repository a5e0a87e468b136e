#include <gmock/gmock.h>

#include "repair_fixture.hpp"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Repairs a tool with further members and returns those that are left.
std::string members_left(const std::string& members) {
  const std::string head = R"({"name":"t","inputSchema":{"type":"object"})";
  const std::string text = repair(head + members + "}").text;
  EXPECT_EQ(text.substr(0, head.size()), head);
  return text.substr(head.size(), text.size() - head.size() - 1);
}

TEST(Members, OfTheRightKindAreKept) {
  const std::string members =
      R"(,"title":"T","description":"","annotations":{"readOnlyHint":true,"title":"T","vendor":null},)"
      R"("icons":[{"src":"data:,","sizes":["48x48"],"theme":"dark","mimeType":"image/png"}],)"
      R"("execution":{"taskSupport":"optional"},"_meta":{"x":null},"vendor":null)";
  EXPECT_EQ(members_left(members), members);
}

TEST(Members, OfAWrongKindAreRemoved) {
  EXPECT_EQ(members_left(
                R"(,"title":null,"description":["a"],"annotations":null,"icons":{},"execution":1,"_meta":"x","v":0)"),
            R"(,"v":0)");
  EXPECT_THAT(repair(R"({"name":"t","title":null,"inputSchema":{"type":"object"}})").notes,
              ElementsAre("title was not a string; it is left out"));
}

TEST(Members, OfAnnotationsOfAWrongKindAreRemovedOneByOne) {
  EXPECT_EQ(
      members_left(R"(,"annotations":{"title":7,"readOnlyHint":"yes","destructiveHint":false,"openWorldHint":null})"),
      R"(,"annotations":{"destructiveHint":false})");
}

TEST(Members, AllIconsAreRemovedIfOneIsInvalid) {
  for (const char* icon :
       {R"("a.png")", "{}", R"({"src":7})", R"({"src":"a","sizes":"48x48"})", R"({"src":"a","sizes":[48]})",
        R"({"src":"a","theme":"blue"})", R"({"src":"a","mimeType":0})"}) {
    EXPECT_EQ(members_left(std::string(R"(,"icons":[{"src":"b"},)") + icon + "]"), "") << icon;
  }
}

TEST(Members, TaskSupportMustBeAKnownValue) {
  EXPECT_EQ(members_left(R"(,"execution":{"taskSupport":"maybe","x":1})"), R"(,"execution":{"x":1})");
}

TEST(Members, ANameThatClientsMayRefuseIsRemarkedOnAndKept) {
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

TEST(InputRoot, IfMissingAllowsAnyObject) {
  const Outcome outcome = repair(R"({"name":"t","x":1.0})");
  EXPECT_EQ(outcome.text, R"({"inputSchema":{"type":"object"},"name":"t","x":1.0})");
  EXPECT_THAT(outcome.notes, ElementsAre("inputSchema was missing; any object is allowed now"));
}

TEST(InputRoot, IfNullOrTrueAllowsAnyObject) {
  EXPECT_EQ(repair_input("null").text, R"({"type":"object"})");
  EXPECT_EQ(repair_input("true").text, R"({"type":"object"})");
  EXPECT_THAT(repair_input("null").notes, ElementsAre("inputSchema was null; any object is allowed now"));
}

TEST(InputRoot, WithoutATypeGetsTypeObject) {
  EXPECT_EQ(repair_input("{}").text, R"({"type":"object"})");
  EXPECT_EQ(repair_input(R"({"properties":{"a":{}}})").text, R"({"type":"object","properties":{"a":{}}})");
  EXPECT_EQ(repair_input(R"({ "required":["a"] })").text, R"({"type":"object", "required":["a"] })");
  EXPECT_EQ(repair_input(R"({"anyOf":[{"type":"object"}]})").text, R"({"type":"object","anyOf":[{"type":"object"}]})");
  EXPECT_THAT(repair_input("{}").notes, ElementsAre(R"(inputSchema had no type; it is "object" now)"));
}

TEST(InputRoot, WithAListOfTypesGetsTypeObjectIfListed) {
  EXPECT_EQ(repair_input(R"({"type":["null","object"],"x":1})").text, R"({"type":"object","x":1})");
  EXPECT_EQ(repair_input(R"({"type":null})").text, R"({"type":"object"})");
}

TEST(InputRoot, InUpperCaseIsChangedToLowerCase) {
  EXPECT_EQ(repair_input(R"({"type":"OBJECT"})").text, R"({"type":"object"})");
}

TEST(InputRoot, OfAnotherTypeCannotBeRepaired) {
  EXPECT_EQ(repair_input(R"({"type":"string"})").error, std::string(kLeftOut) + R"(inputSchema.type is not "object")");
  EXPECT_THAT(repair_input(R"({"type":["string","null"]})").error, HasSubstr("inputSchema.type"));
  EXPECT_THAT(repair_input(R"({"type":7})").error, HasSubstr("inputSchema.type"));
}

TEST(InputRoot, ThatIsNotAnObjectCannotBeRepaired) {
  for (const char* schema : {R"("{}")", "[{}]", "7", "false"}) {
    EXPECT_EQ(repair_input(schema).error, std::string(kLeftOut) + "inputSchema is not an object") << schema;
  }
}

TEST(InputRoot, IsKeptWhateverOnlyModelsApisRefuse) {
  for (const char* schema :
       {R"({"type":"object"})", R"({"type":"object","properties":{"a":true,"b":false,"$c":{"type":"array"}}})",
        R"({"type":"object","anyOf":[{}],"required":["a"]})"}) {
    EXPECT_EQ(repair_input(schema).text, schema);
    EXPECT_EQ(repair_input(schema, "2026-07-28").text, schema);
  }
}

TEST(OutputSchema, OfTypeObjectIsKept) {
  const std::string schema = R"({"type":"object","properties":{"n":{"type":"number"}},"required":["n"]})";
  EXPECT_EQ(repair_output(schema).text, schema);
}

TEST(OutputSchema, ThatCannotBeCompiledIsRemovedAndTheToolKept) {
  const Outcome outcome = repair_output(R"({"type":"object","properties":{"n":7}})");
  EXPECT_EQ(outcome.text, "");
  EXPECT_EQ(outcome.error, "");
  EXPECT_THAT(outcome.notes,
              ElementsAre("outputSchema is left out: outputSchema.properties.n is not a schema, which is an object or "
                          "a boolean"));
}

TEST(OutputSchema, ThatIsNotAnObjectIsRemovedForAllRevisions) {
  for (const char* schema : {"null", "true", "[]", R"("object")"}) {
    EXPECT_EQ(repair_output(schema, "2025-06-18").text, "") << schema;
    EXPECT_EQ(repair_output(schema, "2026-07-28").text, "") << schema;
  }
}

TEST(OutputSchema, OfAnotherTypeIsRemovedForRevisionsThatRequireAnObject) {
  for (const char* schema : {R"({"type":"array"})", R"({"anyOf":[{"type":"object"},{"type":"null"}]})", "{}"}) {
    EXPECT_EQ(repair_output(schema, "2025-11-25").text, "") << schema;
    EXPECT_EQ(repair_output(schema, "2026-07-28").text, schema);
  }
}

TEST(OutputSchema, WithPropertiesGetsTypeObject) {
  EXPECT_EQ(repair_output(R"({"properties":{}})").text, R"({"type":"object","properties":{}})");
  EXPECT_EQ(repair_output(R"({"type":["object","null"]})").text, R"({"type":"object"})");
  EXPECT_EQ(repair_output(R"({"properties":{}})", "2026-07-28").text, R"({"properties":{}})");
}

TEST(OutputSchema, IsRepairedLikeAnInputSchema) {
  EXPECT_EQ(
      repair_output(R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"object","minProperties":"1"})")
          .text,
      R"({"$schema":"http://json-schema.org/draft-07/schema#","type":"object","minProperties":1})");
}

TEST(OutputSchema, ThatRefersToAnotherDocumentIsRemoved) {
  EXPECT_EQ(repair_output(R"({"type":"object","properties":{"a":{"$ref":"https://example.com/a"}}})").text, "");
}

}  // namespace
