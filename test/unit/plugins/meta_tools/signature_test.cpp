#include "signature/signature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "json_access.hpp"

namespace meta_tools {
namespace {

using testing::HasSubstr;
using testing::Not;
using workbench::Json;
using workbench::Tool;

/// A tool with these schemas; an empty text means none.
Tool tool_with(const std::string& input, const std::string& output = {}) {
  Tool tool;
  tool.name = "f";
  std::string definition = R"({"name":"f")";
  if (!input.empty()) definition.append(R"(,"inputSchema":)").append(input);
  if (!output.empty()) definition.append(R"(,"outputSchema":)").append(output);
  tool.definition = Json(definition + "}");
  return tool;
}

std::string signature_of(const std::string& input, const std::string& output = {}) {
  return tool_signature(tool_with(input, output), kJson);
}

/// How a schema is written as the only property, which is required.
std::string written(const std::string& schema) {
  const std::string text = signature_of(R"({"type":"object","properties":{"a":)" + schema + R"(},"required":["a"]})");
  constexpr std::string_view kInline = "function f(args: { a: ";
  constexpr std::string_view kLines = "function f(args: {\n  a: ";
  if (text.starts_with(kInline)) return text.substr(kInline.size(), text.rfind(" }): unknown") - kInline.size());
  if (text.starts_with(kLines)) return text.substr(kLines.size(), text.rfind("\n}): unknown") - kLines.size());
  return text;
}

struct Case {
  std::string schema;
  std::string type;
};

void expect_types(std::initializer_list<Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(written(c.schema), c.type) << c.schema;
}

TEST(Signature, WritesAToolMadeWithZod) {
  Tool tool =
      tool_with(R"({"type":"object","properties":{"path":{"type":"string","description":"File path to read"},)"
                R"("head":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991,"default":10},)"
                R"("mode":{"type":"string","enum":["a","b"]}},"required":["path","mode"],"additionalProperties":false,)"
                R"("$schema":"http://json-schema.org/draft-07/schema#"})",
                R"({"type":"object","properties":{"content":{"type":"string"}},"required":["content"],)"
                R"("additionalProperties":false,"$schema":"http://json-schema.org/draft-07/schema#"})");
  tool.name = "read_file";
  tool.description = "Reads a file from disk.";
  tool.annotations.read_only_hint = true;
  tool.annotations.idempotent_hint = true;

  EXPECT_EQ(tool_signature(tool, kJson), R"(/** Reads a file from disk.
 * readOnly, idempotent */
function read_file(args: {
  /** File path to read */
  path: string;
  head?: number; // integer, default 10
  mode: "a" | "b";
}): { content: string })");
}

TEST(Signature, WritesAToolMadeWithPydantic) {
  Tool tool = tool_with(
      R"({"$defs":{"Node":{"title":"Node","description":"A node of the tree","type":"object","properties":{)"
      R"("name":{"type":"string","title":"Name"},)"
      R"("children":{"type":"array","items":{"$ref":"#/$defs/Node"},"title":"Children"},)"
      R"("color":{"anyOf":[{"$ref":"#/$defs/Color"},{"type":"null"}],"default":null}},"required":["name"]},)"
      R"("Color":{"enum":["red","green"],"title":"Color","type":"string"}},)"
      R"("properties":{"root":{"$ref":"#/$defs/Node"},)"
      R"("limit":{"anyOf":[{"type":"integer","maximum":5},{"type":"null"}],"default":null,"title":"Limit"}},)"
      R"("required":["root"],"title":"draw_treeArguments","type":"object"})",
      R"({"$defs":{"Color":{"enum":["red","green"],"title":"Color","type":"string"}},"type":"object","properties":{)"
      R"("result":{"type":"array","items":{"$ref":"#/$defs/Color"},"title":"Result"}},"required":["result"],)"
      R"("title":"draw_treeOutput","x-fastmcp-wrap-result":true})");
  tool.name = "draw_tree";
  tool.description = "Draws a tree.\n\n    Args:\n        root: where to begin\n\n\n    Returns:\n        colors\n    ";

  EXPECT_EQ(tool_signature(tool, kJson), R"(/** A node of the tree */
type Node = { name: string; children?: Node[]; color?: Color | null };
type Color = "red" | "green";
/** Draws a tree.
 *
 * Args:
 *     root: where to begin
 *
 * Returns:
 *     colors */
function draw_tree(args: { root: Node; limit?: number /* integer, maximum 5 */ | null }): { result: Color[] })");
}

TEST(Signature, HasNoArgumentsWhereTheSchemaHasNone) {
  for (const std::string input : {"", R"({"type":"object"})", R"({"type":"object","properties":{}})",
                                  R"({"type":"object","properties":{},"additionalProperties":false,"$schema":"x"})"}) {
    EXPECT_EQ(signature_of(input), "function f(): unknown") << input;
  }
}

TEST(Signature, TakesArgumentsThatHaveNoNames) {
  EXPECT_EQ(signature_of(R"({"type":"object","additionalProperties":{"type":"number"}})"),
            "function f(args: { [key: string]: number }): unknown");
  EXPECT_EQ(signature_of(R"({"type":"object","additionalProperties":true})"),
            "function f(args: { [key: string]: unknown }): unknown");
  EXPECT_EQ(signature_of(R"({"type":"object","minProperties":1})"),
            "function f(args: object /* minProperties 1 */): unknown");
}

TEST(Signature, WritesNamesThatAreNotIdentifiersInQuotes) {
  Tool tool = tool_with(R"({"properties":{"a-b":{},"1st":{},"$ok_2":{},"größe":{},"a\"b":{}}})");
  tool.name = "files.read-all";
  EXPECT_EQ(tool_signature(tool, kJson), R"(function "files.read-all"(args: {
  "a-b"?: unknown;
  "1st"?: unknown;
  $ok_2?: unknown;
  "größe"?: unknown;
  "a\"b"?: unknown;
}): unknown)");
}

