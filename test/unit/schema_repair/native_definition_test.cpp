#include "schema_repair/native_definition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <ostream>
#include <string>

#include "json/lookup.hpp"
#include "json/scanner.hpp"
#include "schema_repair/repair.hpp"

namespace {

using namespace workbench;
using schema_repair::NativeDefinition;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::UnorderedElementsAre;

std::string text_of(const Json& value) {
  return std::string(value.text());
}

/// What holds for every result: it is valid JSON, has nothing that would be changed again, and shares the text of the
/// original if nothing was changed.
NativeDefinition native(const std::string& definition) {
  const Json given(definition);
  NativeDefinition native = schema_repair::native_definition(given);
  if (native.definition.text() == definition) {
    EXPECT_EQ(native.definition.text().data(), given.text().data()) << definition;
  }
  if (native.for_models.text() == native.definition.text()) {
    EXPECT_EQ(native.for_models.text().data(), native.definition.text().data()) << definition;
  }
  for (const Json* const shown : {&native.definition, &native.for_models}) {
    EXPECT_FALSE(json::check(shown->text(), 200).has_value()) << shown->text();
  }
  EXPECT_EQ(text_of(schema_repair::native_definition(native.definition).definition), native.definition.text());
  EXPECT_EQ(text_of(schema_repair::native_definition(native.for_models).for_models), native.for_models.text());
  return native;
}

NativeDefinition native_tool(const std::string& schema) {
  return native(R"({"name":"t","description":"Finds.","inputSchema":)" + schema + "}");
}

/// As every client is shown it.
std::string shown_input(const std::string& schema) {
  return text_of(json::member(native_tool(schema).definition, "inputSchema"));
}

/// As a host of models is shown it; the others here, too.
std::string native_input(const std::string& schema) {
  return text_of(json::member(native_tool(schema).for_models, "inputSchema"));
}

/// The schema of the only property.
std::string native_property(const std::string& schema) {
  const Json input(native_input(R"({"type":"object","properties":{"a":)" + schema + "}}"));
  return text_of(json::member(json::member(input, "properties"), "a"));
}

std::string description_for(const std::string& schema) {
  return json::member_characters(native_tool(schema).for_models, "description");
}

// --- keywords at the root --------------------------------------------------------------------------------------------

TEST(CombinatorsAtTheRoot, AreMovedIntoThePropertiesOfTheRoot) {
  EXPECT_EQ(native_input(R"({"type":"object","properties":{"a":{"type":"string"},"b":{}},)"
                         R"("anyOf":[{"required":["a"]},{"required":["b"]}]})"),
            R"({"type":"object","properties":{"a":{"type":"string"},"b":{}}})");
  EXPECT_EQ(native_input(R"({"type":"object","oneOf":[{"properties":{"a":{}}},{"properties":{"b":{},"a":{"x":1}}}]})"),
            R"({"type":"object","properties":{"a":{"anyOf":[{},{"x":1}]},"b":{}}})");
  EXPECT_EQ(native_input(R"({"type":"object","properties":{"a":{}},"required":["a"],)"
                         R"("allOf":[{"properties":{"a":{"y":1},"c":{}},"required":["c","a"]}]})"),
            R"({"type":"object","properties":{"a":{},"c":{}},"required":["a","c"]})");
  EXPECT_EQ(native_input(R"({"type":"object","$defs":{"A":{"properties":{"a":{}}}},"anyOf":[{"$ref":"#/$defs/A"}]})"),
            R"({"type":"object","$defs":{"A":{"properties":{"a":{}}}},"properties":{"a":{}}})");
}

TEST(CombinatorsAtTheRoot, AreRepeatedInTheDescription) {
  for (const std::string keyword :
       {R"("anyOf":[{"required":["a"]}])", R"("oneOf":[{"required":["a"]}])", R"("allOf":[{"required":["a"]}])",
        R"("not":{"required":["a"]})", R"("enum":[{"a":1},{"a":2}])"}) {
    const std::string schema = R"({"type":"object","properties":{"a":{}},)" + keyword + "}";
    EXPECT_EQ(description_for(schema), "Finds.\n\nBesides, the arguments must match the JSON Schema {" + keyword + "}");
    EXPECT_THAT(native_input(schema), Not(HasSubstr(keyword)));
  }
}

TEST(CombinatorsAtTheRoot, StayInTheDefinitionsForReferencesIntoThem) {
  EXPECT_EQ(native_input(R"({"type":"object","properties":{"a":{"$ref":"#/anyOf/0"}},"anyOf":[{"title":"A"}]})"),
            R"({"type":"object","$defs":{"arguments":{"anyOf":[{"title":"A"}]}},)"
            R"("properties":{"a":{"$ref":"#/$defs/arguments/anyOf/0"}}})");
  EXPECT_EQ(native_input(R"({"type":"object","$defs":{"arguments":{}},"anyOf":[{"properties":{"a":{"type":"null"}}},)"
                         R"({"properties":{"b":{"$ref":"#\/anyOf\/0\/properties\/a"}}}]})"),
            R"({"type":"object","$defs":{"arguments":{},"arguments_2":{"anyOf":[{"properties":{"a":{"type":"null"}}},)"
            R"({"properties":{"b":{"$ref":"#/$defs/arguments_2/anyOf/0/properties/a"}}}]}},)"
            R"("properties":{"a":{"type":"null"},"b":{"$ref":"#/$defs/arguments_2/anyOf/0/properties/a"}}})");
}

TEST(CombinatorsAtTheRoot, GetAShortNameThereHoweverManyAreTaken) {
  std::string taken = R"("arguments":{})";
  for (int number = 2; number <= 2'000; ++number) taken += ",\"arguments_" + std::to_string(number) + "\":{}";
  std::string references = R"("a":{})";
  for (int number = 0; number != 5'000; ++number) {
    references += ",\"p" + std::to_string(number) + R"(":{"$ref":"#/anyOf/0"})";
  }
  const std::string schema =
      R"({"type":"object","$defs":{)" + taken + R"(},"properties":{)" + references + R"(},"anyOf":[{}]})";
  const std::string shown = native_input(schema);
  EXPECT_THAT(shown, HasSubstr(R"("arguments_2001":{"anyOf":[{}]})"));
  EXPECT_THAT(shown, HasSubstr(R"("p4999":{"$ref":"#/$defs/arguments_2001/anyOf/0"})"));
  EXPECT_LT(shown.size(), 2 * schema.size());
}

TEST(CombinatorsAtTheRoot, StayForClientsThatAreNoHostsOfModels) {
  const std::string schema =
      R"({"type":"object","properties":{"a":{"type":"string"}},"allOf":[{"anyOf":[{"required":["a"]}]}],)"
      R"("if":{"required":["a"]},"then":{"required":["b"]},"not":{"required":["c"]}})";
  EXPECT_EQ(shown_input(schema), schema);
  EXPECT_EQ(json::member_characters(native_tool(schema).definition, "description"), "Finds.");
}

TEST(CombinatorsAtTheRoot, LeaveItForAllClientsWhereArgumentsHaveOtherNames) {
  const std::string schema =
      R"({"type":"object","properties":{"$a":{}},"anyOf":[{"required":["$a"]},{"properties":{"b":{}}}]})";
  EXPECT_EQ(shown_input(schema), native_input(schema));
  EXPECT_THAT(shown_input(schema), Not(HasSubstr("anyOf")));
}

TEST(CombinatorsAtTheRoot, ThatAreElsewhereStay) {
  for (const std::string schema :
       {R"({"type":"object","properties":{"a":{"anyOf":[{"type":"null"}],"not":{"const":1},"enum":[1]}}})",
        R"({"type":"object","properties":{"anyOf":{"type":"string"},"enum":{"type":"string"}}})",
        R"({"type":"object","properties":{"a":{"$ref":"#/properties/b"},"b":{}},"if":{"required":["a"]}})"}) {
    EXPECT_EQ(native_input(schema), schema);
    EXPECT_EQ(description_for(schema), "Finds.");
  }
}

// --- names of arguments ----------------------------------------------------------------------------------------------

TEST(NamesOfArguments, ThatAreRefusedAreReplacedAndTold) {
  const NativeDefinition tool = native_tool(
      R"({"type":"object","properties":{"$top":{"type":"integer"},"$skip":{"type":"integer","description":"Offset."},)"
      R"("flag!":true,"none?":false,"fine":{}},"required":["fine","$top"],"additionalProperties":false})");
  EXPECT_EQ(
      text_of(json::member(tool.definition, "inputSchema")),
      R"({"type":"object","additionalProperties":false,"properties":{)"
      R"("top":{"type":"integer","description":"The server calls it \"$top\"."},)"
      R"("skip":{"type":"integer","description":"Offset. The server calls it \"$skip\"."},)"
      R"("flag":{"description":"The server calls it \"flag!\"."},)"
      R"("none":{"not":{},"description":"The server calls it \"none?\"."},"fine":{}},"required":["fine","top"]})");
  EXPECT_THAT(tool.own_names, UnorderedElementsAre(Pair("top", "$top"), Pair("skip", "$skip"), Pair("flag", "flag!"),
                                                   Pair("none", "none?")));
  EXPECT_EQ(json::member_characters(tool.definition, "description"), "Finds.");
}

