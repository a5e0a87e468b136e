#include "protocol/content/schema_check.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

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
        Judged{"False", R"({"properties":{"a":false}})", "{}", R"({"a":1})"}),
    [](const auto& one) { return one.param.name; });

TEST(WhatASchemaCheckDoesNotJudge, CountsAsConforming) {
  for (const char* schema :
       {"true", "7", R"({"pattern":"^a$","format":"date","not":{},"if":{},"then":false})",
        R"({"$ref":"other.json#/a"})", R"({"$ref":"#anchor"})", R"({"$ref":"#"})",
        R"({"patternProperties":{"a":{}},"additionalProperties":false})", R"({"enum":[{"a":1}]})"}) {
    EXPECT_FALSE(contradicts(R"({"b":2})", schema)) << schema;
  }
}

TEST(WhatASchemaCheckDoesNotJudge, IsWhatTakesTooLong) {
  EXPECT_FALSE(contradicts("1", R"({"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}},)"
                                R"("$ref":"#/$defs/a"})"));
}

}  // namespace