TEST(Signature, WritesTheTypesOfJsonSchema) {
  expect_types({
      {R"({"type":"string"})", "string"},
      {R"({"type":"number"})", "number"},
      {R"({"type":"integer"})", "number; // integer"},
      {R"({"type":"boolean"})", "boolean"},
      {R"({"type":"null"})", "null"},
      {R"({"type":"object"})", "object"},
      {R"({"type":"array"})", "unknown[]"},
      {R"({"type":["string","null"]})", "string | null"},
      {R"({"type":"string","nullable":true})", "string | null"},
      {"{}", "unknown"},
      {"true", "unknown"},
      {"false", "never"},
  });
}

TEST(Signature, WritesLiterals) {
  expect_types({
      {R"({"type":"string","enum":["a","b"]})", R"("a" | "b")"},
      {R"({"enum":["a",1,1.50,null,true,{"k": [1]}]})", R"("a" | 1 | 1.50 | null | true | {"k": [1]})"},
      {R"({"const":"a"})", R"("a")"},
      {R"({"type":"integer","enum":[1,2]})", "1 | 2"},
      {R"({"type":"string","enum":["a",null]})", R"(("a" | null) & string)"},
      {R"({"enum":["a","a"]})", R"("a")"},
      {R"({"enum":[]})", "never"},
      {R"({"oneOf":[{"const":"a","description":"first"},{"const":"b","title":"second"}]})",
       R"("a" /* first */ | "b" /* second */)"},
  });
}

TEST(Signature, WritesArraysAndTuples) {
  expect_types({
      {R"({"type":"array","items":{"type":"string"}})", "string[]"},
      {R"({"type":"array","items":{"type":["string","number"]}})", "(string | number)[]"},
      {R"({"type":"array","items":{"type":"string","format":"uri"},"minItems":1})",
       "string /* format uri */[]; // minItems 1"},
      {R"({"items":{"type":"array","items":{"type":"number"}}})", "number[][]"},
      {R"({"type":"array","prefixItems":[{"type":"number"},{"type":"string"}],"items":false})", "[number, string]"},
      {R"({"type":"array","prefixItems":[{"type":"number"}],"items":{"type":["string","null"]}})",
       "[number, ...(string | null)[]]"},
      {R"({"type":"array","items":[{"type":"number"},{"type":"number"}],"minItems":2,"maxItems":2})",
       "[number, number]"},
      {R"({"type":"array","items":[{"type":"number"}],"additionalItems":{"type":"string"},"maxItems":4})",
       "[number, ...string[]]; // maxItems 4"},
      {R"({"type":"array","prefixItems":[]})", "[]"},
      {R"({"minItems":1})", "unknown[]; // minItems 1"},
  });
}

