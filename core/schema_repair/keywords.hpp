#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "json/raw_string.hpp"

namespace workbench::schema_repair {

/// The keywords of JSON Schema whose values make a schema unusable if they are of the wrong kind, by what they take.
enum class Shape : std::uint8_t {
  none,           ///< anything: `default`, `description`, and whatever is no keyword
  schema,         ///< a schema
  items,          ///< a schema; an array of them in older dialects
  other_items,    ///< a schema; `items` since 2020-12
  schemas,        ///< an array of schemas
  named_schemas,  ///< an object of schemas
  by_pattern,     ///< the same, by regular expressions
  dependencies,   ///< an object of schemas and arrays of names
  named_names,    ///< an object of arrays of names
  names,          ///< an array of strings
  type,           ///< one of the seven names, or an array of them
  values,         ///< an array with something in it
  number,         ///< a number
  strict_limit,   ///< a number; in draft-04 a boolean that says what `minimum` or `maximum` is
  flag,           ///< a boolean
  text,           ///< a string
  pattern,        ///< a regular expression
  reference,      ///< where another schema is
  dynamic_reference,
  identifier,      ///< where this schema is
  old_identifier,  ///< what `$id` was in draft-04
  anchor,
  nullable,  ///< of OpenAPI
};

struct Keyword {
  std::uint8_t index = 0;  ///< another one for each, below kKeywords
  Shape shape = Shape::none;
};

inline constexpr std::size_t kKeywords = 64;

[[nodiscard]] Keyword find_keyword(const json::RawString& key);

/// Whether a `type` is one of the seven.
[[nodiscard]] bool is_type(std::string_view name);

}  // namespace workbench::schema_repair