TEST(NamesOfArguments, BelowTheRootStay) {
  const std::string schema =
      R"({"type":"object","properties":{"a":{"type":"object","properties":{"$b":{}},"required":["$b"]}},)"
      R"("$defs":{"$c":{"type":"object","properties":{"d e":{}}}}})";
  const NativeDefinition tool = native_tool(schema);
  EXPECT_EQ(text_of(json::member(tool.definition, "inputSchema")), schema);
  EXPECT_THAT(tool.own_names, IsEmpty());
}

TEST(NamesOfArguments, ThatOnlyACombinatorOrRequiredHasAreReplacedToo) {
  const NativeDefinition tool =
      native_tool(R"({"type":"object","required":["$a"],"oneOf":[{"properties":{"$b":{"type":"null"}}},)"
                  R"({"properties":{"$b":{"type":"string"}}}]})");
  EXPECT_EQ(text_of(json::member(tool.definition, "inputSchema")),
            R"({"type":"object","properties":{"b":{"anyOf":[{"type":"null"},{"type":"string"}],)"
            R"("description":"The server calls it \"$b\"."},"a":{"description":"The server calls it \"$a\"."}},)"
            R"("required":["a"]})");
  EXPECT_THAT(tool.own_names, UnorderedElementsAre(Pair("a", "$a"), Pair("b", "$b")));
}