TEST(Signature, WritesObjects) {
  expect_types({
      {R"({"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},"required":["x"]})",
       "{ x: number; y?: number }"},
      {R"({"type":"object","additionalProperties":{"type":"integer"}})", "{ [key: string]: number /* integer */ }"},
      {R"({"type":"object","additionalProperties":false})", "Record<string, never>"},
      {R"({"properties":{"x":{}},"additionalProperties":true})", "{ x?: unknown; [key: string]: unknown }"},
      {R"({"type":"object","propertyNames":{"type":"string"},"additionalProperties":{}})",
       "{ [key: string]: unknown }"},
      {R"({"type":"object","patternProperties":{"^x-":{"type":"string"}}})",
       R"({ [key: string]: string /* key matches "^x-" */ })"},
      {R"({"type":"object","required":["x"]})", "{ x: unknown }"},
      {R"({"type":"object","properties":{"x":{"type":"object","properties":{"y":{"description":"Why"}}}}})",
       "{\n    x?: {\n      /** Why */\n      y?: unknown;\n    };\n  };"},
  });
}

TEST(Signature, WritesCombinations) {
  expect_types({
      {R"({"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]})", "string | string[]"},
      {R"({"oneOf":[{"type":"string"},{"type":"string"}]})", "string"},
      {R"({"allOf":[{"type":"object","required":["x"]},{"anyOf":[{"type":"string"},{"type":"null"}]}]})",
       "{ x: unknown } & (string | null)"},
      {R"({"properties":{"x":{},"y":{}},"anyOf":[{"required":["x"]},{"required":["y"]}]})",
       "{ x?: unknown; y?: unknown } & ({ x: unknown } | { y: unknown })"},
      {R"({"anyOf":[{"type":"string","format":"uuid"},{"type":"null"}],"nullable":true})",
       "string /* format uuid */ | null"},
  });
}

TEST(Signature, HasCommentsForWhatTypeScriptCannotExpress) {
  expect_types({
      {R"({"type":"string","minLength":1,"maxLength":9,"pattern":"^a  */b$","format":"date-time"})",
       R"(string; // minLength 1, maxLength 9, pattern "^a  */b$", format date-time)"},
      {R"({"type":"number","exclusiveMinimum":0,"multipleOf":0.50,"default":1})",
       "number; // exclusiveMinimum 0, multipleOf 0.50, default 1"},
      {R"({"type":"string","deprecated":true,"readOnly":false,"examples":["x"]})",
       R"(string; // deprecated, examples ["x"])"},
      {R"({"type":"string","default":"a\nb"})", R"(string; // default "a\nb")"},
      {"{\"type\":\"string\",\"default\":\"a\u2028b\"}", R"(string; // default "a\u2028b")"},
      {R"({"type":["string","null"],"default":null,"$comment":"c","x-order":1})", "string | null"},
      {R"({"type":"object","dependentRequired":{"x":["y"]},"propertyNames":{"pattern":"^a"}})",
       R"(object; // dependentRequired {"x":["y"]}, propertyNames {"pattern":"^a"})"},
      {R"({"type":"array","items":{"type":"string","pattern":"a*/b  c"}})", R"(string /* pattern "a*\/b  c" */[])"},
  });
}

