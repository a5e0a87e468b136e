#include "schema_repair/keywords.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

namespace workbench::schema_repair {
namespace {

constexpr std::array kShapes = std::to_array<std::pair<std::string_view, Shape>>({
    {"$anchor", Shape::anchor},
    {"$defs", Shape::named_schemas},
    {"$dynamicAnchor", Shape::anchor},
    {"$dynamicRef", Shape::dynamic_reference},
    {"$id", Shape::identifier},
    {"$recursiveRef", Shape::dynamic_reference},
    {"$ref", Shape::reference},
    {"additionalItems", Shape::other_items},
    {"additionalProperties", Shape::schema},
    {"allOf", Shape::schemas},
    {"anyOf", Shape::schemas},
    {"contains", Shape::schema},
    {"definitions", Shape::named_schemas},
    {"dependencies", Shape::dependencies},
    {"dependentRequired", Shape::named_names},
    {"dependentSchemas", Shape::named_schemas},
    {"else", Shape::schema},
    {"enum", Shape::values},
    {"exclusiveMaximum", Shape::strict_limit},
    {"exclusiveMinimum", Shape::strict_limit},
    {"format", Shape::text},
    {"id", Shape::old_identifier},
    {"if", Shape::schema},
    {"items", Shape::items},
    {"maxContains", Shape::number},
    {"maxItems", Shape::number},
    {"maxLength", Shape::number},
    {"maxProperties", Shape::number},
    {"maximum", Shape::number},
    {"minContains", Shape::number},
    {"minItems", Shape::number},
    {"minLength", Shape::number},
    {"minProperties", Shape::number},
    {"minimum", Shape::number},
    {"multipleOf", Shape::number},
    {"not", Shape::schema},
    {"nullable", Shape::nullable},
    {"oneOf", Shape::schemas},
    {"pattern", Shape::pattern},
    {"patternProperties", Shape::by_pattern},
    {"prefixItems", Shape::schemas},
    {"properties", Shape::named_schemas},
    {"propertyNames", Shape::schema},
    {"required", Shape::names},
    {"then", Shape::schema},
    {"type", Shape::type},
    {"unevaluatedItems", Shape::schema},
    {"unevaluatedProperties", Shape::schema},
    {"uniqueItems", Shape::flag},
});
static_assert(kShapes.size() < kKeywords);

std::unordered_map<std::string_view, Keyword> all_keywords() {
  std::unordered_map<std::string_view, Keyword> keywords;
  std::uint8_t index = 0;
  for (const auto& [name, shape] : kShapes) keywords[name] = {index++, shape};
  return keywords;
}

Keyword find(std::string_view name) {
  static const std::unordered_map<std::string_view, Keyword> keywords = all_keywords();
  const auto found = keywords.find(name);
  return found == keywords.end() ? Keyword{} : found->second;
}

}  // namespace

Keyword find_keyword(const json::RawString& key) {
  return key.escaped ? find(key.decoded()) : find(key.text);
}

bool is_type(std::string_view name) {
  constexpr std::array<std::string_view, 7> kTypes{"array", "boolean", "integer", "null", "number", "object", "string"};
  return std::find(kTypes.begin(), kTypes.end(), name) != kTypes.end();
}

}  // namespace workbench::schema_repair
