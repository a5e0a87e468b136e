#include "lean/lean_schema.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "json_access.hpp"

namespace meta_tools {
namespace {

using workbench::Json;

std::string lean(std::string_view schema, std::string_view tool_name = "read_file") {
  return lean_schema(Json(std::string(schema)), tool_name, kJson);
}

struct Case {
  const char* what;
  std::string_view schema;
  std::string_view lean;
};

void expect_lean(std::initializer_list<Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(lean(c.schema), c.lean) << c.what;
}

void expect_kept(std::initializer_list<std::string_view> schemas) {
  for (const std::string_view schema : schemas) EXPECT_EQ(lean(schema), schema);
}

TEST(LeanSchema, RemovesWhatZodAdds) {
  EXPECT_EQ(
      lean(
          R"({"type":"object","properties":{"path":{"type":"string"},"tail":{"type":"number","description":"Last N lines"}},)"
          R"("required":["path"],"additionalProperties":false,"$schema":"http://json-schema.org/draft-07/schema#"})"),
      R"({"type":"object","properties":{"path":{"type":"string"},"tail":{"type":"number","description":"Last N lines"}},)"
      R"("required":["path"],"additionalProperties":false})");
}

TEST(LeanSchema, RemovesWhatPydanticAdds) {
  EXPECT_EQ(lean(R"({"$defs":{"Color":{"enum":["red","blue"],"title":"Color","type":"string"}},"properties":{)"
                 R"("file_path":{"title":"File Path","type":"string"},)"
                 R"("limit":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null,"title":"Limit"},)"
                 R"("color":{"$ref":"#/$defs/Color","default":"red"}},)"
                 R"("required":["file_path"],"title":"read_fileArguments","type":"object"})"),
            R"({"$defs":{"Color":{"enum":["red","blue"],"type":"string"}},"properties":{)"
            R"("file_path":{"type":"string"},)"
            R"("limit":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null},)"
            R"("color":{"$ref":"#/$defs/Color","default":"red"}},)"
            R"("required":["file_path"],"type":"object"})");
}

TEST(LeanSchema, RemovesAMemberInAnyPosition) {
  expect_lean({
      {"first", R"({"$schema":"x","type":"object"})", R"({"type":"object"})"},
      {"middle", R"({"type":"object","$schema":"x","a":1})", R"({"type":"object","a":1})"},
      {"last", R"({"type":"object","$schema":"x"})", R"({"type":"object"})"},
      {"alone", R"({"$schema":"x"})", R"({})"},
      {"all of several", R"({"$schema":"x","title":"read_file","description":"Read file"})", R"({})"},
      {"first two", R"({"$schema":"x","title":"read_file","type":"object"})", R"({"type":"object"})"},
      {"both ends", R"({"$schema":"x","type":"object","title":"read_file"})", R"({"type":"object"})"},
      {"several in a row", R"({"a":1,"$schema":"x","title":"read_file","b":2})", R"({"a":1,"b":2})"},
      {"twice", R"({"$schema":"x","a":1,"$schema":"y"})", R"({"a":1})"},
      {"with white space", "{ \"$schema\" : \"x\" ,\n  \"type\" : \"object\" ,\n  \"title\" : \"Read file\"\n}",
       "{ \"type\" : \"object\"\n}"},
  });
}

TEST(LeanSchema, RemovesDescriptionsThatRepeatTheName) {
  expect_lean({
      {"of a property", R"({"properties":{"user_id":{"type":"string","description":"User ID"}}})",
       R"({"properties":{"user_id":{"type":"string"}}})"},
      {"of a definition", R"({"$defs":{"Item":{"description":"Item","type":"object"}}})",
       R"({"$defs":{"Item":{"type":"object"}}})"},
      {"written with escapes", R"({"properties":{"größe":{"description":"Gr\u00f6\u00dfe"}}})",
       R"({"properties":{"größe":{}}})"},
  });
}

TEST(LeanSchema, KeepsTitlesAndDescriptionsThatSayMore) {
  expect_kept({
      R"({"title":"Arguments for reading","type":"object"})",
      R"({"properties":{"path":{"title":"Absolute path","type":"string"}}})",
      R"({"properties":{"path":{"description":"Path to read","type":"string"}}})",
      R"({"properties":{"share":{"title":"Share %", "type" : "number"}
}
})",
      R"({"properties":{"path":{"title":17,"description":["path"]}}})",
      R"({"title":"path","properties":{"path":{}}})",
  });
}

TEST(LeanSchema, KeepsPropertiesWithTheNameOfAKeyword) {
  expect_kept({
      R"({"properties":{"title":{"type":"string"},"description":{"type":"string"},"$schema":{"type":"string"}}})",
      R"({"properties":{"properties":{"type":"string"},"items":{"title":"Things"}},"required":["title"]})",
  });
  expect_lean({
      {"with a generated title each",
       R"({"properties":{"title":{"title":"Title","type":"string"},"description":{"title":"Description","type":"string"}}})",
       R"({"properties":{"title":{"type":"string"},"description":{"type":"string"}}})"},
      {"a property called properties", R"({"properties":{"properties":{"properties":{"title":{"title":"Title"}}}}})",
       R"({"properties":{"properties":{"properties":{"title":{}}}}})"},
  });
}