TEST(NamesOfArguments, ThatOnlyACombinatorHasAreReplacedForModels) {
  const std::string schema = R"({"type":"object","properties":{},"oneOf":[{"properties":{"$b":{}}}]})";
  const NativeDefinition tool = native_tool(schema);
  EXPECT_EQ(text_of(json::member(tool.definition, "inputSchema")), schema);
  EXPECT_THAT(text_of(json::member(tool.for_models, "inputSchema")), HasSubstr(R"("b":{"description":)"));
  EXPECT_THAT(tool.own_names, UnorderedElementsAre(Pair("b", "$b")));
}

TEST(NamesOfArguments, AreReplacedInReferencesHoweverTheseAreWritten) {
  for (const char* reference :
       {"#/properties/$a~1b/items", "#/properties/%24a~1b/items", R"(#\/properties\/$a%7E1b\/items)"}) {
    EXPECT_EQ(native_input(R"({"type":"object","properties":{"c":{"$ref":")" + std::string(reference) +
                           R"("},"$a/b":{"$ref":"#/$defs/D"}},"$defs":{"D":{"items":{}}}})"),
              R"({"type":"object","$defs":{"D":{"items":{}}},"properties":{"c":{"$ref":"#/properties/a_b/items"},)"
              R"("a_b":{"$ref":"#/$defs/D"}}})")
        << reference;
  }
  const std::string inside = R"({"$id":"x:y","properties":{"$a":{}},"items":{"$ref":"#/properties/$a"}})";
  EXPECT_THAT(native_input(R"({"type":"object","properties":{"$a":{},"b":)" + inside + "}}"), HasSubstr(inside))
      << "the pointer begins at the schema with the identifier";
}

