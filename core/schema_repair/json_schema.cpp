#include "schema_repair/json_schema.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"

namespace workbench::schema_repair {
namespace {

struct DialectUri {
  Dialect dialect;
  std::string_view name;
  std::string_view location;  // without the scheme
  std::string_view uri;       // see uri_of()
};

constexpr std::string_view kDraft07 = "http://json-schema.org/draft-07/schema#";
constexpr std::array<DialectUri, 5> kDialects{{
    {Dialect::draft_04, "draft-04", "json-schema.org/draft-04/schema", kDraft07},
    {Dialect::draft_06, "draft-06", "json-schema.org/draft-06/schema", kDraft07},
    {Dialect::draft_07, "draft-07", "json-schema.org/draft-07/schema", kDraft07},
    {Dialect::v2019_09, "2019-09", "json-schema.org/draft/2019-09/schema",
     "https://json-schema.org/draft/2019-09/schema"},
    {Dialect::v2020_12, "2020-12", "json-schema.org/draft/2020-12/schema",
     "https://json-schema.org/draft/2020-12/schema"},
}};

const DialectUri& entry_of(Dialect dialect) {
  return kDialects[static_cast<std::size_t>(dialect)];
}

std::string_view without_scheme(std::string_view uri) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (uri.starts_with(scheme)) return uri.substr(scheme.size());
  }
  return uri;
}

constexpr std::array kShapes = std::to_array<std::pair<std::string_view, Shape>>({
    {"$anchor", Shape::anchor},
    {"$defs", Shape::named_schemas},
    {"$dynamicAnchor", Shape::anchor},
    {"$dynamicRef", Shape::dynamic_reference},
    {"$id", Shape::identifier},
    {"$recursiveRef", Shape::dynamic_reference},
    {"$ref", Shape::reference},
    {"additionalItems", Shape::additional_items},
    {"additionalProperties", Shape::schema},
    {"allOf", Shape::schemas},
    {"anyOf", Shape::schemas},
    {"const", Shape::data},
    {"contains", Shape::schema},
    {"default", Shape::data},
    {"definitions", Shape::named_schemas},
    {"dependencies", Shape::dependencies},
    {"dependentRequired", Shape::named_names},
    {"dependentSchemas", Shape::named_schemas},
    {"else", Shape::schema},
    {"enum", Shape::values},
    {"examples", Shape::data},
    {"exclusiveMaximum", Shape::exclusive_limit},
    {"exclusiveMinimum", Shape::exclusive_limit},
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
    {"patternProperties", Shape::pattern_schemas},
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
static_assert(kShapes.size() < kMaxKeywords);

/// The keywords by their length: few have the same length, and most keys have one that no keyword has.
struct KeywordsBySize {
  static constexpr std::size_t kMaxSize = 21;

  constexpr KeywordsBySize() {
    std::size_t count = 0;
    for (std::size_t size = 0; size <= kMaxSize; ++size) {
      for (std::size_t index = 0; index != kShapes.size(); ++index) {
        if (kShapes[index].first.size() == size) indexes[count++] = static_cast<std::uint8_t>(index);
      }
      ends[size] = static_cast<std::uint8_t>(count);
    }
  }

  std::array<std::uint8_t, kShapes.size()> indexes{};  // in kShapes
  std::array<std::uint8_t, kMaxSize + 1> ends{};       // in indexes, of the keywords of a length
};
constexpr KeywordsBySize kBySize;
static_assert(kBySize.ends.back() == kShapes.size());

Keyword find(std::string_view name) {
  if (name.empty() || name.size() > KeywordsBySize::kMaxSize) return {};
  for (std::size_t at = kBySize.ends[name.size() - 1]; at != kBySize.ends[name.size()]; ++at) {
    const std::uint8_t index = kBySize.indexes[at];
    if (kShapes[index].first == name) return {index, kShapes[index].second};
  }
  return {};
}

Position position_of_value(Shape shape) {
  switch (shape) {
    case Shape::values:
    case Shape::data: return Position::data;
    case Shape::schema:
    case Shape::schemas:
    case Shape::items:
    case Shape::additional_items: return Position::schema;
    case Shape::named_schemas:
    case Shape::pattern_schemas:
    case Shape::dependencies: return Position::named_schemas;
    default: return Position::other;
  }
}

}  // namespace

std::optional<Dialect> find_dialect(std::string_view uri) {
  if (uri.ends_with('#')) uri.remove_suffix(1);
  const std::string_view location = without_scheme(uri);
  for (const DialectUri& known : kDialects) {
    if (location == known.location) return known.dialect;
  }
  return std::nullopt;
}

std::string_view name_of(Dialect dialect) {
  return entry_of(dialect).name;
}

std::string_view uri_of(Dialect dialect) {
  return entry_of(dialect).uri;
}

Keyword find_keyword(const json::RawString& key) {
  return key.escaped ? find(key.decoded()) : find(key.text);
}

Position inner_position(Position outer, const std::optional<json::RawString>& key) {
  switch (outer) {
    case Position::definition:
      return key && (key->equals("inputSchema") || key->equals("outputSchema")) ? Position::schema : Position::other;
    case Position::schema: return key ? position_of_value(find_keyword(*key).shape) : Position::schema;
    case Position::named_schemas: return Position::schema;
    case Position::data:
    case Position::other: break;
  }
  return Position::other;
}

bool is_type(std::string_view name) {
  constexpr std::array<std::string_view, 7> kTypes{"array", "boolean", "integer", "null", "number", "object", "string"};
  return std::find(kTypes.begin(), kTypes.end(), name) != kTypes.end();
}

std::optional<std::string> find_type(std::string_view name) {
  constexpr auto kOtherWords = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"str", "string"},     {"text", "string"},   {"char", "string"},    {"varchar", "string"}, {"int", "integer"},
      {"int32", "integer"},  {"int64", "integer"}, {"uint", "integer"},   {"long", "integer"},   {"bigint", "integer"},
      {"short", "integer"},  {"float", "number"},  {"float32", "number"}, {"float64", "number"}, {"double", "number"},
      {"decimal", "number"}, {"bool", "boolean"},  {"list", "array"},     {"tuple", "array"},    {"vector", "array"},
      {"dict", "object"},    {"map", "object"},    {"hash", "object"},    {"struct", "object"},  {"none", "null"},
      {"nonetype", "null"},  {"nil", "null"},
  });
  std::string type = base::ascii_lower(name);
  if (is_type(type)) return type;
  for (const auto& [word, meant] : kOtherWords) {
    if (type == word) return std::string(meant);
  }
  return std::nullopt;
}

bool is_anchor_name(std::string_view name) {
  const auto can_begin = [](char byte) { return base::is_ascii_letter(byte) || byte == '_'; };
  return !name.empty() && can_begin(name.front()) && std::all_of(name.begin(), name.end(), [&](char byte) {
    return can_begin(byte) || base::is_ascii_digit(byte) || byte == '-' || byte == '.';
  });
}

}  // namespace workbench::schema_repair
