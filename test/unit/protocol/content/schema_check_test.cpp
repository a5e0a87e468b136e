#include "protocol/content/schema_check.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <ctime>
#include <ostream>
#include <string>
#include <vector>

namespace {

using namespace workbench;

struct Judged {
  const char* name;
  const char* schema;
  const char* fits;
  const char* contradicts;

  friend std::ostream& operator<<(std::ostream& out, const Judged& one) { return out << one.name; }
};

bool contradicts(const std::string& value, const std::string& schema) {
  return protocol::contradicts_schema(Json(value), Json(schema));
}

class AKeyword : public testing::TestWithParam<Judged> {};

TEST_P(AKeyword, JudgesAValue) {
  EXPECT_FALSE(contradicts(GetParam().fits, GetParam().schema));
  EXPECT_TRUE(contradicts(GetParam().contradicts, GetParam().schema));
}

INSTANTIATE_TEST_SUITE_P(
    Of, AKeyword,
    testing::Values(
        Judged{"Type", R"({"type":"object"})", "{}", "[]"}, Judged{"Integer", R"({"type":"integer"})", "1", "1.5"},
        Judged{"IntegerWithAFraction", R"({"type":"integer"})", "2.0", R"("2")"},
        Judged{"Number", R"({"type":"number"})", "1e400", "null"},
        Judged{"SeveralTypes", R"({"type":["string","null"]})", "null", "7"},
        Judged{"Nullable", R"({"type":"string","nullable":true})", "null", "7"},
        Judged{"Const", R"({"const":"\u0061"})", R"("a")", R"("b")"},
        Judged{"Enum", R"({"enum":["a",1,{"b":2}]})", "1.0", "2"},
        Judged{"Required", R"({"required":["a"]})", R"({"a":null})", R"({"b":1})"},
        Judged{"Properties", R"({"properties":{"a":{"type":"string"}}})", R"({"a":"","b":1})", R"({"\u0061":1})"},
        Judged{"NoOthers", R"({"properties":{"a":true},"additionalProperties":false})", R"({"a":1})", R"({"b":1})"},
        Judged{"Others", R"({"additionalProperties":{"type":"string"}})", R"({"b":""})", R"({"b":1})"},
        Judged{"Items", R"({"items":{"type":"string"}})", R"(["a"])", R"(["a",1])"},
        Judged{"PrefixItems", R"({"prefixItems":[{"type":"string"}],"items":{"type":"number"}})", R"(["a",1])",
               R"(["a","b"])"},
        Judged{"ItemsAsAnArray", R"({"items":[{"type":"string"}]})", R"(["a",1])", "[1]"},
        Judged{"AllOf", R"({"allOf":[{"type":"object"},{"required":["a"]}]})", R"({"a":1})", "{}"},
        Judged{"AnyOf", R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "null", "1"},
        Judged{"OneOf", R"({"oneOf":[{"type":"string"},{"minimum":3}]})", "3", "2"},
        Judged{"Reference", R"({"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"string"}}})", R"("")", "1"},
        Judged{"ReferenceToItself", R"({"type":["object","null"],"properties":{"next":{"$ref":"#"}}})",
               R"({"next":{"next":null}})", R"({"next":{"next":1}})"},
        Judged{"Limits", R"({"minimum":1,"exclusiveMaximum":2})", "1", "2"},
        Judged{"Length", R"({"minLength":1,"maxLength":2})", R"("éü")", R"("abc")"},
        Judged{"Count", R"({"minItems":1,"maxItems":2})", "[1]", "[]"},
        Judged{"LengthInUnitsOfUtf16", R"({"minLength":2})", R"("\ud83d\ude00")", R"("a")"},
        Judged{"LargeIntegers", R"({"exclusiveMinimum":9007199254740992})", "9007199254740993", "9007199254740990"},
        Judged{"ReferenceBesideOthers", R"({"$ref":"#/$defs/a","required":["b"],"$defs":{"a":{"type":"object"}}})",
               R"({"b":1})", "{}"},
        Judged{"ReferenceOfDraft07",
               R"({"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","type":"string",)"
               R"("definitions":{"a":{"type":"number"}}})",
               "1", R"("")"},
        Judged{"ReferenceBelowAnIdentifiedRoot",
               R"({"$id":"x:y","items":{"$ref":"#/$defs/a"},"$defs":{"a":{"type":"string"}}})", R"([""])", "[1]"},
        Judged{"Dialect", R"({"$schema":"https:\/\/json-schema.org/draft/2020-12/schema","type":"string"})", R"("")",
               "1"},
        Judged{"RepeatedKeyword", R"({"type":"object","ty\u0070e":"string"})", R"("")", "{}"},
        Judged{"RepeatedMember", R"({"properties":{"a":{"type":"string"}}})", R"({"a":1,"a":""})", R"({"a":"","a":1})"},
        Judged{"False", R"({"properties":{"a":false}})", "{}", R"({"a":1})"}),
    [](const auto& one) { return one.param.name; });

