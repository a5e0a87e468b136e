#include "schema_repair/root_combinators.hpp"

#include <gtest/gtest.h>

#include <string>

#include "json/lookup.hpp"

namespace {

using namespace workbench;

Json native(const std::string& schema, const std::string& description = "Finds.") {
  return schema_repair::without_root_combinators(
      Json(R"({"name":"t","description":")" + description + R"(","inputSchema":)" + schema + "}"));
}

std::string native_schema(const std::string& schema) {
  const Json shown = json::member(native(schema), "inputSchema");
  return std::string(shown.text());
}

TEST(RootCombinators, AreMovedIntoThePropertiesOfTheRoot) {
  EXPECT_EQ(native_schema(R"({"type":"object","properties":{"a":{"type":"string"},"b":{}},)"
                          R"("anyOf":[{"required":["a"]},{"required":["b"]}]})"),
            R"({"type":"object","properties":{"a":{"type":"string"},"b":{}}})");
  EXPECT_EQ(native_schema(R"({"type":"object","oneOf":[{"properties":{"a":{}}},{"properties":{"b":{},"a":{"x":1}}}]})"),
            R"({"type":"object","properties":{"a":{"anyOf":[{},{"x":1}]},"b":{}}})");
  EXPECT_EQ(native_schema(R"({"type":"object","properties":{"a":{}},"required":["a"],)"
                          R"("allOf":[{"properties":{"a":{"y":1},"c":{}},"required":["c","a"]}]})"),
            R"({"type":"object","properties":{"a":{},"c":{}},"required":["a","c"]})");
  EXPECT_EQ(native_schema(R"({"type":"object","$defs":{"A":{"properties":{"a":{}}}},"anyOf":[{"$ref":"#/$defs/A"}]})"),
            R"({"type":"object","$defs":{"A":{"properties":{"a":{}}}},"properties":{"a":{}}})");
}

TEST(RootCombinators, AreRepeatedInTheDescription) {
  const std::string schema = R"({"type":"object","anyOf":[{"required":["a"]}]})";
  EXPECT_EQ(json::member_characters(native(schema), "description"),
            "Finds.\n\nBesides, the arguments must match the JSON Schema {\"anyOf\":[{\"required\":[\"a\"]}]}");
  const Json once = native(schema);
  const Json twice = schema_repair::without_root_combinators(once);
  EXPECT_EQ(twice.text(), once.text());
}

TEST(RootCombinators, ThatAreNotAtTheRootStay) {
  for (const char* schema : {R"({"type":"object","properties":{"a":{"anyOf":[{"type":"null"}]}}})",
                             R"({"type":"object","properties":{"anyOf":{"type":"string"}}})", R"({"type":"object"})",
                             R"({"type":"object","anyOf":[{}],"properties":{"a":{"$ref":"#/anyOf/0"}}})"}) {
    EXPECT_EQ(native_schema(schema), schema);
  }
}

}  // namespace