TEST(NamesOfArguments, TakeWhatTheRootSaysAboutThemIntoTheDescription) {
  const std::string condition =
      R"("if":{"required":["$a"]},"then":{"required":["b"]},"dependentRequired":{"b":["$a"]})";
  const std::string schema = R"({"type":"object","properties":{"$a":{},"b":{}},)" + condition + "}";
  EXPECT_THAT(native_input(schema), Not(HasSubstr("\"then\"")));
  EXPECT_THAT(description_for(schema), HasSubstr("JSON Schema {" + condition + "}"));
}

// --- schemas everywhere ----------------------------------------------------------------------------------------------

struct NativeCase {
  const char* about;
  const char* schema;
  const char* shown;
};

void PrintTo(const NativeCase& one, std::ostream* out) {
  *out << one.about;
}

class ASchemaInANativeList : public testing::TestWithParam<NativeCase> {};

/// As the schema of a property, in a list of schemas, and behind a reference; `shown` null: it stays as it is.
TEST_P(ASchemaInANativeList, HasNothingThatModelsApisRefuse) {
  const std::string schema = GetParam().schema;
  const std::string shown = GetParam().shown == nullptr ? schema : GetParam().shown;
  EXPECT_EQ(native_property(schema), shown);
  EXPECT_EQ(native_property(R"({"anyOf":[{"type":"null"},)" + schema + "]}"),
            R"({"anyOf":[{"type":"null"},)" + shown + "]}");
  EXPECT_EQ(native_input(R"({"type":"object","properties":{},"$defs":{"D":)" + schema + "}}"),
            R"({"type":"object","properties":{},"$defs":{"D":)" + shown + "}}");
}

INSTANTIATE_TEST_SUITE_P(
    Booleans, ASchemaInANativeList,
    testing::Values(
        NativeCase{"true", "true", "{}"}, NativeCase{"false", "false", R"({"not":{}})"},
        NativeCase{"properties", R"({"properties":{"b":true,"default":false}})",
                   R"({"properties":{"b":{},"default":{"not":{}}}})"},
        NativeCase{"items", R"({"type":"array","items":true})", R"({"type":"array","items":{}})"},
        NativeCase{"no items", R"({"type":"array","items":false})", R"({"type":"array","items":{"not":{}}})"},
        NativeCase{"prefixItems", R"({"prefixItems":[true],"items":{}})", R"({"prefixItems":[{}],"items":{}})"},
        NativeCase{"lists", R"({"anyOf":[true],"oneOf":[false],"allOf":[true]})",
                   R"({"anyOf":[{}],"oneOf":[{"not":{}}],"allOf":[{}]})"},
        NativeCase{"not", R"({"not":true})", R"({"not":{}})"},
        NativeCase{"conditions", R"({"if":true,"then":false,"else":true})", R"({"if":{},"then":{"not":{}},"else":{}})"},
        NativeCase{"dependencies", R"({"dependentSchemas":{"b":true},"dependencies":{"c":true,"d":["e"]}})",
                   R"({"dependentSchemas":{"b":{}},"dependencies":{"c":{},"d":["e"]}})"},
        NativeCase{"patternProperties", R"({"patternProperties":{"^x":true},"definitions":{"b":true}})",
                   R"({"patternProperties":{"^x":{}},"definitions":{"b":{}}})"},
        NativeCase{"contains", R"({"contains":true,"propertyNames":true})", R"({"contains":{},"propertyNames":{}})"},
        NativeCase{"what is mostly a boolean",
                   R"({"additionalProperties":false,"unevaluatedProperties":true,"unevaluatedItems":false})", nullptr},
        NativeCase{"a property of such a name", R"({"properties":{"additionalProperties":true}})",
                   R"({"properties":{"additionalProperties":{}}})"},
        NativeCase{"flags and data", R"({"uniqueItems":true,"default":true,"const":false,"enum":[true],"x":true})",
                   nullptr}));

