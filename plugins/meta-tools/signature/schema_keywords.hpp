#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

namespace meta_tools {

/// The keywords of one schema: those that TypeScript can express, and notes on all others.
struct SchemaKeywords {
  workbench::Json reference;
  workbench::Json type;
  workbench::Json enumeration;
  workbench::Json constant;
  workbench::Json all_of;
  workbench::Json any_of;
  workbench::Json one_of;
  workbench::Json properties;
  workbench::Json required;
  workbench::Json additional_properties;
  workbench::Json pattern_properties;
  workbench::Json items;
  workbench::Json prefix_items;
  workbench::Json additional_items;
  workbench::Json min_items;
  workbench::Json max_items;
  bool is_nullable = false;
  std::string title;
  std::string description;
  /// Keyword and value of what TypeScript cannot express: `minimum 1`, `format uuid`, `deprecated`, `not {...}`.
  /// Includes keywords with a value of the wrong kind, and duplicates.
  std::vector<std::string> notes;
};

/// Empty if `schema` is not an object.
[[nodiscard]] SchemaKeywords keywords_of(const workbench::Json& schema, const workbench::JsonAccess& json);

/// Empty if `array` is not one.
[[nodiscard]] std::vector<workbench::Json> elements_of(const workbench::Json& array, const workbench::JsonAccess& json);

/// A note on a keyword and its value.
[[nodiscard]] std::string schema_note(std::string_view keyword, const workbench::Json& value);

}  // namespace meta_tools
