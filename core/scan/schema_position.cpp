#include "scan/schema_position.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include "base/contains.hpp"

namespace workbench::scan {
namespace {

/// What the value of a key is.
enum class Place {
  schema,
  schemas_by_name,
  schemas,            ///< an array of them
  schema_or_schemas,  ///< either
  other,              ///< nothing below it is a schema
};

constexpr std::array<std::string_view, 11> kWithSchema = {"not",
                                                          "if",
                                                          "then",
                                                          "else",
                                                          "contains",
                                                          "additionalProperties",
                                                          "additionalItems",
                                                          "contentSchema",
                                                          "propertyNames",
                                                          "unevaluatedItems",
                                                          "unevaluatedProperties"};
constexpr std::array<std::string_view, 5> kWithNames = {"properties", "patternProperties", "$defs", "definitions",
                                                        "dependentSchemas"};
constexpr std::array<std::string_view, 4> kWithSchemas = {"allOf", "anyOf", "oneOf", "prefixItems"};

Place place_of(std::string_view keyword) {
  if (keyword == "items") return Place::schema_or_schemas;
  if (base::contains(kWithSchema, keyword)) return Place::schema;
  if (base::contains(kWithNames, keyword)) return Place::schemas_by_name;
  return base::contains(kWithSchemas, keyword) ? Place::schemas : Place::other;
}

/// What is at a key of a value that is in this place; of an array, at its elements.
Place inside(Place place, bool is_array, std::string_view key) {
  if (is_array) return place == Place::schemas || place == Place::schema_or_schemas ? Place::schema : Place::other;
  if (place == Place::schemas_by_name) return Place::schema;
  return place == Place::schema || place == Place::schema_or_schemas ? place_of(key) : Place::other;
}

}  // namespace

bool is_schema_pattern(const JsonStrings& strings) {
  const std::string_view member = strings.key_at(0);
  const bool is_in_schema = member == "inputSchema" || member == "outputSchema";
  if (!is_in_schema || strings.kind() != JsonStrings::Kind::string || strings.last_key() != "pattern") return false;
  Place place = Place::schema;
  const std::size_t last = strings.depth() - 1;
  for (std::size_t level = 1; level < last; ++level)
    place = inside(place, strings.is_array_at(level), strings.key_at(level));
  return last > 0 && !strings.is_array_at(last) && (place == Place::schema || place == Place::schema_or_schemas);
}

}  // namespace workbench::scan