INSTANTIATE_TEST_SUITE_P(
    Arrays, ASchemaInANativeList,
    testing::Values(NativeCase{"without items", R"({"type":"array"})", R"({"items":{},"type":"array"})"},
                    NativeCase{"or null", R"({"type":["array","null"]})", R"({"items":{},"type":["array","null"]})"},
                    NativeCase{"of arrays", R"({"type":"array","items":{"type":"array"}})",
                               R"({"type":"array","items":{"items":{},"type":"array"}})"},
                    NativeCase{"beside prefixItems", R"({"type":"array","prefixItems":[{}]})",
                               R"({"items":{},"type":"array","prefixItems":[{}]})"},
                    NativeCase{"beside unevaluatedItems", R"({"type":"array","unevaluatedItems":false})",
                               R"({"items":{},"type":"array","unevaluatedItems":false})"},
                    NativeCase{"inside not", R"({"not":{"type":"array"}})", R"({"not":{"items":{},"type":"array"}})"},
                    NativeCase{"with items", R"({"type":"array","items":{"type":"string"}})", nullptr},
                    NativeCase{"of another type", R"({"type":"string"})", nullptr},
                    NativeCase{"as data", R"({"const":{"type":"array"}})", nullptr},
                    NativeCase{"a tuple", R"({"type":"array","items":[{"type":"string"},true]})",
                               R"({"items":{},"type":"array","prefixItems":[{"type":"string"},{}]})"},
                    NativeCase{"a closed tuple", R"({"items":[{}],"additionalItems":false})",
                               R"({"prefixItems":[{}],"items":{"not":{}}})"},
                    NativeCase{"a tuple with others", R"({"items":[{}],"additionalItems":{"type":"array"}})",
                               R"({"prefixItems":[{}],"items":{"items":{},"type":"array"}})"},
                    NativeCase{"an empty tuple", R"({"type":"array","items":[]})", R"({"items":{},"type":"array"})"}));

INSTANTIATE_TEST_SUITE_P(
    Required, ASchemaInANativeList,
    testing::Values(NativeCase{"without properties", R"({"type":"object","required":["b"]})",
                               R"({"properties":{"b":{}},"type":"object","required":["b"]})"},
                    NativeCase{"beside others", R"({"properties":{"b":{}},"required":["c","b","c","d"]})",
                               R"({"properties":{"c":{},"d":{},"b":{}},"required":["c","b","c","d"]})"},
                    NativeCase{"beside none", R"({"properties":{},"required":["b"]})",
                               R"({"properties":{"b":{}},"required":["b"]})"},
                    NativeCase{"in other characters", R"({"properties":{"b\u0063":{}},"required":["\u0062c"]})",
                               nullptr},
                    NativeCase{"of what need not be an object", R"({"required":["b"]})", nullptr},
                    NativeCase{"inside not", R"({"not":{"type":"object","required":["b"]}})", nullptr}));