TEST(LeanSchema, NeverChangesData) {
  expect_kept({
      R"({"default":{"$schema":"x","title":"read_file"}})",
      R"({"const":{"properties":{"path":{"title":"Path"}}}})",
      R"({"enum":[{"$schema":"x"},{"title":"read_file"}]})",
      R"({"examples":[{"properties":{"path":{"title":"Path"}}}]})",
      R"({"x-ui":{"properties":{"path":{"title":"Path"}}}})",
      R"({"someday":{"$schema":"x"}})",
      R"({"properties":{"path":{"default":{"title":"path"}}}})",
      R"({"required":["title","$schema","description"]})",
      R"({"dependentRequired":{"title":["description"]}})",
      R"({"properties":{"path":{"description":"{\"title\":\"path\"}"}}})",
  });
}

TEST(LeanSchema, FindsSchemasInEveryKeyword) {
  for (const std::string_view keyword : {"items", "additionalItems", "prefixItems", "anyOf", "oneOf", "allOf", "not",
                                         "if", "then", "else", "additionalProperties", "unevaluatedProperties",
                                         "unevaluatedItems", "contains", "propertyNames", "contentSchema"}) {
    const std::string before = "{\"" + std::string(keyword) + "\":";
    const std::string full = R"({"properties":{"path":{"title":"Path","type":"string"}}})";
    const std::string thin = R"({"properties":{"path":{"type":"string"}}})";
    EXPECT_EQ(lean(before + full + "}"), before + thin + "}");
    EXPECT_EQ(lean(before + "[" + full + ",true," + full + "]}"), before + "[" + thin + ",true," + thin + "]}");
    EXPECT_EQ(lean(before + "false,\"title\":\"Read File\"}"), before + "false}");
  }
}

TEST(LeanSchema, FindsSchemasInEveryMap) {
  for (const std::string_view keyword :
       {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}) {
    const std::string before = "{\"" + std::string(keyword) + "\":{\"title\":";
    EXPECT_EQ(lean(before + R"({"items":{"properties":{"path":{"title":"Path"}}}}}})"),
              before + R"({"items":{"properties":{"path":{}}}}}})");
  }
}

TEST(LeanSchema, ComparesOnlyWithTheNameOfTheSchemaItself) {
  expect_kept({
      R"({"properties":{"path":{"anyOf":[{"title":"Path","type":"string"},{"type":"null"}]}}})",
      R"({"properties":{"path":{"items":{"title":"path"}}}})",
      R"({"patternProperties":{"path":{"title":"path"}}})",
      R"({"dependentSchemas":{"path":{"title":"path"}}})",
      R"({"properties":{"path":{"title":"read_file"}}})",
      R"({"dependencies":{"title":["description","$schema"]}})",
  });
}

TEST(LeanSchema, KeepsTheDialectOfANestedResource) {
  expect_kept(
      {R"({"$defs":{"a":{"$id":"https://example.org/a","$schema":"http://json-schema.org/draft-07/schema#"}}})"});
  expect_lean({
      {"a nested schema without an identifier", R"({"$defs":{"a":{"$schema":"x","type":"string"}}})",
       R"({"$defs":{"a":{"type":"string"}}})"},
      {"the root, identifier or not", R"({"$id":"https://example.org/a","$schema":"x"})",
       R"({"$id":"https://example.org/a"})"},
  });
}

TEST(LeanSchema, KeepsEverythingElseByteForByte) {
  EXPECT_EQ(
      lean(
          R"({"$schema":"x","properties":{"b":{"minimum":1.0e+2,"title":"B","default":-0.0},)"
          R"("a":{"pattern":"^\u0061\/","x":[ 1 ,2 ],"title":"A"},"a":{"const":12345678901234567890}},"\u0074ype":"object"})"),
      R"({"properties":{"b":{"minimum":1.0e+2,"default":-0.0},)"
      R"("a":{"pattern":"^\u0061\/","x":[ 1 ,2 ]},"a":{"const":12345678901234567890}},"\u0074ype":"object"})");
}

TEST(LeanSchema, NeverRemovesAConstraint) {
  expect_kept({
      R"({"type":"object","properties":{"a":{"type":["string","null"],"enum":["a",null],"default":"a","const":"a",)"
      R"("pattern":"a","format":"uri","examples":["a"],"deprecated":true,"readOnly":true,"minLength":1}},)"
      R"("required":["a"],"additionalProperties":{"type":"string","description":"any"},"minProperties":1})",
  });
}

TEST(LeanSchema, CopiesAValueThatIsNotAnObject) {
  EXPECT_EQ(lean("true"), "true");
  EXPECT_EQ(lean(R"(["title"])"), R"(["title"])");
  EXPECT_EQ(lean_schema(Json(), "read_file", kJson), "");
}

TEST(LeanSchema, ReadsASchemaThatIsPartOfALargerText) {
  const Json definition =
      *kJson.checked(R"({"name":"read_file","inputSchema":{"$schema":"x","type":"object"},"title":"t"})");
  EXPECT_EQ(lean_schema((*kJson.members(definition))[1].value, "read_file", kJson), R"({"type":"object"})");
}

TEST(LeanSchema, HandlesTheDeepestSchemaThatTheHostAccepts) {
  constexpr int kDepth = 499;  // two levels of JSON each
  std::string full = R"({"title":"P"})";
  std::string thin = "{}";
  for (int i = 0; i < kDepth; ++i) {
    full = R"({"properties":{"p":)" + full + "}}";
    thin = R"({"properties":{"p":)" + thin + "}}";
  }
  EXPECT_EQ(lean(full), thin);

  std::string not_full = R"({"$schema":"x"})";
  std::string not_thin = "{}";
  for (int i = 0; i < 999; ++i) {
    not_full = R"({"not":)" + not_full + "}";
    not_thin = R"({"not":)" + not_thin + "}";
  }
  EXPECT_EQ(lean(not_full), not_thin);
}

}  // namespace
}  // namespace meta_tools
