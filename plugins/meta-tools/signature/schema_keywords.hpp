#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

namespace meta_tools {

/// The keywords of one schema: those that TypeScript has a form for, and notes on all others.
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
  /// Keyword and value of what TypeScript cannot say: `minimum 1`, `format uuid`, `deprecated`, `not {...}`. A keyword
  /// whose value is of the wrong kind, or that comes twice, is among them.
  std::vector<std::string> notes;
};

/// Empty for what is not an object.
[[nodiscard]] SchemaKeywords keywords_of(const workbench::Json& schema, const workbench::JsonAccess& json);

/// Empty for what is not an array.
[[nodiscard]] std::vector<workbench::Json> elements_of(const workbench::Json& array, const workbench::JsonAccess& json);

/// A keyword with its value as a note says it.
[[nodiscard]] std::string schema_note(std::string_view keyword, const workbench::Json& value);

}  // namespace meta_tools