TEST(WhatASchemaCheckDoesNotJudge, CountsAsConforming) {
  for (const char* schema :
       {"true", "7", R"({"pattern":"^a$","format":"date","not":{},"if":{},"then":false})",
        R"({"$ref":"other.json#/a"})", R"({"$ref":"#anchor"})", R"({"$ref":"#"})",
        R"({"patternProperties":{"a":{}},"additionalProperties":false})", R"({"enum":[{"a":1}]})", R"({"type":"any"})",
        R"({"type":["string",{"type":"object"}]})", R"({"$ref":"#/$defs/%61","$defs":{"%61":false}})"}) {
    EXPECT_FALSE(contradicts(R"({"b":2})", schema)) << schema;
  }
  EXPECT_FALSE(contradicts("[1]", R"({"prefixItems":[{"type":"string"}],"items":{"type":"string"}})"));
}

TEST(WhatASchemaCheckDoesNotJudge, IsWhatTheDialectIgnoresOrReadsInAnotherWay) {
  for (const char* schema :
       {R"({"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","type":"string",)"
        R"("definitions":{"a":{}}})",
        R"({"$schema":"http://json-schema.org/draft-06/schema","properties":{"b":{"$ref":"#/definitions/a",)"
        R"("type":"string"}},"definitions":{"a":{}}})",
        R"({"$schema":"http://json-schema.org/draft-04/schema#","const":1})",
        R"({"$schema":"https://example.org/own","type":"string"})",
        R"({"properties":{"b":{"$schema":"http://json-schema.org/draft-04/schema#","const":1}}})"}) {
    EXPECT_FALSE(contradicts(R"({"b":2})", schema)) << schema;
  }
}

TEST(WhatASchemaCheckDoesNotJudge, IsAReferenceThatBeginsOrEndsInAPartWithAnIdentifier) {
  for (const std::string identifier : {R"("$id":"x:y")", R"("id":"x:y")", R"("$id":"#anchor")"}) {
    const std::string inside =
        R"("b":{)" + identifier + R"(,"items":{},"anyOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{}}})";
    EXPECT_FALSE(contradicts(R"({"b":2})", R"({"properties":{)" + inside + R"(},"$defs":{"a":false}})")) << identifier;
    EXPECT_FALSE(contradicts(
        R"({"b":2})", R"({"$ref":"#/$defs/c/$defs/a","$defs":{"c":{)" + identifier + R"(,"$defs":{"a":false}}}})"))
        << identifier;
    EXPECT_TRUE(contradicts(R"({"b":2})", R"({"properties":{"b":{)" + identifier + R"(,"type":"string"}}})"))
        << "all else in it is judged";
  }
}

TEST(WhatASchemaCheckDoesNotJudge, IsWhatTakesTooLong) {
  EXPECT_FALSE(contradicts("1", R"({"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}},)"
                                R"("$ref":"#/$defs/a"})"));
}

// --- time ------------------------------------------------------------------------------------------------------------

std::string repeated(const std::string& item, std::size_t bytes) {
  std::string items = item;
  while (items.size() < bytes) items.append(",").append(item);
  return items;
}

/// Members with keys of their own, or elements, if `value` is empty.
std::string numbered(const std::string& value, std::size_t bytes) {
  std::string items;
  for (int number = 100'000; items.size() < bytes; ++number) {
    items.append(items.empty() ? "\"" : ",\"").append(std::to_string(number)).append("\"");
    if (!value.empty()) items.append(":").append(value);
  }
  return items;
}

/// A value that it would take minutes to compare with a schema, if each keyword and name were looked up.
struct Costly {
  const char* name;
  std::string schema;
  std::string value;

  friend std::ostream& operator<<(std::ostream& out, const Costly& one) { return out << one.name; }
};

constexpr std::size_t kMany = 900'000;

std::vector<Costly> costly_pairs() {
  const std::string object = "{" + numbered("0", kMany) + R"(,"z":1})";
  const std::string branches = repeated(R"({"required":["z"],"type":"string"})", kMany);
  const std::string blanks(kMany, ' ');
  return {
      {"OneNameRequiredAgainAndAgain", R"({"required":[)" + repeated(R"("z")", kMany) + "]}", object},
      {"ManyRequiredNames", R"({"required":[)" + numbered("", kMany) + "]}", object},
      {"ManyProperties", R"({"properties":{)" + numbered("{}", kMany) + "}}", object},
      {"ManyChoices", R"({"enum":[)" + repeated(R"("\u0061")", kMany) + R"(,"z"]})",
       "\"" + std::string(3'000'000, 'x') + "\""},
      {"AReferenceForEachMember",
       R"({"additionalProperties":{"$ref":"#/$defs/z"},"$defs":{)" + numbered("{}", kMany) + R"(,"z":{}}})", object},
      {"BranchesThatAreTheWhole", R"({"anyOf":[)" + repeated(R"({"$ref":"#"})", kMany) + "]}", "1"},
      {"BranchesForALongNumber", R"({"allOf":[)" + repeated(R"({"type":["integer","null"],"minimum":1})", kMany) + "]}",
       std::string(kMany, '1')},
      {"BranchesForBlanks", R"({"allOf":[)" + repeated(R"({"required":["z"]})", kMany) + "]}",
       "{" + blanks + R"("z":1})"},
      {"BranchesForALongKey", R"({"allOf":[)" + repeated(R"({"required":["z"]})", kMany) + "]}",
       R"({"z":1,")" + std::string(kMany, 'k') + R"(":1})"},
      {"NestedBranches",
       R"({"$defs":{"b":{"anyOf":[)" + branches + R"(]}},"additionalProperties":{"$ref":"#/$defs/b"}})", object},
  };
}

class ACostlyComparison : public testing::TestWithParam<Costly> {};

TEST_P(ACostlyComparison, EndsSoonAndCountsAsConforming) {
  const Json schema(GetParam().schema);
  const Json value(GetParam().value);
  const std::clock_t begin = std::clock();
  EXPECT_FALSE(protocol::contradicts_schema(value, schema));
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, 2) << "a hundred times as long as it may take";
}

INSTANTIATE_TEST_SUITE_P(For, ACostlyComparison, testing::ValuesIn(costly_pairs()),
                         [](const auto& one) { return one.param.name; });

TEST(AComparison, ReachesTheEndOfALongTable) {
  std::string rows;
  for (int row = 0; row != 1'000; ++row) {
    rows += R"({"id":)" + std::to_string(row) + R"(,"name":"A name","size":12.5,"tags":["a","b"],"owner":null},)";
  }
  const std::string schema =
      R"({"type":"object","properties":{"rows":{"type":"array","items":{"$ref":"#/$defs/Row"}}},"required":["rows"],)"
      R"("$defs":{"Row":{"type":"object","title":"Row","required":["id","name"],"properties":{)"
      R"("id":{"type":"integer","title":"Id"},"name":{"type":"string","title":"Name"},"size":{"type":"number"},)"
      R"("tags":{"type":"array","items":{"type":"string"}},"owner":{"anyOf":[{"type":"string"},{"type":"null"}]}}}}})";
  EXPECT_FALSE(contradicts(R"({"rows":[)" + rows + R"({"id":1,"name":""}]})", schema));
  EXPECT_TRUE(contradicts(R"({"rows":[)" + rows + R"({"id":1,"name":2}]})", schema));
}

}  // namespace
