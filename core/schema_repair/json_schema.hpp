#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json/raw_string.hpp"

// Definitions of JSON Schema: its dialects, keywords and types.

namespace workbench::schema_repair {

/// The published dialects, oldest first, so that they compare.
enum class Dialect { draft_04, draft_06, draft_07, v2019_09, v2020_12 };

/// The dialect of a schema without `$schema`, since revision 2025-11-25 of MCP.
inline constexpr Dialect kDefaultDialect = Dialect::v2020_12;

/// The dialect of a `$schema`, with http or https, with an empty fragment or without.
[[nodiscard]] std::optional<Dialect> find_dialect(std::string_view uri);

/// "draft-07", for messages.
[[nodiscard]] std::string_view name_of(Dialect dialect);

/// The `$schema` by which validators know the dialect; an empty fragment makes no difference to them. Not all
/// validators know draft-04 and draft-06: schemas in these are rewritten in draft-07, so its URI is returned.
[[nodiscard]] std::string_view uri_of(Dialect dialect);

/// Whether `items` may be an array, with `additionalItems` for the rest. Since 2020-12 these are `prefixItems` and
/// `items`.
[[nodiscard]] constexpr bool has_item_lists(Dialect dialect) {
  return dialect < Dialect::v2020_12;
}

/// Groups the keywords by the values that they take. A value of the wrong kind makes the schema unusable.
enum class Shape : std::uint8_t {
  none,              ///< any value: `description`, and unknown keywords
  schema,            ///< a schema
  items,             ///< a schema; an array of schemas in older dialects
  additional_items,  ///< a schema; called `items` since 2020-12
  schemas,           ///< an array of schemas
  named_schemas,     ///< an object of schemas
  pattern_schemas,   ///< an object of schemas whose keys are regular expressions
  dependencies,      ///< an object of schemas and arrays of names
  named_names,       ///< an object of arrays of names
  names,             ///< an array of strings
  type,              ///< one of the seven types, or an array of them
  values,            ///< a non-empty array of any values, which are data
  data,              ///< any value, which is data
  number,            ///< a number
  exclusive_limit,   ///< a number; in draft-04 a boolean that qualifies `minimum` or `maximum`
  flag,              ///< a boolean
  text,              ///< a string
  pattern,           ///< a regular expression
  reference,         ///< a URI reference to another schema
  dynamic_reference,
  identifier,      ///< the URI of this schema
  old_identifier,  ///< the name of `$id` in draft-04
  anchor,
  nullable,  ///< a keyword of OpenAPI
};

struct Keyword {
  std::uint8_t index = 0;  ///< unique among keywords, less than kMaxKeywords
  Shape shape = Shape::none;
};

inline constexpr std::size_t kMaxKeywords = 64;

[[nodiscard]] Keyword find_keyword(const json::RawString& key);

/// The meaning of an object or array in a tool definition.
enum class Position : std::uint8_t {
  definition,     ///< the definition itself
  schema,         ///< a schema, or an array of schemas
  named_schemas,  ///< an object of schemas
  data,           ///< the value of `default`, `const`, `enum` or `examples`: nothing in it is a schema
  other,
};

/// The meaning of an object or array inside an `outer` one: the member with this key, or, without a key, an element.
[[nodiscard]] Position inner_position(Position outer, const std::optional<json::RawString>& key);

/// Whether `name` is one of the seven types, in lower case.
[[nodiscard]] bool is_type(std::string_view name);

/// The type that `name` means, in any case and in the words of the languages that definitions are made from: "string"
/// for "String" and "str". Absent: it means none of the seven, or several.
[[nodiscard]] std::optional<std::string> find_type(std::string_view name);

/// Whether `name` is a valid value of `$anchor`.
[[nodiscard]] bool is_anchor_name(std::string_view name);

}  // namespace workbench::schema_repair