TEST(Signature, KeepsWhatItDoesNotUnderstandInComments) {
  expect_types({
      {R"({"not":{"type":"string"}})", R"(unknown; // not {"type":"string"})"},
      {R"({"type":"file","properties":{"x":{}}})", R"({ x?: unknown }; // type "file")"},
      {R"({"$ref":"https://example.org/a"})", R"(unknown; // $ref "https://example.org/a")"},
      {R"({"$ref":"#/$defs/missing"})", R"(unknown; // $ref "#/$defs/missing")"},
      {R"({"$ref":"#anchor"})", R"(unknown; // $ref "#anchor")"},
      {R"({"$dynamicRef":"#a"})", R"(unknown; // $dynamicRef "#a")"},
      {R"({"type":"string","type":"number"})", R"(string; // type "number")"},
      {R"({"properties":[1],"required":true})", R"(unknown; // properties [1], required)"},
      {R"({"if":{"required":["x"]},"then":false})", R"(unknown; // if {"required":["x"]}, then false)"},
      {"{\"someday\": {\n    \"a\": 1\n}}", R"(unknown; // someday { "a": 1 })"},
      {"[1]", "unknown; // schema [1]"},
  });
}

TEST(Signature, DeclaresEachReferencedTypeOnce) {
  EXPECT_EQ(
      signature_of(R"({"properties":{"a":{"$ref":"#/definitions/A"},"b":{"$ref":"#/definitions/A"}},)"
                   R"("definitions":{"A":{"type":"object","properties":{"next":{"$ref":"#/definitions/A"}}},"B":{}}})"),
      "type A = { next?: A };\nfunction f(args: { a?: A; b?: A }): unknown");
  EXPECT_EQ(signature_of(R"({"properties":{"a":{"$ref":"#/$defs/A","description":"The a","minimum":1}},)"
                         R"("$defs":{"A":{"type":"number","maximum":9}}})"),
            "type A = number; // maximum 9\nfunction f(args: {\n  /** The a */\n  a?: A; // minimum 1\n}): unknown");
}

TEST(Signature, FollowsReferencesAnywhereInTheSchema) {
  EXPECT_EQ(signature_of(R"({"properties":{"a":{"anyOf":[{"type":"string"}]},"b":{"$ref":"#/properties/a/anyOf/0"}}})"),
            "type T0 = string;\nfunction f(args: { a?: string; b?: T0 }): unknown");
  EXPECT_EQ(signature_of(R"({"properties":{"sub":{"$ref":"#"}}})"),
            "type Input = { sub?: Input };\nfunction f(args: { sub?: Input }): unknown");
  EXPECT_EQ(signature_of(R"({"$defs":{"a/b c":{"const":1}},"properties":{"x":{"$ref":"#/$defs/a~1b%20c"}}})"),
            "type a_b_c = 1;\nfunction f(args: { x?: a_b_c }): unknown");
  EXPECT_EQ(signature_of(R"({"$defs":{"string":{"const":1}},"properties":{"x":{"$ref":"#/$defs/string"}}})"),
            "type string_ = 1;\nfunction f(args: { x?: string_ }): unknown");
}

TEST(Signature, DistinguishesTypesWithTheSameName) {
  EXPECT_EQ(signature_of(R"({"$defs":{"A":{"const":1}},"properties":{"a":{"$ref":"#/$defs/A"}}})",
                         R"({"$defs":{"A":{"const":2}},"properties":{"a":{"$ref":"#/$defs/A"}}})"),
            "type A = 1;\ntype A2 = 2;\nfunction f(args: { a?: A }): { a?: A2 }");
  EXPECT_EQ(
      signature_of(R"({"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"const":1}},"properties":{"a":{"$ref":"#/$defs/A"}}})",
                   R"({"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"const":2}},"properties":{"a":{"$ref":"#/$defs/A"}}})"),
      "type A = B;\ntype A2 = B2;\ntype B = 1;\ntype B2 = 2;\nfunction f(args: { a?: A }): { a?: A2 }");
}

TEST(Signature, IsNotEndedByADescription) {
  Tool tool = tool_with(R"({"properties":{"a":{"description":"x */ y"},"b":{"items":{"description":"x **/ y"}}}})");
  tool.description = "Ends */ function g(): void";
  EXPECT_EQ(tool_signature(tool, kJson),
            "/** Ends *\\/ function g(): void */\n"
            "function f(args: {\n  /** x *\\/ y */\n  a?: unknown;\n  b?: unknown /* x **\\/ y */[];\n}): unknown");
}

TEST(Signature, UsesTheTitleIfThereIsNoDescription) {
  Tool tool = tool_with("");
  tool.title = "Finds files";
  EXPECT_EQ(tool_signature(tool, kJson), "/** Finds files */\nfunction f(): unknown");
  tool.title = "F";
  EXPECT_EQ(tool_signature(tool, kJson), "function f(): unknown");
  EXPECT_EQ(
      signature_of(R"({"properties":{"a":{"title":"A"},"b":{"title":"The b"},"c":{"title":"x","description":"C"}}})"),
      "function f(args: {\n  a?: unknown;\n  /** The b */\n  b?: unknown;\n  c?: unknown;\n}): unknown");
}

TEST(Signature, ListsTheHintsThatAreTrue) {
  Tool tool = tool_with("");
  tool.annotations.destructive_hint = true;
  tool.annotations.open_world_hint = true;
  tool.annotations.read_only_hint = false;
  EXPECT_EQ(tool_signature(tool, kJson), "/** destructive, openWorld */\nfunction f(): unknown");
  tool.annotations = {};
  tool.annotations.destructive_hint = false;
  EXPECT_EQ(tool_signature(tool, kJson), "/** not destructive */\nfunction f(): unknown");
  tool.annotations.read_only_hint = true;
  EXPECT_EQ(tool_signature(tool, kJson), "/** readOnly */\nfunction f(): unknown");
}

TEST(Signature, HasALimitedDepth) {
  std::string schema = R"({"type":"string"})";
  for (int i = 0; i < 499; ++i) schema = R"({"type":"object","properties":{"p":)" + schema + "}}";
  EXPECT_THAT(signature_of(schema), HasSubstr("p?: unknown /* see the JSON definition */"));

  std::string list = R"({"type":"string"})";
  for (int i = 0; i < 15; ++i) list = R"({"type":"array","items":)" + list + "}";
  EXPECT_THAT(signature_of(list), Not(HasSubstr("see the JSON definition")));

  std::string choice = R"({"type":"string"})";
  for (int i = 0; i < 490; ++i) choice = R"({"anyOf":[)" + choice + "]}";
  EXPECT_EQ(signature_of(choice), "function f(args: unknown /* see the JSON definition */): unknown");
}

TEST(Signature, HasALimitedNumberOfTypes) {
  std::string properties;
  std::string definitions;
  for (int i = 0; i < 300; ++i) {
    const std::string name = "A" + std::to_string(i);
    properties.append(i == 0 ? "" : ",").append("\"" + name + R"(":{"$ref":"#/$defs/)" + name + "\"}");
    definitions.append(i == 0 ? "" : ",").append("\"" + name + R"(":{"const":)" + std::to_string(i) + "}");
  }
  const std::string text = signature_of(R"({"properties":{)" + properties + R"(},"$defs":{)" + definitions + "}}");
  EXPECT_THAT(text, HasSubstr("\n  A199?: A199;\n"));
  EXPECT_THAT(text, HasSubstr("\n  A200?: unknown /* see the JSON definition */; // $ref \"#/$defs/A200\"\n"));
}

TEST(Signature, WithoutDescriptionsKeepsWhatConstrainsAnArgument) {
  Tool tool = tool_with(
      R"({"properties":{"path":{"type":"string","description":"Where it is","minLength":1},"of":{"$ref":"#/$defs/Of"}},)"
      R"("required":["path"],"$defs":{"Of":{"description":"Which","enum":["a","b"]}}})",
      {});
  tool.description = "Reads a file. It takes its time.";
  EXPECT_EQ(tool_signature(tool, kJson, SignatureComments::constraints), R"(type Of = "a" | "b";
/** Reads a file. */
function f(args: {
  path: string; // minLength 1
  of?: Of;
}): unknown)");
}

TEST(Signature, AcceptsADefinitionThatIsNotAnObject) {
  Tool tool;
  tool.name = "f";
  EXPECT_EQ(tool_signature(tool, kJson), "function f(): unknown");
  tool.definition = Json("[]");
  EXPECT_EQ(tool_signature(tool, kJson), "function f(): unknown");
  EXPECT_EQ(signature_of("true", "false"), "function f(args: unknown): never");
}

}  // namespace
}  // namespace meta_tools
