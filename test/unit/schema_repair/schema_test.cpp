#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "repair_fixture.hpp"

namespace {

using testing::ElementsAre;
using testing::EndsWith;

TEST(Schema, TypesInTheWordsOfOtherLanguagesAreThoseOfJsonSchema) {
  const std::vector<std::pair<std::string, std::string>> types{{R"("String")", R"("string")"},
                                                               {R"("str")", R"("string")"},
                                                               {R"("int")", R"("integer")"},
                                                               {R"("FLOAT")", R"("number")"},
                                                               {R"("double")", R"("number")"},
                                                               {R"("bool")", R"("boolean")"},
                                                               {R"("dict")", R"("object")"},
                                                               {R"("None")", R"("null")"},
                                                               {R"(["STRING","null"])", R"(["string","null"])"},
                                                               {R"(["str","string"])", R"(["string"])"},
                                                               {R"(["int","float"])", R"(["integer","number"])"}};
  for (const auto& [written, meant] : types) {
    EXPECT_EQ(repair_property(R"({"type":)" + written + "}").text, R"({"type":)" + meant + "}") << written;
  }
  EXPECT_EQ(repair_property(R"({"type":"list"})").text, R"({"type":"array"})");
  EXPECT_THAT(repair_property(R"({"type":"str"})").notes,
              ElementsAre(R"(inputSchema.properties.a.type was "str", which is called "string" in JSON Schema)"));
}

TEST(Schema, ATypeThatIsNoneIsRemovedWhereThatAllowsMore) {
  for (const char* type : {R"("any")", R"("file")", "7", "null", "{}", R"(["string",7])", R"(["date","null"])"}) {
    const std::string schema = std::string(R"({"type":)") + type + R"(,"title":"A"})";
    EXPECT_EQ(repair_property(schema).text, R"({"title":"A"})") << type;
    EXPECT_NE(repair_property(R"({"not":)" + schema + "}").error, "") << type;
  }
}

TEST(Schema, AnEmptyArrayIsAnEmptyObjectWhereAnObjectIsRequired) {
  const std::vector<std::pair<std::string, std::string>> schemas{
      {R"({"properties":[]})", R"({"properties":{}})"},
      {R"({"properties":{"b":[ ]}})", R"({"properties":{"b":{}}})"},
      {R"({"$defs":[],"definitions":[]})", R"({"$defs":{},"definitions":{}})"},
      {R"({"patternProperties":[],"dependentSchemas":[]})", R"({"patternProperties":{},"dependentSchemas":{}})"},
      {R"({"dependentRequired":[],"dependencies":[]})", R"({"dependentRequired":{},"dependencies":{}})"},
      {R"({"additionalProperties":[]})", R"({"additionalProperties":{}})"},
      {R"({"not":[]})", R"({"not":{}})"},
      {R"({"if":[],"then":[]})", R"({"if":{},"then":{}})"},
      {R"({"anyOf":[[],{"type":"null"}]})", R"({"anyOf":[{},{"type":"null"}]})"},
      {R"({"required":[],"default":[],"const":[],"examples":[]})",
       R"({"required":[],"default":[],"const":[],"examples":[]})"}};
  for (const auto& [written, meant] : schemas) {
    const Outcome outcome = repair_property(written);
    EXPECT_EQ(outcome.text, meant) << written;
    EXPECT_THAT(outcome.notes, testing::IsEmpty()) << "a server that writes one has many";
  }
  EXPECT_EQ(repair_input("[]").text, R"({"type":"object"})");
  EXPECT_EQ(repair_output(R"({"type":"object","properties":[]})").text, R"({"type":"object","properties":{}})");
}

TEST(Schema, AnEmptyObjectIsAnEmptyArrayWhereAnArrayIsRequired) {
  for (const char* schema :
       {R"({"required":{}})", R"({"anyOf":{}})", R"({"allOf":{}})", R"({"prefixItems":{}})", R"({"enum":{}})"}) {
    EXPECT_EQ(repair_property(schema).text, "{}") << schema;
  }
  EXPECT_EQ(repair_property(R"({"dependentRequired":{"b":{}}})").text, R"({"dependentRequired":{}})");
}

TEST(Schema, IsQuotedInNotesWithoutControlCharacters) {
  const Outcome outcome = repair_input("{\"$schema\":\"http://a/\x7f\",\"type\":\"object\"}");
  EXPECT_THAT(outcome.notes, ElementsAre(R"(inputSchema.$schema was "http://a/\u007f", a dialect that validators do )"
                                         "not know; it is left out"));
}

TEST(Schema, MustBeAnObjectOrABoolean) {
  for (const char* schema :
       {R"({"not":7})", R"({"items":"string"})", R"({"additionalProperties":"no"})", R"({"anyOf":{"a":{}}})",
        R"({"oneOf":["string"]})", R"({"properties":["a"]})", R"({"properties":{"a":"string"}})",
        R"({"$defs":{"a":7}})", R"({"if":[1],"then":{}})", R"({"prefixItems":{"a":{}}})", R"({"dependencies":{"a":7}})",
        R"({"patternProperties":[{}]})"}) {
    EXPECT_NE(repair_property(schema).error, "") << schema;
  }
  EXPECT_EQ(repair_property(R"({"not":7})").error,
            std::string(kLeftOut) + "inputSchema.properties.a.not is not a schema, which is an object or a boolean");
}

TEST(Schema, NamesMustBeArraysOfStrings) {
  for (const char* schema : {R"({"required":"a"})", R"({"required":[7]})", R"({"dependentRequired":{"a":"b"}})",
                             R"({"dependentRequired":["a"]})", R"({"dependencies":{"a":[7]}})"}) {
    EXPECT_NE(repair_property(schema).error, "") << schema;
  }
}

TEST(Schema, RequiredAsABooleanIsRemoved) {
  EXPECT_EQ(repair_property(R"({"type":"string","required":true})").text, R"({"type":"string"})");
}

TEST(Schema, AKeywordThatIsNullIsRemoved) {
  EXPECT_EQ(
      repair_property(R"({"enum":null,"minimum":null,"items":null,"default":null,"const":null,"pattern":null})").text,
      R"({"default":null,"const":null})");
}

TEST(Schema, AnExclusiveLimitOfDraft04BecomesTheLimitItself) {
  EXPECT_EQ(repair_property(R"({"minimum":1.0,"exclusiveMinimum":true,"maximum":9,"exclusiveMaximum":false})").text,
            R"({"exclusiveMinimum":1.0,"maximum":9})");
  EXPECT_EQ(repair_property(R"({"exclusiveMaximum":true,"type":"number"})").text, R"({"type":"number"})");
  EXPECT_EQ(repair_property(R"({"maximum":9,"exclusiveMaximum":8})").text, R"({"maximum":9,"exclusiveMaximum":8})");
  EXPECT_THAT(
      repair_property(R"({"minimum":1,"exclusiveMinimum":true})").notes,
      ElementsAre("inputSchema.properties.a.exclusiveMinimum was true, as in draft-04; it is the limit itself now"));
}

TEST(Schema, ALimitInQuotesBecomesANumber) {
  EXPECT_EQ(repair_property(R"({"minLength":"1","maximum":"-1.50e3"})").text, R"({"minLength":1,"maximum":-1.50e3})");
  EXPECT_EQ(repair_property(R"({"minLength":"one","maximum":"","minimum":" 1","maxItems":{}})").text, "{}");
}

TEST(Schema, AnAssertionOfAWrongKindIsRemoved) {
  EXPECT_EQ(repair_property(R"({"enum":[],"uniqueItems":"yes","format":7,"pattern":7})").text, "{}");
  EXPECT_EQ(repair_property(R"({"enum":"a"})").text, "{}");
}

TEST(Schema, AnInvalidPatternIsRemoved) {
  const Outcome outcome = repair_property(R"x({"pattern":"(?P<year>\\d)","type":"string"})x");
  EXPECT_EQ(outcome.text, R"({"type":"string"})");
  EXPECT_THAT(outcome.notes,
              ElementsAre(R"x(inputSchema.properties.a.pattern was "(?P<year>\\d)", which is not a regular )x"
                          "expression of ECMAScript; it is left out"));
}

TEST(Schema, APatternLosesNeedlessBackslashes) {
  EXPECT_EQ(repair_property(R"({"pattern":"\\d\\-\\d"})").text, R"({"pattern":"\\d-\\d"})");
  EXPECT_EQ(repair_property(R"({"patternProperties":{"^x\\-":{}}})").text, R"({"patternProperties":{"^x-":{}}})");
  EXPECT_THAT(repair_property(R"({"patternProperties":{"(":{}}})").error,
              EndsWith("not a regular expression of ECMAScript"));
}

TEST(Schema, NothingIsRemovedWhereTheSchemaWouldThenAllowLess) {
  EXPECT_NE(repair_property(R"({"not":{"pattern":"("}})").error, "");
  EXPECT_NE(repair_property(R"({"oneOf":[{"items":{"enum":[]}}]})").error, "");
  EXPECT_NE(repair_property(R"({"if":{"minLength":"x"},"then":{}})").error, "");
  EXPECT_EQ(repair_property(R"({"anyOf":[{"pattern":"("}]})").text, R"({"anyOf":[{}]})");
  EXPECT_EQ(repair_property(R"({"not":{"minLength":"1"}})").text, R"({"not":{"minLength":1}})");
}

TEST(Schema, IdIsAnIdentifierInDraft04Alone) {
  EXPECT_EQ(repair_input(R"({"$schema":"http://json-schema.org/draft-04/schema#","id":"http://a","type":"object",)"
                         R"("properties":{"id":{"id":"#b"},"c":{"$ref":"#b"}}})")
                .text,
            R"({"$schema":"http://json-schema.org/draft-07/schema#","$id":"http://a","type":"object",)"
            R"("properties":{"id":{"$id":"#b"},"c":{"$ref":"#b"}}})");
  EXPECT_EQ(repair_input(R"({"id":"http://a","type":"object","properties":{"id":{}}})").text,
            R"({"type":"object","properties":{"id":{}}})");
  EXPECT_EQ(repair_property(R"({"$id":7})").text, "{}");
}

TEST(Schema, AListOfItemsBecomesPrefixItemsSince202012) {
  EXPECT_EQ(repair_property(R"({"items":[{"type":"STRING"},true],"additionalItems":false})").text,
            R"({"prefixItems":[{"type":"string"},true],"items":false})");
  EXPECT_EQ(repair_property(R"({"items":[],"additionalItems":false})").text, R"({"items":false})");
  EXPECT_NE(repair_property(R"({"items":[{}],"prefixItems":[{}]})").error, "");
  EXPECT_EQ(repair_property(R"({"items":{},"additionalItems":false})").text, R"({"items":{},"additionalItems":false})");
}

TEST(Schema, AListOfItemsIsKeptInAnOlderDialect) {
  const std::string schema = R"({"$schema":"http://json-schema.org/draft-07/schema#","type":"object",)"
                             R"("properties":{"a":{"items":[{}],"additionalItems":{}}},"definitions":{}})";
  EXPECT_EQ(repair_input(schema).text, schema);
}

TEST(Schema, ARepairThatWouldBreakAReferenceIsAFault) {
  EXPECT_THAT(repair_input(R"({"type":"object","items":[{}],"not":{"$ref":"#/items/0"}})").error,
              EndsWith(R"(inputSchema.not.$ref refers to "#/items/0", which does not exist)"));
}

TEST(Schema, NullableIsKeptWhereValidatorsAcceptIt) {
  for (const char* schema : {R"({"type":"string","nullable":true})", R"({"type":"string","nullable":false})"}) {
    EXPECT_EQ(repair_property(schema).text, schema);
  }
  for (const char* schema : {R"({"nullable":true})", R"({"nullable":"yes"})"}) {
    EXPECT_EQ(repair_property(schema).text, "{}") << schema;
  }
  EXPECT_EQ(repair_property(R"({"type":["string","null"],"nullable":false})").text, R"({"type":["string","null"]})");
}

TEST(Schema, DataAndUnknownKeywordsAreNotChecked) {
  const std::string schema =
      R"({"default":{"type":7},"const":{"enum":[]},"enum":[{"$ref":7}],"examples":[{"id":1}],"x":{"not":7}})";
  EXPECT_EQ(repair_property(schema).text, schema);
}

TEST(Schema, OfAnyDepthIsCheckedWithoutRecursion) {
  std::string schema = R"({"type":"STRING"})";
  for (int depth = 0; depth != 5000; ++depth) schema = R"({"items":)" + schema + "}";
  EXPECT_EQ(repair_property(schema).error, "");
}

TEST(Dialect, KnownToValidatorsIsKept) {
  for (const char* uri :
       {"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2020-12/schema#"}) {
    const std::string schema = std::string(R"({"$schema":")") + uri + R"(","type":"object"})";
    EXPECT_EQ(repair_input(schema).text, schema);
  }
}

TEST(Dialect, ThatIsOldBecomesDraft07) {
  for (const char* uri : {"http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft-06/schema"}) {
    const Outcome outcome = repair_input(std::string(R"({"$schema":")") + uri + R"(","type":"object"})");
    EXPECT_EQ(outcome.text, R"({"$schema":"http://json-schema.org/draft-07/schema#","type":"object"})");
  }
  EXPECT_THAT(repair_input(R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"object"})").notes,
              ElementsAre("inputSchema.$schema was draft-04, which validators no longer know; it is draft-07 now"));
}

TEST(Dialect, WithTheOtherSchemeGetsTheUriThatValidatorsKnow) {
  EXPECT_EQ(repair_input(R"({"$schema":"https://json-schema.org/draft-07/schema#","type":"object"})").text,
            R"({"$schema":"http://json-schema.org/draft-07/schema#","type":"object"})");
  EXPECT_EQ(repair_input(R"({"$schema":"http://json-schema.org/draft/2020-12/schema","type":"object"})").text,
            R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"})");
}

TEST(Dialect, ThatIsUnknownIsRemoved) {
  EXPECT_EQ(repair_input(R"({"$schema":"https://example.com/mine","type":"object"})").text, R"({"type":"object"})");
  EXPECT_EQ(repair_input(R"({"$schema":null,"type":"object"})").text, R"({"type":"object"})");
}

}  // namespace
