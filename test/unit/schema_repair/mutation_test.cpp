#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>

#include "repair_fixture.hpp"
#include "schema_repair/native_definition.hpp"

namespace {

const std::array<std::string, 7> kDefinitions{
    R"({"name":"a","title":"A","description":"d","inputSchema":{"type":"object","properties":{"x":{"type":"string","pattern":"^a\\-b$"},"y":{"type":["integer","null"],"minimum":1,"exclusiveMinimum":true}},"required":["x"]}})",
    R"({"name":"b","inputSchema":{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://x/","type":"object","definitions":{"d":{"id":"#d","enum":["a",null]}},"properties":{"d":{"$ref":"#d"},"e":{"$ref":"#/definitions/d"}}}})",
    R"({"name":"c","inputSchema":{"type":"object","allOf":[{"items":[{"type":"string"},true],"additionalItems":false},{"not":{"$ref":"#/allOf/0"}},{"if":{},"then":{},"oneOf":[{}]}]},"outputSchema":{"type":"object","properties":{"r":{"$ref":"#/$defs/r"}},"$defs":{"r":{"$anchor":"r","nullable":true,"type":"number"}}}})",
    R"({"name":"d","annotations":{"readOnlyHint":true,"title":null},"icons":[{"src":"x","sizes":["1x1"]}],"_meta":{},"execution":{"taskSupport":"optional"},"inputSchema":{"properties":{"a":true,"b":false}}})",
    R"({"name":"e","inputSchema":null,"outputSchema":{"anyOf":[{"type":"object"}]},"title":null})",
    R"({"name":"g","description":"","inputSchema":{"type":"object","properties":{"$a":true,"b c":{"$ref":"#/properties/$a"}},"required":["$a","d"],"anyOf":[{"properties":{"$a":{"type":"array"}}},{"$ref":"#/anyOf/0"}],"if":{"required":["b c"]}}})",
    R"( { "name" : "f" , "inputSchema" : { "type" : [ "object" , "null" ] , "dependencies" : { "a" : [ "b" ] , "c" : { } } , "patternProperties" : { "\\@" : { "minLength" : "1" } } } } )",
};

const std::array<std::string_view, 44> kPieces{
    "null",
    "true",
    "false",
    "7",
    "\"x\"",
    "[]",
    "{}",
    "[7]",
    "{\"a\":7}",
    "\"object\"",
    "\"STRING\"",
    "\"type\":",
    "\"type\":\"object\",",
    "\"$ref\":\"#\",",
    "\"$ref\":\"#/properties/x\",",
    "\"$ref\":\"#/type\",",
    "\"$id\":\"x\",",
    "\"id\":\"x\",",
    "\"items\":[{}],",
    "\"enum\":[],",
    "\"required\":true,",
    "\"exclusiveMaximum\":true,",
    "\"maximum\":9,",
    "\"pattern\":\"(\",",
    "\"$schema\":\"x\",",
    "\"properties\":{\"x\":true},",
    "\"nullable\":true,",
    "\"anyOf\":[{}],",
    "\"$anchor\":\"r\",",
    "\"title\":null,",
    "\"inputSchema\":{},",
    "\"outputSchema\":{},",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u0074",
    "#",
    "/",
    "~1",
};

class Mutator {
 public:
  std::string next() {
    std::string text = kDefinitions[below(kDefinitions.size())];
    for (std::size_t left = 1 + below(4); left != 0; --left) mutate(text);
    return text;
  }

 private:
  // std::uniform_int_distribution gives other numbers in other libraries.
  std::size_t below(std::size_t limit) { return random_() % limit; }

  void mutate(std::string& text) {
    const std::string_view piece = kPieces[below(kPieces.size())];
    switch (below(4)) {
      case 0: return replace_value(text, piece);
      case 1: return insert_member(text, piece);
      case 2: text.insert(below(text.size() + 1), piece); return;
      default: text.erase(below(text.size() + 1), 1 + below(4)); return;
    }
  }
  void replace_value(std::string& text, std::string_view piece) {
    const std::size_t colon = text.find(':', below(text.size() + 1));
    if (colon == std::string::npos) return;
    const std::size_t end = text.find_first_of(",}", colon);
    if (end != std::string::npos) text.replace(colon + 1, end - colon - 1, piece);
  }
  void insert_member(std::string& text, std::string_view piece) {
    const std::size_t brace = text.find('{', below(text.size() + 1));
    if (brace != std::string::npos) text.insert(brace + 1, piece);
  }

  std::mt19937_64 random_{20260728};
};

void expect_a_native_definition(const std::string& repaired) {
  const auto native = workbench::schema_repair::native_definition(workbench::Json(repaired));
  EXPECT_FALSE(workbench::json::check(native.definition.text(), 200).has_value()) << repaired;
  EXPECT_FALSE(workbench::json::check(native.for_models.text(), 200).has_value()) << repaired;
  for (const auto& [name, own] : native.own_names) {
    EXPECT_TRUE(workbench::schema_repair::is_native_argument_name(name)) << own;
  }
}

// repair() of the fixture checks each result.
TEST(Mutations, OfDefinitionsAreRepairedInOneCallOrLeftOut) {
  Mutator mutator;
  int repaired = 0;
  int left_out = 0;
  for (int left = 200'000; left != 0 && !testing::Test::HasFailure(); --left) {
    const std::string text = mutator.next();
    if (workbench::json::check(text, 100) || text.front() != '{') continue;
    const Outcome outcome = repair(text, left % 2 == 0 ? "2025-11-25" : "2026-07-28");
    EXPECT_EQ(outcome.text.empty(), !outcome.error.empty()) << text;
    ++(outcome.error.empty() ? repaired : left_out);
    if (outcome.error.empty() && left % 4 == 0) expect_a_native_definition(outcome.text);
  }
  EXPECT_GT(repaired, 1000);
  EXPECT_GT(left_out, 1000);
}

}  // namespace
