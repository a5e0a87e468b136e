#include <gmock/gmock.h>

#include "repaired.hpp"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(InputRoot, ThatIsMissingAllowsAnyObject) {
  const Outcome outcome = repair(R"({"name":"t","x":1.0})");
  EXPECT_EQ(outcome.text, R"({"inputSchema":{"type":"object"},"name":"t","x":1.0})");
  EXPECT_THAT(outcome.notes, ElementsAre("inputSchema was missing; any object is allowed now"));
}

TEST(InputRoot, ThatIsNullOrTrueAllowsAnyObject) {
  EXPECT_EQ(mend_input("null").text, R"({"type":"object"})");
  EXPECT_EQ(mend_input("true").text, R"({"type":"object"})");
  EXPECT_THAT(mend_input("null").notes, ElementsAre("inputSchema was null; any object is allowed now"));
}

TEST(InputRoot, WithoutATypeIsOfTypeObject) {
  EXPECT_EQ(mend_input("{}").text, R"({"type":"object"})");
  EXPECT_EQ(mend_input(R"({"properties":{"a":{}}})").text, R"({"type":"object","properties":{"a":{}}})");
  EXPECT_EQ(mend_input(R"({ "required":["a"] })").text, R"({"type":"object", "required":["a"] })");
  EXPECT_EQ(mend_input(R"({"anyOf":[{"type":"object"}]})").text, R"({"type":"object","anyOf":[{"type":"object"}]})");
  EXPECT_THAT(mend_input("{}").notes, ElementsAre(R"(inputSchema had no type; it is "object" now)"));
}

TEST(InputRoot, WithAListOfTypesIsOfTypeObjectIfThatIsInIt) {
  EXPECT_EQ(mend_input(R"({"type":["null","object"],"x":1})").text, R"({"type":"object","x":1})");
  EXPECT_EQ(mend_input(R"({"type":null})").text, R"({"type":"object"})");
}

TEST(InputRoot, InUpperCaseIsWrittenInLowerCase) {
  EXPECT_EQ(mend_input(R"({"type":"OBJECT"})").text, R"({"type":"object"})");
}

TEST(InputRoot, OfAnotherTypeCannotBeMended) {
  EXPECT_EQ(mend_input(R"({"type":"string"})").error, std::string(kLeftOut) + R"(inputSchema.type is not "object")");
  EXPECT_THAT(mend_input(R"({"type":["string","null"]})").error, HasSubstr("inputSchema.type"));
  EXPECT_THAT(mend_input(R"({"type":7})").error, HasSubstr("inputSchema.type"));
}

TEST(InputRoot, ThatIsNoSchemaCannotBeMended) {
  for (const char* schema : {R"("{}")", "[]", "7", "false"}) {
    EXPECT_EQ(mend_input(schema).error, std::string(kLeftOut) + "inputSchema is not an object") << schema;
  }
}

TEST(InputRoot, HasObjectsForBooleanPropertiesWhereTheyAreNotAllowed) {
  constexpr const char* kSchema = R"({"type":"object","properties":{"a":true,"b":false,"c":{"not":true}}})";
  EXPECT_EQ(mend_input(kSchema).text, R"({"type":"object","properties":{"a":{},"b":{"not":{}},"c":{"not":true}}})");
  EXPECT_EQ(mend_input(kSchema, "2026-07-28").text, kSchema);
}

TEST(InputDialect, ThatValidatorsKnowStays) {
  for (const char* uri :
       {"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2020-12/schema#"}) {
    const std::string schema = std::string(R"({"$schema":")") + uri + R"(","type":"object"})";
    EXPECT_EQ(mend_input(schema).text, schema);
  }
}

TEST(InputDialect, OfOldBecomesDraft07) {
  for (const char* uri : {"http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft-06/schema"}) {
    const Outcome outcome = mend_input(std::string(R"({"$schema":")") + uri + R"(","type":"object"})");
    EXPECT_EQ(outcome.text, R"({"$schema":"http://json-schema.org/draft-07/schema#","type":"object"})");
  }
  EXPECT_THAT(mend_input(R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"object"})").notes,
              ElementsAre("inputSchema.$schema was draft-04, which validators no longer know; it is draft-07 now"));
}

TEST(InputDialect, SpelledInAnotherWayIsSpelledAsValidatorsDo) {
  EXPECT_EQ(mend_input(R"({"$schema":"https://json-schema.org/draft-07/schema#","type":"object"})").text,
            R"({"$schema":"http://json-schema.org/draft-07/schema#","type":"object"})");
  EXPECT_EQ(mend_input(R"({"$schema":"http://json-schema.org/draft/2020-12/schema","type":"object"})").text,
            R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"})");
}

TEST(InputDialect, ThatNobodyKnowsIsLeftOut) {
  EXPECT_EQ(mend_input(R"({"$schema":"https://example.com/mine","type":"object"})").text, R"({"type":"object"})");
  EXPECT_EQ(mend_input(R"({"$schema":null,"type":"object"})").text, R"({"type":"object"})");
}

}  // namespace