INSTANTIATE_TEST_SUITE_P(
    Patterns, ASchemaInANativeList,
    testing::Values(
        NativeCase{"lookaround", R"x({"type":"string","pattern":"^(?!a$)"})x",
                   R"x({"description":"It matches the regular expression ^(?!a$)","type":"string"})x"},
        NativeCase{"beside a description", R"x({"type":"string","description":"A name.","pattern":"^\\p{L}+$"})x",
                   R"x({"type":"string","description":"A name. It matches the regular expression ^\\p{L}+$"})x"},
        NativeCase{
            "of an array, too", R"x({"type":["array","string"],"pattern":"(?=a)"})x",
            R"x({"description":"It matches the regular expression (?=a)","items":{},"type":["array","string"]})x"},
        NativeCase{"beside a reference", R"x({"$ref":"#","pattern":"(?=a)"})x", R"x({"$ref":"#"})x"},
        NativeCase{"that all know", R"x({"type":"string","pattern":"^(?:a|[b-d])\\.\\d{2,}$"})x", nullptr},
        NativeCase{"inside not", R"x({"not":{"pattern":"(?=a)"}})x", nullptr},
        NativeCase{"of names", R"x({"patternProperties":{"(?=a)":{}},"additionalProperties":false,"title":"T"})x",
                   R"x({"title":"T"})x"},
        NativeCase{"of names that all know", R"x({"patternProperties":{"^a":{}},"additionalProperties":false})x",
                   nullptr}));

TEST(APatternInANativeList, StaysForClientsThatAreNoHostsOfModels) {
  const std::string schema =
      R"x({"type":"object","properties":{"a":{"pattern":"(?=a)"}},"patternProperties":{"(?=a)":{}}})x";
  EXPECT_EQ(shown_input(schema), schema);
  EXPECT_NE(native_input(schema), schema);
}

TEST(ADialect, IsDroppedWithItsTuples) {
  const std::string dialect = R"("$schema":"http://json-schema.org/draft-07/schema#",)";
  EXPECT_EQ(native_input("{" + dialect + R"("type":"object","properties":{"a":{"items":[{}]}}})"),
            R"({"type":"object","properties":{"a":{"items":{},"prefixItems":[{}]}}})");
  const std::string other = "{" + dialect + R"("type":"object","properties":{"a":{"items":{}}}})";
  EXPECT_EQ(native_input(other), other);
}

TEST(TheRoot, HasPropertiesInAnyCase) {
  EXPECT_EQ(native_input(R"({"type":"object"})"), R"({"properties":{},"type":"object"})");
  EXPECT_EQ(native_input(R"({"type":"object","required":["a"]})"),
            R"({"properties":{"a":{}},"type":"object","required":["a"]})");
}

TEST(AnOutputSchema, HasNoBooleansAndIsAsItIsOtherwise) {
  const auto shown = [](const std::string& schema) {
    const NativeDefinition tool =
        native(R"({"name":"t","inputSchema":{"type":"object","properties":{}},"outputSchema":)" + schema + "}");
    return text_of(json::member(tool.definition, "outputSchema"));
  };
  EXPECT_EQ(shown(R"({"type":"object","properties":{"a":true,"b":{"properties":{"c":false}}}})"),
            R"({"type":"object","properties":{"a":{},"b":{"properties":{"c":{"not":{}}}}}})");
  const std::string schema =
      R"({"type":"object","anyOf":[{"required":["$a"]}],"properties":{"$a":{"type":"array"},"b":{"items":[{}]}},)"
      R"("additionalProperties":false})";
  EXPECT_EQ(shown(schema), schema);
}

// --- the tool --------------------------------------------------------------------------------------------------------

TEST(AnEmptyDescription, IsReplacedByTheTitleOrTheName) {
  const std::string schema = R"("inputSchema":{"type":"object","properties":{}})";
  EXPECT_EQ(text_of(native(R"({"name":"t","description":"",)" + schema + "}").definition),
            R"({"name":"t",)" + schema + R"(,"description":"t"})");
  EXPECT_EQ(text_of(native(R"({"description":" \n","title":"T","name":"t",)" + schema + "}").definition),
            R"({"title":"T","name":"t",)" + schema + R"(,"description":"T"})");
  for (const std::string& definition :
       {R"({"name":"t",)" + schema + "}", R"({"name":"t","description":"d",)" + schema + "}"}) {
    EXPECT_EQ(text_of(native(definition).definition), definition);
  }
}

/// In quadratic time it would be minutes.
TEST(ADefinition, TakesLinearTimeHoweverManyBranchesAndNamesItHas) {
  std::string branches;
  std::string properties;
  std::string names;
  std::string required;
  for (int index = 0; index != 12'000; ++index) {
    const std::string number = std::to_string(index);
    const std::string comma = index == 0 ? "" : ",";
    branches += comma + R"({"$ref":"#/$defs/D"})";
    properties += comma + "\"" + number + R"(":{})";
    names += comma + "\"$" + number + "\":{}";
    required += comma + "\"$" + number + "\"";
  }
  const std::string schema = R"({"type":"object","$defs":{"D":{"properties":{)" + properties + R"(}}},"properties":{)" +
                             names + R"(},"required":[)" + required + R"(],"anyOf":[)" + branches + "]}";
  const std::string definition = R"({"name":"t","inputSchema":)" + schema + "}";
  ASSERT_LT(definition.size(), schema_repair::kMaxDefinitionBytes);
  const std::clock_t begin = std::clock();
  EXPECT_EQ(schema_repair::native_definition(Json(definition)).own_names.size(), 12'000U);
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 20);
}

TEST(ADefinition, BeyondTheSizeLimitIsNotChanged) {
  const std::string definition = R"({"name":"t","inputSchema":{"type":"object","title":")" +
                                 std::string(schema_repair::kMaxDefinitionBytes, 'x') + R"("}})";
  EXPECT_TRUE(text_of(schema_repair::native_definition(Json(definition)).definition) == definition);
}

}  // namespace
